import { sql } from 'kysely'
import { inTransaction, row, type Sql, type Tx } from '#server/db/db.ts'
import type { RowCall } from '#server/http/route.ts'
import { refuseDangling } from '#server/resource/dangling.ts'
import { lockedRow, placeInScope } from '#server/resource/handlers.ts'
import type { BulkAction } from '#server/resource/module-options.ts'
import { changeScopeOf, refuseShared, scopeOf } from '#server/resource/scope.ts'
import { type Columns, change, insert, refuseStale } from '#server/resource/statements.ts'
import { count, isWritable, longText } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { entriesOf } from '../../shared/resource.ts'
import { plusDays } from '../../shared/time/spans.ts'
import { TODAY } from '../../shared/time/today.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { concernsFor, settled } from './judged.server.ts'
import { copiesOf, keepCopies } from './pictures.server.ts'
import { productPromotions } from './product-promotions.ts'
import { NEEDS_REASON } from './rules.ts'

const REASON = { reason: longText('Reason', { max: 500 }) }
const YEAR = 366

/** Prolongs by some days. */
const extend: BulkAction = {
  summary: 'Later end date, by some days',
  needs: 'edit',
  body: { days: count('Days longer', { required: true, min: 1, max: YEAR }), ...REASON },
  run: (call) =>
    alter(call, 'extend', ({ ends_on }) => ({ ends_on: plusDays(String(ends_on), Number(call.body.days)) })),
}

/** What runs has its last day behind it; what began only today has no day left, and is switched off. */
const end: BulkAction = {
  summary: 'Ends what is running, as of now',
  needs: 'edit',
  body: {},
  run: (call) =>
    alter(call, 'end', ({ active, starts_on, ends_on }, today) => {
      const [first, last] = [String(starts_on), String(ends_on)]
      if (!active || first > today || last < today) refuse('not running')
      return first === today ? { active: false } : { ends_on: plusDays(today, -1) }
    }),
}

const activate: BulkAction = {
  summary: 'Makes active',
  needs: 'edit',
  body: REASON,
  run: (call) => alter(call, 'activate', () => ({ active: true })),
}
const deactivate: BulkAction = {
  summary: 'Makes inactive',
  needs: 'edit',
  body: {},
  run: (call) => alter(call, 'deactivate', () => ({ active: false })),
}

/** The same once more in other stores. */
const copy: BulkAction = {
  summary: 'A copy in other stores',
  needs: 'add',
  creates: true,
  body: { stores: { ...productPromotions.fields.stores, required: true }, ...REASON },
  run: (call) => repeat(call, 'copy', () => ({ stores: call.body.stores })),
}

/** The same once more from a later week on: whole weeks, so that it begins on the same day of the week and never overlaps itself. */
const again: BulkAction = {
  summary: 'The same again next week; of one that is longer, after its last week',
  needs: 'add',
  creates: true,
  body: REASON,
  run: (call) =>
    repeat(call, 'again', ({ starts_on, ends_on }) => {
      const [first, last] = [String(starts_on), String(ends_on)]
      const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
      const weeks = Math.ceil(days / 7) * 7
      return { starts_on: plusDays(first, weeks), ends_on: plusDays(last, weeks) }
    }),
}

export const acts = { extend, end, activate, deactivate, copy, again }

/** Changes one promotion under the rules of every change. */
async function alter(call: RowCall, action: string, set: (old: Columns, today: string) => Columns): Promise<void> {
  const { db, actor, context, id } = call
  await inTransaction(db, async (tx) => {
    await refuseShared(tx, productPromotions, id, actor)
    const old = await standing(tx, call, changeScopeOf(productPromotions, actor))
    const columns = { ...set(old, await todayOf(tx)), ...reasonOf(call) }
    // Whatever was wrong with it, it may end.
    const isLess = columns.active === false || String(columns.ends_on ?? '') < String(old.ends_on)
    if (!isLess || columns.active === true) {
      const next = { ...old, ...columns }
      await settled(tx, context, next, id)
      await refuseUnreasoned(tx, call, old, next)
    }
    await change(tx, productPromotions, { id, set: columns, action, scope: null }, actor)
  })
  context.feed.nudge()
}

/** The reason that is there speaks for what it was given for: what only comes by this act asks for one of its own. */
async function refuseUnreasoned(tx: Tx, { context, id, body }: RowCall, old: Columns, next: Columns): Promise<void> {
  if (body.reason) return
  const before = await concernsFor(tx, context, { ...old, active: true }, id)
  const after = await concernsFor(tx, context, next, id)
  const fields = Object.fromEntries(Object.entries(after).filter(([name]) => !(name in before)))
  if (Object.keys(fields).length > 0) refuse('invalid', { fields: { ...fields, reason: NEEDS_REASON } })
}

/** Makes a further promotion from one; what justified the first does not justify this one. */
async function repeat(call: RowCall, action: string, set: (old: Columns) => Columns): Promise<void> {
  const { db, actor, context, id } = call
  await inTransaction(db, async (tx) => {
    const old = await standing(tx, call, scopeOf(productPromotions, actor))
    const pictures = await copiesOf(tx, context, { module: productPromotions.name, recordId: id, field: 'images' })
    const images = pictures.map((one) => one.id)
    const next: Columns = {
      ...kept(old),
      active: true,
      code: null,
      reason: null,
      images,
      ...set(old),
      ...reasonOf(call),
    }
    placeInScope(productPromotions, next, actor)
    await refuseDangling(tx, productPromotions, next, actor)
    await settled(tx, context, next, null)
    const made = await insert(tx, productPromotions, next, actor, action)
    await keepCopies(tx, pictures, { module: productPromotions.name, recordId: made, field: 'images' })
  })
  context.feed.nudge()
}

const kept = (old: Columns): Columns =>
  Object.fromEntries(
    entriesOf(productPromotions).flatMap(([name, field]) => (isWritable(field) ? [[name, old[name]]] : [])),
  )

const reasonOf = ({ body }: RowCall): Columns => (body.reason ? { reason: body.reason } : {})

const todayOf = async (tx: Tx): Promise<string> =>
  (await row(tx, { today: 'string' }, sql`select ${sql.raw(TODAY)}::text as today`))?.today ?? ''

async function standing(tx: Tx, { actor, id, body }: RowCall, scope: Sql | null): Promise<Columns> {
  const old = await lockedRow(tx, productPromotions, id, scope)
  if (typeof body.version === 'number' && old.version !== body.version)
    await refuseStale(tx, productPromotions, id, body.version, actor.language)
  return old
}
