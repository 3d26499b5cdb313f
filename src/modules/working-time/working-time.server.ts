import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { weekOf } from '#server/calendars.ts'
import { type Db, inTransaction, json, row, type Tx } from '#server/db/db.ts'
import { type Call, get, put, type Route } from '#server/http/route.ts'
import { holdSettings, LAST_CHANGE, lastChangeOf, SETTINGS_VERSION } from '#server/resource/settings.ts'
import type { Recount } from '../../shared/api.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { WEEKDAYS } from '../../shared/time/weekdays.ts'
import type { WorkingHours } from '../../shared/time/working-time.ts'
import { wrongDays } from './working-time.ts'

const TIME = {
  type: ['string', 'null'],
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'null where it is closed',
}
const WEEK = {
  isNeeded: true,
  type: 'array',
  description: 'Monday to Sunday',
  minItems: 7,
  maxItems: 7,
  items: {
    type: 'object',
    required: ['opens', 'closes', 'is_law_day'],
    properties: { opens: TIME, closes: TIME, is_law_day: { type: 'boolean', description: 'The law counts it' } },
  },
} as const

const WEEK_SHOWN = { week: [{ opens: 'string?', closes: 'string?', is_law_day: 'boolean' }], ...LAST_CHANGE } as const

const routes: Route[] = [
  get(
    'working-time',
    {
      needs: { permission: 'system', flag: 'read' },
      answers: WEEK_SHOWN,
      summary: 'When the chain works, Monday to Sunday',
    },
    ({ db }) => shown(db),
  ),
  get(
    'working-time/recount',
    {
      needs: { permission: 'system', flag: 'read' },
      answers: { is_running: 'boolean', total: 'number', done: 'number' },
      summary: 'How far open deadlines are counted anew after a change',
    },
    ({ db }) => recountOf(db),
  ),
  put(
    'working-time',
    {
      needs: { permission: 'system', flag: 'edit' },
      answers: WEEK_SHOWN,
      summary: 'Change of that; open deadlines are counted anew',
      body: { version: SETTINGS_VERSION },
      beside: { week: WEEK },
    },
    (call) => keep(call),
  ),
]
export default { routes }

async function shown(db: Db | Tx) {
  const change = await lastChangeOf(db, 'working-time')
  return { week: await weekOf(db), ...change }
}

/** A change that the last recount began too early for is still to be counted. */
async function recountOf(db: Db): Promise<Recount> {
  const found = await row(
    db,
    { is_running: 'boolean', total: 'number', done: 'number' },
    sql`select started_at is not null or exists (
          select from activity a where a.at > r.counted_to and a.module in ('holidays', 'working-time')) as is_running,
          case when started_at is null then 0 else total end as total, case when started_at is null then 0 else least(done, total) end as done
        from deadline_recount r`,
  )
  return found ?? { is_running: false, total: 0, done: 0 }
}

async function keep({ db, actor, request, context, body }: Call<{ version: number }>) {
  const week = weekIn((request.body as { week?: unknown }).week) // an object, as the body check made sure
  const wrong = wrongDays(week)
  if (wrong.size > 0)
    refuse('invalid', { fields: Object.fromEntries([...wrong].map(([at, key]) => [`week.${at}`, pack(key)])) })
  await inTransaction(db, async (tx) => {
    await holdSettings(tx, actor, 'working-time', body.version, () => shown(tx))
    const before = await weekOf(tx)
    const changes = changesBetween(before, week)
    if (Object.keys(changes).length === 0) return
    await sql`select set_config('app.working_time_later', 'on', true)`.execute(tx)
    await sql`update working_hours w set opens = h.opens, closes = h.closes, is_law_day = h.is_law_day
      from jsonb_to_recordset(${json(week.map((day, at) => ({ weekday: at + 1, ...day })))}) h(weekday int, opens time, closes time, is_law_day boolean)
      where h.weekday = w.weekday`.execute(tx)
    await record(tx, actor, { action: 'update', module: 'working-time', title: 'Working time', changes })
  })
  context.feed.nudge()
  return shown(db)
}

function weekIn(given: unknown): WorkingHours[] {
  if (!Array.isArray(given) || given.length !== WEEKDAYS.length || !given.every(isDay)) return refuse('malformed')
  return given.map(({ opens, closes, is_law_day }) => ({ opens, closes, is_law_day }))
}

const isDay = (given: unknown): given is WorkingHours =>
  typeof given === 'object' &&
  given !== null &&
  'opens' in given &&
  'closes' in given &&
  'is_law_day' in given &&
  [given.opens, given.closes].every((time) => time === null || (typeof time === 'string' && time.length <= 5)) &&
  typeof given.is_law_day === 'boolean'

const changesBetween = (before: readonly WorkingHours[], after: readonly WorkingHours[]) =>
  Object.fromEntries(
    WEEKDAYS.flatMap((name, at): [string, [string, string]][] => {
      const [was, is] = [said(before[at]), said(after[at])]
      return was === is ? [] : [[name, [was, is]]]
    }),
  )

const said = (day: WorkingHours | undefined): string =>
  day?.opens ? `${day.opens}–${day.closes}${day.is_law_day ? ' ⚖' : ''}` : day?.is_law_day ? '⚖' : '–'
