import { choice, choices, count, date } from '../../shared/fields.ts'
import { wallClock } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { weekdayOf } from '../../shared/time/calendar.ts'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import { post } from '../../web/api.ts'
import { changed } from '../../web/query.ts'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import { readSession } from '../../web/session.ts'
import { tasks } from '../task-management/task-management.ts'
import { DAYS_LEFT_OUT, type DaysLeftOut } from './days-left-out.ts'
import {
  type Ending,
  MOST_INTERVAL,
  type MonthDay,
  presetsOf,
  type Repetition,
  repetitionOf,
  ruleOf,
} from './repetition.ts'
import { repetitionWords } from './words.ts'

interface Standing {
  rule: string
  left_out: DaysLeftOut
}
const CUSTOM = 'custom'

/** What is usual first, said in words; anything else behind it. */
export async function askRepetition(id: number, begins: string, standing: Standing | null): Promise<void> {
  const day = dayOf(begins)
  const presets = presetsOf(day).map((one) => ({ value: ruleOf(one), label: say(one) }))
  const own = standing && repetitionOf(standing.rule)
  const isPreset = presets.some(({ value }) => value === standing?.rule)
  const offered = [
    ...presets,
    ...(standing && own && !isPreset ? [{ value: standing.rule, label: say(own) }] : []),
    { value: CUSTOM, label: t('Something else…') },
  ]
  const given: { rule?: string; left_out?: DaysLeftOut } = {}
  const isSent = await askFields({
    title: standing ? t('Change this one and all later ones') : t('Repeat this task'),
    ...(standing && {
      description: t('What was before stays as it is; later ones made already go, but for those begun.'),
    }),
    fields: {
      rule: choice('How often', offered, { required: true }),
      left_out: choice('Days off', DAYS_LEFT_OUT, { required: true, drawn: 'buttons' }),
    },
    values: { rule: standing?.rule ?? presets[0]?.value, left_out: standing?.left_out ?? 'none' },
    submit: t('Repeat'),
    onSubmit: async ({ rule, left_out }) => {
      given.rule = String(rule)
      given.left_out = DAYS_LEFT_OUT.find(({ value }) => value === left_out)?.value ?? 'none'
      if (given.rule !== CUSTOM) await save(id, given.rule, given.left_out)
    },
  })
  if (isSent && given.rule === CUSTOM) await askCustom(id, day, given.left_out ?? 'none', own)
}

const UNITS = [
  { value: 'day', label: 'days' },
  { value: 'week', label: 'weeks' },
  { value: 'month', label: 'months' },
  { value: 'year', label: 'years' },
] as const

function askCustom(id: number, day: string, leftOut: DaysLeftOut, own: Repetition | null): Promise<boolean> {
  const common = { interval: 1, ends: null } as const
  const months = presetsOf(day).flatMap((one) =>
    one.every === 'month' ? [{ on: one.on, label: say({ every: 'month', on: one.on, ...common }) }] : [],
  )
  return askFields({
    title: t('Repeat this task'),
    fields: {
      interval: count('Every', { required: true, min: 1, max: MOST_INTERVAL }),
      unit: choice('Days, weeks, months, years', UNITS, { required: true, drawn: 'buttons' }),
      weekdays: choices(
        'Of weeks: on',
        WEEKDAYS.map((label, at) => ({ value: String(at + 1), label })),
      ),
      month: choice(
        'Of months: on',
        months.map(({ label }, at) => ({ value: String(at), label })),
      ),
      until: date('Until', { hint: 'Empty: without end' }),
      times: count('Or so many times', { min: 1, max: 999 }),
    },
    values: {
      interval: own?.interval ?? 1,
      unit: own?.every ?? 'week',
      weekdays: own?.every === 'week' ? own.weekdays.map(String) : [String(weekdayOf(day))],
      month: '0',
      until: own?.ends && 'until' in own.ends ? own.ends.until : null,
      times: own?.ends && 'count' in own.ends ? own.ends.count : null,
    },
    submit: t('Repeat'),
    onSubmit: (values) =>
      save(
        id,
        ruleOf(
          customOf(
            values,
            day,
            months.map(({ on }) => on),
          ),
        ),
        leftOut,
      ),
  })
}

function customOf(values: Readonly<Record<string, unknown>>, day: string, months: readonly MonthDay[]): Repetition {
  const interval = Number(values.interval)
  const ends: Ending =
    typeof values.until === 'string' && values.until
      ? { until: values.until }
      : typeof values.times === 'number'
        ? { count: values.times }
        : null
  const common = { interval, ends }
  const weekdays =
    Array.isArray(values.weekdays) && values.weekdays.length > 0 ? values.weekdays.map(Number) : [weekdayOf(day)]
  switch (values.unit) {
    case 'day':
      return { every: 'day', ...common }
    case 'month':
      return { every: 'month', on: months[Number(values.month)] ?? { date: Number(day.slice(8)) }, ...common }
    case 'year':
      return { every: 'year', month: Number(day.slice(5, 7)), date: Number(day.slice(8)), ...common }
    default:
      return { every: 'week', weekdays: weekdays.toSorted(), ...common }
  }
}

async function save(id: number, rule: string, left_out: DaysLeftOut): Promise<void> {
  await post(`${tasks.wire}/${id}/repetition`, { rule, left_out })
  changed(tasks.name, id)
}

const say = (repetition: Repetition): string => repetitionWords(repetition, 'none', currentLanguage())

function dayOf(begins: string): string {
  const session = readSession()
  return wallClock(begins, session.state === 'in' ? session.user.time_zone : 'UTC').day
}
