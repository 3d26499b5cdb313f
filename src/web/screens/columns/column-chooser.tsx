import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { PopOver } from '../../ui/pop-over.tsx'
import css from '../list/list.module.css'
import type { List } from '../list/use-list.ts'

const ColumnPanel = lazy(() => import('./column-panel.tsx'))

/** Which columns stand in a list, in which order, and how tight. */
export function ColumnChooser({ list }: { list: List }) {
  const [opened, setOpened] = useState(false)
  return (
    <PopOver
      label={t('Columns and density')}
      isOpen={opened}
      setOpen={setOpened}
      align="end"
      className={css.chooser}
      button={(open) => (
        <ActionIcon size={32} aria-label={t('Columns and density')} title={t('Columns and density')} {...open}>
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      )}
    >
      <Suspense>
        <ColumnPanel list={list} />
      </Suspense>
    </PopOver>
  )
}
