import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import { type Definition, linkColumnOf } from '../../shared/resource.ts'
import { type Waits, waitingWords } from '../../shared/waiting.ts'
import { cellText, isBlank, labelOf } from '../../web/fields/cell.tsx'
import { calledShort } from '../../web/fields/short-name.tsx'
import type { AnyRow } from '../../web/screens/module.ts'
import { useOpenSteps, usePress } from '../../web/screens/view/flow-buttons.tsx'
import { PartIn } from '../../web/screens/view/parts-in.tsx'
import { useSession } from '../../web/session.ts'
import { DueText } from '../../web/ui/due.tsx'
import { Link } from '../../web/ui/link.tsx'
import { useNow } from '../../web/ui/now.ts'
import css from './today.module.css'

interface LineProps {
  definition: Definition
  row: AnyRow
  waits: Waits
  /** It was dealt with here: it keeps its place, so that nothing moves under the pointer. */
  isDone: boolean
}

/** One record that waits: how it stands, what it is, whose, and its acts. */
export function Line({ definition, row, waits, isDone }: LineProps) {
  const now = useNow()
  const called = row[definition.title] || row[linkColumnOf(definition)] || `#${row.id}`
  const said = useSaid(definition, row)
  return (
    <li className={css.line} data-done={isDone || undefined}>
      <span className={css.clock}>
        {isDone ? (
          <IconCheck size={16} role="img" aria-label={t('Done')} />
        ) : (
          <DueText at={waits.at} due={waitingWords(definition.waiting, waits, row, now)} />
        )}
      </span>
      <Link data-line to={`/${definition.name}/view/${row.id}`} className={css.title} title={String(called)}>
        {String(called)}
      </Link>
      <span className={css.said} title={said}>
        {said}
      </span>
      <span className={css.acts}>
        {isDone ? null : (
          <PartIn of="today" module={definition.name} row={row}>
            <Steps definition={definition} row={row} />
          </PartIn>
        )}
      </span>
    </li>
  )
}

/** The next steps of its flow, of which the first is `d` by the keyboard and the second `s`. */
function Steps({ definition, row }: Pick<LineProps, 'definition' | 'row'>) {
  const { busy, press } = usePress({ definition, row })
  const open = useOpenSteps(definition, row)
  const leading = open.filter(([, { tone }]) => tone === 'primary')
  const steps = (leading.length > 0 ? leading : open.filter(([, { quick }]) => quick)).slice(0, KEYS.length)
  return steps.map(([name, step], at) => (
    <Button
      key={name}
      variant="default"
      size="compact-sm"
      aria-keyshortcuts={KEYS[at]}
      aria-label={`${t(step.label)}: ${String(row[definition.flow?.name ?? definition.title] ?? row.id)}`}
      loading={busy === name}
      onClick={() => void press(name, step)}
    >
      {t(step.label)}
    </Button>
  ))
}

const KEYS = ['d', 's']

/** Where, whose: in short names; a store that is everybody's here says nothing. */
function useSaid({ fields, waiting, ownership, customer }: Definition, row: AnyRow): string {
  const { role } = useSession()
  const names = waiting?.says ?? [ownership.store, customer?.name]
  const said = names.flatMap((name) => {
    const field = name === undefined ? undefined : fields[name]
    if (!field || !name || isBlank(row[name])) return []
    if (field.to === 'stores' && role.scope === 'store') return []
    if (field.of)
      return [
        [row[name]]
          .flat()
          .map((value) => labelOf(field, String(value)))
          .join(', '),
      ]
    return [calledShort(field, row[name], true) ?? cellText(field, row[name]) ?? []].flat()
  })
  return said.join(' · ')
}
