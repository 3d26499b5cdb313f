import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import type { AppContext } from '#server/app-context.ts'
import { type Db, row, type Tx } from '#server/db/db.ts'
import type { ModuleOptions } from '#server/resource/module-options.ts'
import type { Columns } from '#server/resource/statements.ts'
import { PARTS_PER_CENT, partsOf, WHOLE } from '../../../shared/draws/parts.ts'
import { pack } from '../../../shared/message.ts'
import { refuse, refuseFields } from '../../../shared/refusals.ts'
import { giftImports, ITSELF } from './gift-import.server.ts'
import { FOUR_DECIMALS, heldCounter, heldEvent, sealPlan, TOO_MUCH, tooLittle } from './plans.server.ts'

const OF_ANOTHER = pack('This is a gift of another event')
const STAYS = pack('A gift stays with its event')
const REASON = pack('The event is released: please say why its plan changes')

/** What the plan holds of a gift. */
const PLANNED = ['name', 'chance', 'minimum_total', 'substitute', 'position', 'stock'] as const
const LIMITS = ['per_day', 'per_store_day', 'by_store'] as const

/** What both faces of a gift do: of a released event each change of what is planned makes a new version, with its reason. */
export const servingGifts: ModuleOptions = {
  before: {
    create: async (columns, { tx }) => {
      await refuseWrong(tx, columns, true, 0)
      return columns
    },
    update: async (columns, old, { tx }) => {
      if ('event' in columns && columns.event !== old.event) refuse('invalid', { fields: { event: STAYS } })
      const isPlanned = [...PLANNED, ...LIMITS].some((name) => name in columns && !isSame(columns[name], old[name]))
      const said = { plan_reason: columns.plan_reason ?? null }
      await refuseWrong(tx, { ...old, ...columns, ...said }, isPlanned, Number(old.id))
      return columns
    },
    destroy: (old, { tx }) => refuseReleased(tx, old),
    restore: async (old, { tx }) => {
      await refuseReleased(tx, old)
      await refuseWrong(tx, old, false, Number(old.id))
      return {}
    },
  },
  judge: (columns, { db, old }) => wrongWith(db, { ...old, ...columns }, Number(old?.id ?? 0)),
  after: {
    create: (id, { tx, actor, call }) => sealed(tx, id, actor, call.context),
    change: (id, { tx, actor, context }) => sealed(tx, id, actor, context),
  },
  imports: giftImports,
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null) ||
  (typeof one === 'object' && JSON.stringify(plain(one)) === JSON.stringify(plain(other)))
/** Lines whose keys came in another order say the same. */
const plain = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one) => Object.entries(one as object).toSorted(([a], [b]) => a.localeCompare(b)))
    : value

async function refuseWrong(tx: Tx, columns: Columns, isPlanned: boolean, self: number): Promise<void> {
  const event = await heldEvent(tx, Number(columns.event))
  if (event.isOver) refuse('event over')
  await heldCounter(tx, event.id)
  const isUnsaid = event.stage !== 'draft' && isPlanned && !columns.plan_reason
  const wrong = { ...(await wrongWith(tx, columns, self)), ...(isUnsaid && { plan_reason: REASON }) }
  refuseFields(wrong)
}

async function refuseReleased(tx: Tx, { event }: Columns): Promise<void> {
  const { stage } = await heldEvent(tx, Number(event))
  if (stage !== 'draft') refuse('event released')
}

/** What a gift says wrong beside the others of its event. */
async function wrongWith(db: Db | Tx, columns: Columns, self: number): Promise<Record<string, string>> {
  const { event, chance, substitute } = columns
  const parts = typeof chance === 'number' ? partsOf(chance) : 0
  if (typeof event !== 'number') return parts === null ? { chance: FOUR_DECIMALS } : {}
  const beside = await row(
    db,
    { sum: 'number', isOfEvent: 'boolean' },
    sql`select coalesce((select sum(p.chance) from gift_card_event_products p where p.event = ${event} and p.id <> ${self} and p.deleted_at is null), 0) as sum,
          exists (select from gift_card_event_products p where p.id = ${substitute ?? null} and p.event = ${event}) as "isOfEvent"`,
  )
  const isGiven = typeof substitute === 'number'
  const others = Math.round((beside?.sum ?? 0) * PARTS_PER_CENT)
  return {
    ...(parts === null && { chance: FOUR_DECIMALS }),
    ...(parts !== null && others + parts > WHOLE && { chance: TOO_MUCH }),
    ...(isGiven && substitute === self && { substitute: ITSELF }),
    ...(isGiven && substitute !== self && !beside?.isOfEvent && { substitute: OF_ANOTHER }),
    ...(await tooLittle(db, self, columns)),
  }
}

/** What is planned of a released event is sealed anew where it changed. */
async function sealed(tx: Tx, id: number, actor: Actor, { config }: AppContext): Promise<void> {
  const gift = await row(
    tx,
    { event: 'number', reason: 'string?' },
    sql`select event, plan_reason as reason from gift_card_event_products where id = ${id}`,
  )
  const event = gift && (await heldEvent(tx, gift.event))
  if (event && event.stage !== 'draft') await sealPlan(tx, config.keys, event, gift.reason, actor)
}
