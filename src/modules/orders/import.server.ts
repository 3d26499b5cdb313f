import { sql } from 'kysely'
import { all, json, rows, type Tx } from '#server/db/db.ts'
import type { Imports } from '#server/resource/import-options.ts'
import { differs, isWaiting, refuseRows } from '#server/sheets/sheets.ts'
import { checkValue } from '../../shared/checks.ts'
import { text } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { goodsOf, parcelsOf } from './goods-text.ts'
import { orders } from './orders.ts'
import { wrongOf } from './rules.server.ts'
import { isOut, SAYABLE, upsertOrder } from './upsert.server.ts'

const { lines, parcels } = orders.fields
const UNREADABLE = pack('Please write the goods as: name · quantity · price · barcode; next name · …')
const STAYS = pack('This order is scanned out already: it stays as it is, and stands among the conflicts.')
const AT_ONCE = 2000

/** A row is an order; goods and parcels stand in one cell each, as an export writes them. Each is written as a system's order is. */
export const orderImports: Imports = {
  extra: {
    lines: text(lines.label, { max: 20_000, hint: 'name · quantity · price · barcode; next name · …' }),
    parcels: text(parcels.label, { max: 4000 }),
  },
  async check(tx, id) {
    for (let from = 0; ; ) {
      const last = await readSome(tx, id, from)
      if (last === null) break
      from = last
    }
    await judgeAgain(tx, id)
  },
  async write(tx, columns, actor) {
    const done = await upsertOrder(tx, columns, actor)
    if ('refusal' in done) return done.refusal
    return undefined
  },
}

interface Waiting {
  lines: string | null
  parcels: string | null
  total: number | null
  ordered_at: string | null
}

/** Goods and parcels as the order keeps them, and what is wrong beyond single cells. Answers the last line that was read. */
async function readSome(tx: Tx, id: number, from: number): Promise<number | null> {
  const found = await rows(
    tx,
    { line: 'number', isNew: 'boolean', lines: 'string?', parcels: 'string?', total: 'number?', ordered_at: 'string?' },
    sql`select i.line, i.target is null as "isNew", i."values" ->> 'lines' as lines, case when i."values" ? 'parcels' then coalesce(i."values" ->> 'parcels', '') end as parcels,
          coalesce((i."values" ->> 'total')::numeric, t.total)::float8 as total, i."values" ->> 'ordered_at' as ordered_at
        from import_rows i left join orders t on t.id = i.target
        where i.import = ${id} and i.line > ${from} and ${isWaiting(id)} and jsonb_typeof(coalesce(i."values" -> 'lines', '""')) in ('string', 'null')
        order by i.line limit ${sql.lit(AT_ONCE)}`,
  )
  const read = found.map((one) => ({ line: one.line, ...readOne(one) }))
  await sql`update import_rows i set "values" = (i."values" - '{lines,parcels}'::text[]) || x.more
    from jsonb_to_recordset(${json(read.map(({ line, more }) => ({ line, more })))}) x(line int, more jsonb)
    where i.import = ${id} and i.line = x.line`.execute(tx)
  const wrong = read.flatMap(({ line, errors }) => (Object.keys(errors).length > 0 ? [{ line, errors }] : []))
  if (wrong.length > 0) await refuseRows(tx, id, wrong)
  return found.at(-1)?.line ?? null
}

function readOne({ isNew, ...said }: Waiting & { isNew: boolean }): { more: object; errors: Record<string, string> } {
  const goods = said.lines === null ? null : goodsOf(said.lines)
  const given = parcelsOf(said.parcels ?? '')
  const more = { ...(goods && { lines: goods }), ...(said.parcels !== null && { parcels: given }) }
  if (said.lines !== null && !goods) return { more, errors: { lines: UNREADABLE } }
  const checked = goods || isNew ? checkValue(lines, goods ?? []) : { value: null }
  if ('error' in checked) return { more, errors: { lines: checked.error } }
  return { more, errors: wrongOf({ ...said, lines: goods ?? [], parcels: given }) }
}

/** With the goods read, whether a row says something else than its order; and a word where it comes too late. */
async function judgeAgain(tx: Tx, id: number): Promise<void> {
  const isOther = all(
    SAYABLE.map(([name, field]) => differs(name, field)),
    sql` or `,
  )
  await sql`update import_rows i set verdict = case when x.differs then 'changed' else 'same' end,
      warnings = case when x.differs and x.is_out then coalesce(i.warnings, '{}') || ${json({ code: STAYS })} else i.warnings end
    from (
      select i.line, ${isOut} as is_out, ${isOther} as differs
      from import_rows i join orders r on r.id = i.target cross join lateral jsonb_populate_record(r, i."values") p
      where i.import = ${id} and ${isWaiting(id)} and i.verdict <> 'bad'
    ) x where i.import = ${id} and i.line = x.line`.execute(tx)
}
