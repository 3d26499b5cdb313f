import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { inTransaction } from '#server/db/db.ts'
import { recordOf } from '#server/http/answers.ts'
import { type Call, JsonText, post, type Route } from '#server/http/route.ts'
import { refuseDangling } from '#server/resource/dangling.ts'
import { columnsOf } from '#server/resource/handlers.ts'
import { judgeRecord } from '#server/resource/judging.ts'
import type { Guard, HookCall, ModuleOptions } from '#server/resource/module-options.ts'
import { showJson } from '#server/resource/query/list.ts'
import { serve } from '#server/resource/routes.ts'
import { type Columns, insert } from '#server/resource/statements.ts'
import { statisticsRoutes } from '#server/statistics/routes.ts'
import { wallClock } from '../../shared/format.ts'
import { pack } from '../../shared/message.ts'
import { checkIn, lockPerson } from './check-in.server.ts'
import { byTheClock } from './clock.server.ts'
import { deskRoutes } from './desk.server.ts'
import { planImports } from './import.server.ts'
import { refuseOtherStore } from './place.server.ts'
import { personColumns, refusePlannedTwice, refuseWrong, wrongPlan } from './plan.server.ts'
import { supplierStaffsChecking } from './supplier-staffs-checking.ts'

const { fields } = supplierStaffsChecking

const todayOf = ({ config }: AppContext): string => wallClock(new Date(), config.timezone).day

/** A visit that is planned, or one that begins now: the five calls know both. */
const createRoute: Route = post(
  supplierStaffsChecking.wire,
  {
    needs: { permission: supplierStaffsChecking.permission, flag: 'add' },
    creates: true,
    body: fields,
    judge: (call, refused) => judgeRecord(supplierStaffsChecking, serving, call, refused),
    query: { check: { says: '1: says what is wrong with the body, and changes nothing', schema: { enum: ['1'] } } },
    answers: recordOf(supplierStaffsChecking),
    summary: 'New Visit: planned where it names a day, else a check-in',
  },
  (call) => create(call as Call),
)

interface Arriving {
  staff: number
  store: number
  bag_quantity?: number | null
  badge?: string | null
  note?: string | null
}

async function create(call: Call): Promise<JsonText> {
  const { db, actor, context } = call
  const { columns } = columnsOf(supplierStaffsChecking, call.body)
  await refuseDangling(db, supplierStaffsChecking, columns, actor)
  const { staff, store, bag_quantity, badge, note } = columns as unknown as Arriving // checked against these fields
  const id = columns.planned_on
    ? await plan(call, columns)
    : await checkIn(call, { staff, store, bag_quantity, badge, note, at: null })
  context.feed.nudge()
  return new JsonText((await showJson(db, supplierStaffsChecking, id, null, actor.language)) ?? 'null')
}

async function plan({ db, actor, context }: Call, columns: Columns): Promise<number> {
  refuseOtherStore(actor, Number(columns.store))
  refuseWrong(wrongPlan(columns, todayOf(context)))
  return inTransaction(db, async (tx) => {
    // Of two who plan the same the second sees the first; and a merge of suppliers waits, or is seen.
    await lockPerson(tx, Number(columns.staff))
    await refusePlannedTwice(tx, columns)
    const set = { ...columns, ...(await personColumns(tx, columns.staff)), visit_on: columns.planned_on }
    return insert(tx, supplierStaffsChecking, set, actor)
  })
}

/** Of whom, where and for when stands while it is planned; what they carry while they are inside. */
const STANDS_FROM: Record<string, readonly string[]> = {
  staff: ['planned'],
  store: ['planned'],
  planned_on: ['planned'],
  planned_from: ['planned'],
  planned_until: ['planned'],
  bag_quantity: ['planned', 'inside'],
  badge: ['planned', 'inside'],
}

/** What can no longer be changed, by field. */
const fixedIn = (columns: Columns, old: Columns): Record<string, string> =>
  Object.fromEntries(
    Object.entries(STANDS_FROM).flatMap(([name, states]) =>
      name in columns && !states.includes(String(old.status)) && (columns[name] ?? null) !== (old[name] ?? null)
        ? [[name, pack('{{field}} can no longer be changed: the visit has begun or is over', { field: labelOf(name) })]]
        : [],
    ),
  )

const LACKS_BAGS = pack('{{field}} is required', { field: fields.bag_quantity.label })
const labelOf = (name: string): string => (fields as Record<string, { label: string }>)[name]?.label ?? name

async function update(columns: Columns, old: Columns, { tx, call }: HookCall): Promise<Columns> {
  refuseWrong(fixedIn(columns, old))
  const next = { ...old, ...columns }
  // Without them, bags that differ on the way out would ask for no reason.
  if (old.status === 'inside' && columns.bag_quantity === null) refuseWrong({ bag_quantity: LACKS_BAGS })
  if (old.status === 'inside' && 'badge' in columns) return { ...columns, badge_state: columns.badge ? 'given' : null }
  if (old.status !== 'planned') return columns
  const isMoved = ['planned_on', 'planned_from', 'planned_until', 'staff', 'store'].some((name) => name in columns)
  if (!isMoved) return columns
  refuseWrong({
    ...wrongPlan(next, todayOf(call.context)),
    ...(!next.planned_on && { planned_on: pack('{{field}} is required', { field: fields.planned_on.label }) }),
  })
  await refusePlannedTwice(tx, next, Number(old.id))
  return { ...columns, ...(await personColumns(tx, next.staff)), visit_on: next.planned_on }
}

const serving: ModuleOptions = {
  imports: planImports,
  without: ['create'],
  before: {
    update,
    step: (name, columns) =>
      name === 'resolve'
        ? {
            ...columns,
            minutes: sql`greatest(0, floor(extract(epoch from ${columns.left_at}::timestamptz - b.receiving_date) / 60))::int`,
            is_overstay: sql`coalesce(${columns.left_at}::timestamptz > b.closes_at, false)`,
            badge_state: sql`case when b.badge is not null then ${columns.badge_state ?? null} end`,
          }
        : columns,
  },
  guards: (step, { left_at, badge_state }): Guard[] =>
    step === 'resolve'
      ? [
          {
            where: sql`${left_at}::timestamptz < b.receiving_date or ${left_at}::timestamptz > now()`,
            refusal: 'invalid',
            fields: { left_at: pack('Nobody leaves before they came, or in the future') },
          },
          {
            where: sql`b.badge is not null and ${badge_state ?? null}::text is null`,
            refusal: 'invalid',
            fields: { badge_state: pack('Is the badge given back, or lost?') },
          },
        ]
      : [],
  judge: (columns, { old, context }) => ({
    ...(old ? fixedIn(columns, old) : {}),
    ...(old && old.status !== 'planned' ? {} : wrongPlan({ ...old, ...columns }, todayOf(context))),
    ...(!old &&
      !columns.planned_on &&
      (columns.bag_quantity ?? null) === null && {
        bag_quantity: pack('{{field}} is required', { field: fields.bag_quantity.label }),
      }),
  }),
  routes: [
    ...deskRoutes,
    ...statisticsRoutes(supplierStaffsChecking, {
      path: 'report',
      rows: ['day', 'month', 'supplier', 'department_group', 'store', 'weekday', 'hour'],
      summary: 'Visits by day, supplier, department group or store',
    }),
    ...statisticsRoutes(supplierStaffsChecking, {
      path: 'report-by-month',
      rows: ['month'],
      summary: 'Visits by month',
    }),
  ],
  rootRoutes: [createRoute],
}

export default serve(supplierStaffsChecking, serving)

export const timed = byTheClock
