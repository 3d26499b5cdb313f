import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { type Waits, waitingWords } from '../../shared/definition/waiting.ts'
import { t } from '../../shared/language.ts'
import { type Definition, linkColumnOf } from '../../shared/resource.ts'
import { loadOrTell } from '../../web/ahead.ts'
import { cellText, isBlank, labelOf } from '../../web/fields/cell.tsx'
import { calledShort } from '../../web/fields/short-name.tsx'
import { general, useHeld } from '../../web/screens/list/row-acts.ts'
import { useSwipe } from '../../web/screens/list/rows/swipe.ts'
import { useSteady } from '../../web/screens/list/steady-rows.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { usePageActs } from '../../web/screens/page-acts.ts'
import { useOpenSteps, usePress } from '../../web/screens/view/flow-buttons.tsx'
import { LineState, PartIn } from '../../web/screens/view/parts-in.tsx'
import { leadingSteps, stepKeys } from '../../web/screens/view/step-acts.ts'
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
  /** The keys act on it. */
  isActive: boolean
  onActive: () => void
}

/** One record that waits: how it stands, what it is, whose, and its acts. */
export function Line({ definition, row, waits, isDone, isActive, onActive }: LineProps) {
  const now = useNow()
  const number = row[definition.customer?.number ?? '']
  const called = row[definition.title] || number || row[linkColumnOf(definition)] || `#${row.id}`
  const said = useSaid(definition, row)
  const swipe = useSwipe()
  const [isNear, setNear] = useState(false)
  const near = () => setNear(true)
  useHeld(definition, row, useSteady().hold)
  return (
    <li
      className={css.line}
      data-done={isDone || undefined}
      data-active={isActive || undefined}
      onPointerEnter={near}
      onFocus={() => {
        near()
        onActive()
      }}
      {...swipe}
    >
      <span className={css.clock}>
        {isDone ? (
          <IconCheck size={16} role="img" aria-label={t('Done')} />
        ) : (
          <DueText at={waits.at} due={waitingWords(definition.waiting, waits, row, now)} />
        )}
      </span>
      <Link
        data-line={`${definition.name} ${row.id}`}
        to={`/${definition.name}/view/${row.id}`}
        className={css.title}
        title={String(called)}
      >
        {String(called)}
      </Link>
      <span className={css.said} title={said}>
        {said}
      </span>
      <span className={css.acts}>
        {isDone ? null : (
          <LineState value={{ isActive, isNear }}>
            <PartIn of="today" module={definition.name} row={row}>
              <Steps {...{ definition, row, isActive, isNear }} />
            </PartIn>
          </LineState>
        )}
      </span>
    </li>
  )
}

/** The next steps of its flow; by key all that its list knows. */
function Steps({
  definition,
  row,
  isActive,
  isNear,
}: Pick<LineProps, 'definition' | 'row' | 'isActive'> & { isNear: boolean }) {
  const { busy, press } = usePress({ definition, row }, isNear)
  const open = useOpenSteps(definition, row)
  const keys = stepKeys(open)
  const name = String(row[definition.flow?.name ?? definition.title] ?? row.id)
  const { keys: own, load } = general(definition)
  usePageActs(isActive ? { of: name, keys: own, list: async () => (await loadOrTell(load))?.(row) ?? [] } : undefined)
  return leadingSteps(open).map(([step, taken], at) => (
    <Button
      key={step}
      variant="default"
      size="compact-sm"
      aria-keyshortcuts={keys.get(step)}
      aria-label={`${t(taken.label)}: ${name}`}
      loading={busy === step}
      {...(at === 0 && { 'data-swipe': 'right' })}
      onClick={() => void press(step, taken)}
    >
      {t(taken.label)}
    </Button>
  ))
}

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
