import { sql } from 'kysely'
import { rows, type Sql, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { isWaiting, refuseRows } from '#server/sheets/sheets.ts'
import { text } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { pick } from '../../../shared/resource.ts'
import { giftCardEventProducts } from '../../gift-card-event-products/gift-card-event-products.ts'
import { FOUR_DECIMALS, TOO_MUCH } from './plans.server.ts'

const RELEASED = pack('This event is released: change its plan on its own page')
const NOT_TAKEN = pack('The gift that is given instead is in a row that is not taken')
export const ITSELF = pack('A gift cannot stand in for itself')

/** Gifts of drafts come by workbooks; all of an event together, with those that are there, must fit. */
export const giftImports: Imports = {
  omits: ['substitute', 'image', 'plan_reason'],
  extra: {
    ...pick(giftCardEventProducts, 'by_store'),
    substitute: text('Given instead', {
      max: 191,
      hint: 'Name of another gift of the same event, in this file or there already',
    }),
  },
  resolve: findSubstitutes,
  check,
}

const called = (one: Sql, other: Sql): Sql => sql`lower(${one}) = lower(${other})`
const EVENT = sql`(i."values" ->> 'event')::bigint`
const UNKNOWN = sql`jsonb_typeof(i."values" -> 'substitute') = 'string'`

/** Who stands in is called by name, and may come in the same file: such a row is given its id before it is written. */
async function findSubstitutes(tx: Tx, id: number): Promise<void> {
  await sql`update import_rows n set "values" = n."values" || jsonb_build_object('id', nextval(pg_get_serial_sequence('gift_card_event_products', 'id')))
    where n.import = ${id} and n.verdict <> 'bad' and not n."values" ? 'id'
      and exists (select from import_rows i where i.import = ${id} and ${UNKNOWN} and i."values" -> 'event' = n."values" -> 'event'
        and ${called(sql`i."values" ->> 'substitute'`, sql`n."values" ->> 'name'`)})
      and not exists (select from gift_card_event_products p where p.event = (n."values" ->> 'event')::bigint and p.deleted_at is null
        and p.name = n."values" ->> 'name')`.execute(tx)
  await sql`update import_rows i set "values" = i."values" || jsonb_build_object('substitute', f.id)
    from (
      select i.line, coalesce(
        (select (n."values" ->> 'id')::bigint from import_rows n where n.import = ${id} and n.verdict <> 'bad' and n."values" ? 'id'
           and n."values" -> 'event' = i."values" -> 'event' and ${called(sql`i."values" ->> 'substitute'`, sql`n."values" ->> 'name'`)} limit 1),
        (select p.id from gift_card_event_products p where p.event = ${EVENT} and p.deleted_at is null
           and ${called(sql`i."values" ->> 'substitute'`, sql`p.name`)} order by p.id limit 1)) as id
      from import_rows i where i.import = ${id} and ${UNKNOWN}
    ) f where i.import = ${id} and i.line = f.line and f.id is not null`.execute(tx)
  const none = await rows(
    tx,
    { line: 'number', value: 'string' },
    sql`update import_rows i set "values" = i."values" - 'substitute' from (
          select i.line, left(i."values" ->> 'substitute', 80) as value from import_rows i where i.import = ${id} and ${UNKNOWN}
        ) u where i.import = ${id} and i.line = u.line returning u.line, u.value`,
  )
  const said = (value: string) => pack('{{field}}: there is none called “{{value}}”', { field: 'Given instead', value })
  await refuseRows(
    tx,
    id,
    none.map(({ line, value }) => ({ line, errors: { substitute: said(value) } })),
  )
}

async function check(tx: Tx, id: number): Promise<void> {
  const found = await rows(
    tx,
    { line: 'number', is_released: 'boolean', is_fine: 'boolean', is_too_much: 'boolean', is_itself: 'boolean' },
    sql`with told as (
          select i.line, i.target, p.event, coalesce(p.chance, t.chance, 0) as chance,
            p.substitute is not null and p.substitute = coalesce(i.target, p.id) as is_itself
          from import_rows i left join gift_card_event_products t on t.id = i.target
            cross join lateral jsonb_populate_record(null::gift_card_event_products, i."values") p
          where i.import = ${id} and i.verdict <> 'bad'
        ), sums as (
          select e.event, sum(e.chance) + coalesce((select sum(o.chance) from gift_card_event_products o where o.event = e.event and o.deleted_at is null
            and not exists (select from told k where k.target = o.id)), 0) as sum
          from told e group by e.event
        )
        select t.line, r.is_released, t.chance = round(t.chance, 4) as is_fine, s.sum > 100 as is_too_much, t.is_itself
        from told t join import_rows i on i.import = ${id} and i.line = t.line and ${isWaiting(id)}
          join sums s on s.event = t.event left join gift_card_events e on e.id = t.event
          cross join lateral (select coalesce(e.stage <> 'draft', true) and i.verdict <> 'same' as is_released) r
        where r.is_released or t.chance <> round(t.chance, 4) or s.sum > 100 or t.is_itself`,
  )
  await refuseRows(
    tx,
    id,
    found.map(({ line, is_released, is_fine, is_too_much, is_itself }) => ({
      line,
      errors: {
        ...(is_released && { event: RELEASED }),
        ...(is_fine ? is_too_much && { chance: TOO_MUCH } : { chance: FOUR_DECIMALS }),
        ...(is_itself && { substitute: ITSELF }),
      },
    })),
  )
  await refuseDangling(tx, id)
}

/** A row whose substitute is not taken is not taken either, and so on. */
async function refuseDangling(tx: Tx, id: number): Promise<void> {
  const found = await rows(
    tx,
    { line: 'number' },
    sql`with recursive gone as (
          select n.line, n."values" ->> 'id' as id from import_rows n where n.import = ${id} and n.verdict = 'bad' and n."values" ? 'id'
          union
          select i.line, i."values" ->> 'id' from gone join import_rows i on i.import = ${id} and i."values" ->> 'substitute' = gone.id
        )
        select i.line from gone join import_rows i on i.import = ${id} and i.line = gone.line where i.verdict <> 'bad' and ${isWaiting(id)}`,
  )
  await refuseRows(
    tx,
    id,
    found.map(({ line }) => ({ line, errors: { substitute: NOT_TAKEN } })),
  )
}
