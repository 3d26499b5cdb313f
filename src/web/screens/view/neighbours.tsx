import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { go } from '../../app/location.ts'
import { usePageKeys } from '../list/page-keys.ts'
import { lastShownOf } from '../list/use-list.ts'
import css from './view.module.css'

/** The records before and after this one in the list it was opened from, by press or by k and j. */
export function Neighbours({ definition, id }: { definition: Definition; id: number }) {
  const ids = lastShownOf(definition)
  const at = ids.indexOf(id)
  const [before, next] = at < 0 ? [] : [ids[at - 1], ids[at + 1]]
  const leadTo = (other: number | undefined) => other && go(`/${definition.name}/view/${other}`)
  usePageKeys({ j: () => leadTo(next), k: () => leadTo(before) })
  if (at < 0 || ids.length < 2) return null
  return (
    <span className={css.neighbours}>
      <ActionIcon
        variant="default"
        disabled={!before}
        aria-label={t('Previous in the list')}
        title={`${t('Previous in the list')} (k)`}
        aria-keyshortcuts="k"
        onClick={() => leadTo(before)}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        disabled={!next}
        aria-label={t('Next in the list')}
        title={`${t('Next in the list')} (j)`}
        aria-keyshortcuts="j"
        onClick={() => leadTo(next)}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
    </span>
  )
}
