import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { use } from 'react'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { go } from '../../app/location.ts'
import { Beside } from '../../ui/beside.ts'
import { neighbourOf, placeOf } from '../list/shown-list.ts'
import { usePageActs } from '../page-acts.ts'
import css from './view.module.css'

/** Leads from the page of a record to the one further or one back in the list that it was opened from, over its pages; nobody who has left it. */
export async function goToNeighbour(definition: Definition, id: number, by: 1 | -1): Promise<void> {
  const other = await neighbourOf(definition, id, by).catch(() => undefined)
  const page = `/${definition.name}/view`
  if (other !== undefined && window.location.pathname === `${page}/${id}`) go(`${page}/${other}`)
}

/** The way on once nothing is left to do with a record; where there is none, nothing. */
export function Onward({ definition, id, label }: { definition: Definition; id: number; label: string }) {
  const beside = use(Beside)
  if (!beside && !placeOf(definition, id)?.hasNext) return null
  return (
    <Button
      rightSection={<IconChevronDown size={16} aria-hidden />}
      aria-keyshortcuts="j"
      onClick={() => (beside ? beside.onward() : void goToNeighbour(definition, id, 1))}
    >
      {label}
    </Button>
  )
}

/** The records before and after this one in the list it was opened from, by press or by k and j; beside the list its rows say so. */
export function Neighbours({ definition, id }: { definition: Definition; id: number }) {
  const isBeside = use(Beside) !== null
  const place = isBeside ? undefined : placeOf(definition, id)
  const [back, further] = [() => void goToNeighbour(definition, id, -1), () => void goToNeighbour(definition, id, 1)]
  usePageActs(
    place && {
      of: '',
      keys: 'jk',
      list: () => [
        { label: t('Next in the list'), keys: ['j'], run: further },
        { label: t('Previous in the list'), keys: ['k'], run: back },
      ],
    },
  )
  if (!place || !(place.hasBefore || place.hasNext)) return null
  const figure = (n: number) => formatNumber(n, currentLanguage())
  return (
    <span className={css.neighbours} data-neighbours>
      <small>
        {t(place.isMore ? '{{n}} of more than {{total}}' : '{{n}} of {{total}}', {
          n: figure(place.at),
          total: figure(Math.max(place.total, place.at)),
        })}
      </small>
      <ActionIcon
        variant="default"
        disabled={!place.hasBefore}
        aria-label={t('Previous in the list')}
        title={`${t('Previous in the list')} (k)`}
        aria-keyshortcuts="k"
        onClick={back}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        disabled={!place.hasNext}
        aria-label={t('Next in the list')}
        title={`${t('Next in the list')} (j)`}
        aria-keyshortcuts="j"
        onClick={further}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
    </span>
  )
}
