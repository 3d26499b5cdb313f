import type { EventReport, GiftReport } from '../../shared/draws/report.ts'
import { formatDay, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { saidFigure } from '../screens/statistics/figure-words.ts'
import { type Column, FiguresTable } from '../screens/statistics/figures-table.tsx'
import { GIVEN, onDay, rowsLink } from './links.ts'

const number = (value: number, digits = 0) => formatNumber(value, currentLanguage(), digits)
const whole = (value: number) => number(value)
const tenths = (value: number) => number(value, 1)

interface Props {
  told: EventReport
  logs: Definition
}

/** A line of the gifts' table; the totals have no gift of their own. */
type Line = Pick<GiftReport, 'planned' | 'given' | 'not_taken' | 'left' | 'value' | 'drawn' | 'expected' | 'pace'> & {
  gift: string | null
  chance: number | null
  usedUp: string | null
}

/** Every gift: given, left and for how long, and what its chance promised against what was drawn. */
export function GiftTable({ told: { event, gifts, none }, logs }: Props) {
  const narrowed = ({ gift }: Line): Record<string, string> => (gift === null ? {} : { gift })
  const given = (line: Line) => rowsLink(logs, event.id, { ...narrowed(line), state: GIVEN })
  const drawn = (line: Line) => rowsLink(logs, event.id, line.gift === null ? {} : { drawn: line.gift })
  const isRunning = event.standing === 'running'
  const columns: Column<Line>[] = [
    { key: 'planned', head: t('Plan'), value: (line) => line.planned, show: whole },
    { key: 'given', head: t('Gifts won'), value: (line) => line.given, show: whole, to: given },
    {
      key: 'not_taken',
      head: t('Not taken'),
      value: (line) => line.not_taken,
      show: whole,
      to: (line) => rowsLink(logs, event.id, { ...narrowed(line), state: 'not-taken' }),
    },
    { key: 'left', head: t('Left over'), value: (line) => line.left, show: whole },
    ...(isRunning
      ? ([
          { key: 'pace', head: t('A day'), hint: t('Won a day so far'), value: (line) => line.pace, show: tenths },
          {
            key: 'used_up',
            head: t('Used up on'),
            hint: t('At this pace; empty where the stock lasts to the end'),
            value: (line) => (line.usedUp === null ? null : Date.parse(line.usedUp)),
            show: (at) => formatDay(new Date(at).toISOString()),
          },
        ] satisfies Column<Line>[])
      : []),
    {
      key: 'value',
      head: t('Value of gifts won'),
      value: (line) => line.value,
      show: (value) => saidFigure(value, 'money'),
      to: given,
    },
    {
      key: 'chance',
      head: t('Chance'),
      value: (line) => line.chance,
      show: (chance) => `${number(chance, 4)}%`,
    },
    {
      key: 'expected',
      head: t('Expected'),
      hint: t('What the chance promises of so many draws'),
      value: (line) => line.expected,
      show: tenths,
    },
    {
      key: 'drawn',
      head: t('Drawn'),
      hint: t('What the random value said, before anybody asked for the stock'),
      value: (line) => line.drawn,
      show: whole,
      to: drawn,
    },
  ]
  const rest = 100 - gifts.reduce((sum, { chance }) => sum + chance, 0)
  const lines = [
    ...gifts.map(({ id, name, used_up, ...gift }) => ({
      ...gift,
      key: String(id),
      label: name,
      gift: String(id),
      usedUp: used_up,
    })),
    ...(none.expected > 0 || none.drawn > 0
      ? [{ ...NOTHING, ...none, key: 'none', label: t('No gift'), gift: 'none', chance: rest }]
      : []),
  ]
  const totals = lines.reduce<Line>((sum, line) => added(sum, line), { ...NOTHING, chance: null })
  return (
    <FiguresTable<Line, (typeof lines)[number]>
      title={t('Gifts')}
      head={t('Gift')}
      lines={lines}
      totals={totals}
      columns={columns}
      rowTo={(line) => rowsLink(logs, event.id, narrowed(line))}
    />
  )
}

const NOTHING = {
  ...{ gift: null, chance: null, usedUp: null },
  ...{ planned: 0, given: 0, not_taken: 0, left: 0, value: 0, drawn: 0, expected: 0, pace: 0 },
}

const added = (a: Line, b: Line): Line => ({
  ...a,
  planned: a.planned + b.planned,
  given: a.given + b.given,
  not_taken: a.not_taken + b.not_taken,
  left: a.left + b.left,
  value: a.value + b.value,
  drawn: a.drawn + b.drawn,
  expected: a.expected + b.expected,
  pace: a.pace + b.pace,
})

interface Place {
  draws: number
  given: number
  planned: number
  narrowed: Record<string, string>
}

/** The same by store and by day. */
export function PlaceTables({ told: { event, stores, days }, logs }: Props) {
  const columns: Column<Place>[] = [
    {
      key: 'draws',
      head: t('Draws'),
      value: ({ draws }) => draws,
      show: whole,
      to: ({ narrowed }) => rowsLink(logs, event.id, narrowed),
    },
    {
      key: 'given',
      head: t('Gifts won'),
      value: ({ given }) => given,
      show: whole,
      to: ({ narrowed }) => rowsLink(logs, event.id, { ...narrowed, state: GIVEN }),
    },
    { key: 'planned', head: t('Plan'), value: ({ planned }) => planned, show: tenths },
  ]
  const totalOf = (lines: readonly Place[]): Place => ({
    draws: lines.reduce((sum, { draws }) => sum + draws, 0),
    given: lines.reduce((sum, { given }) => sum + given, 0),
    planned: lines.reduce((sum, { planned }) => sum + planned, 0),
    narrowed: {},
  })
  const byStore = stores.map(({ id, name, ...store }) => ({
    ...store,
    key: String(id),
    label: name,
    narrowed: { store: String(id) },
  }))
  const byDay = days.map(({ day, ...one }) => ({ ...one, key: day, label: formatDay(day), narrowed: onDay(day) }))
  return [
    { title: t('By store'), head: t('Store'), lines: byStore },
    { title: t('By day'), head: t('Day'), lines: byDay },
  ].map((table) => (
    <FiguresTable<Place, (typeof byStore)[number] | (typeof byDay)[number]>
      key={table.title}
      {...table}
      totals={totalOf(table.lines)}
      columns={columns}
      rowTo={({ narrowed }) => rowsLink(logs, event.id, narrowed)}
    />
  ))
}
