import { sql } from 'kysely'
import type { ImportView } from '../../../shared/api.ts'
import { isWritable } from '../../../shared/fields.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import type { Actor } from '../../actor.ts'
import { all, type Db, rows, type Sql } from '../../db/db.ts'
import { jsonOf } from '../../db/shape.ts'
import type { Imports } from '../../resource/import-options.ts'
import { shown } from '../../resource/query/columns.ts'
import { differs, goneOf } from './import-judge.ts'

interface Bounds {
  most: number
  from: number
}
type Record_ = Record<string, unknown>

/** Records that the rows would change, with the fields in which they differ, as the list shows them now and then. */
export async function changesOf(
  db: Db,
  definition: Definition,
  id: number,
  { language }: Actor,
  { most, from }: Bounds,
): Promise<NonNullable<ImportView['changes']>> {
  const list = shown(definition, 'list', language)
  const differing = entriesOf(definition).flatMap(([name, field]) =>
    isWritable(field) ? [sql`case when ${differs(name, field, 'p', 'b')} then ${name} end` as Sql] : [],
  )
  const found = await rows(
    db,
    { line: 'number', name: 'string?', differing: 'string[]', now: jsonOf<Record_>(), later: jsonOf<Record_>() },
    sql`select i.line, b.${sql.ref(definition.title)}::text as name, array_remove(array[${all(differing, sql`, `)}]::text[], null) as differing,
          (select to_jsonb(t) from (select ${list} from (select b.*) r) t) as now, (select to_jsonb(t) from (select ${list} from (select p.*) r) t) as later
        from import_rows i join ${sql.table(definition.table)} b on b.id = i.target cross join lateral jsonb_populate_record(b, i."values") p
        where i.import = ${id} and i.verdict = 'changed' order by i.line limit ${sql.lit(most)} offset ${sql.lit(from)}`,
  )
  return found.map(({ line, name, differing, now, later }) => ({
    line,
    name: name ?? '',
    fields: Object.fromEntries(differing.map((field) => [field, [now[field], later[field]]])),
  }))
}

/** Records that would go, as the list shows them. */
export async function goneRows(
  db: Db,
  definition: Definition,
  imports: Imports,
  id: number,
  actor: Actor,
  { most, from }: Bounds,
): Promise<Record_[]> {
  const gone = goneOf(definition, imports, id, actor)
  if (!gone) return []
  return rows(
    db,
    sql`select ${shown(definition, 'list', actor.language)} from ${gone} r order by r.id limit ${sql.lit(most)} offset ${sql.lit(from)}`,
  )
}
