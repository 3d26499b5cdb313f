import { IconBookmark, IconChevronDown } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { lazyWithCatalog } from '../../catalogs.ts'
import { PopOver } from '../../ui/pop-over.tsx'
import css from '../list/list.module.css'
import type { List } from '../list/use-list.ts'

const ViewPanel = lazyWithCatalog(() => import('./saved-view-panel.tsx'))

/** Keeps what the list shows as a view, and opens and tends those there are. */
export function ViewMenu({ list }: { list: List }) {
  const [opened, setOpened] = useState(false)
  return (
    <PopOver
      label={t('Saved views')}
      isOpen={opened}
      setOpen={setOpened}
      align="end"
      className={css.chooser}
      button={(open) => (
        <button type="button" className={css.quiet} {...open}>
          <IconBookmark size={16} aria-hidden="true" />
          {t('Views')}
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      )}
    >
      <Suspense>
        <ViewPanel list={list} close={() => setOpened(false)} />
      </Suspense>
    </PopOver>
  )
}
