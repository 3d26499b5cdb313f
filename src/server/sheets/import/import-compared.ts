import { sql } from 'kysely'
import type { ImportView } from '../../../shared/api.ts'
import { isWritable } from '../../../shared/fields.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import type { Actor } from '../../actor.ts'
import { type Db, rows } from '../../db/db.ts'
import { jsonOf } from '../../db/shape.ts'
import type { Imports } from '../../resource/import-options.ts'
import { shown } from '../../resource/query/columns.ts'
import { goneOf } from './import-judge.ts'

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
  const found = await rows(
    db,
    { line: 'number', name: 'string?', now: jsonOf<Record_>(), later: jsonOf<Record_>() },
    sql`select i.line, b.${sql.ref(definition.title)}::text as name, (select to_jsonb(t) from (select ${list} from (select b.*) r) t) as now,
          (select to_jsonb(t) from (select ${list} from jsonb_populate_record(b, i."values") r) t) as later
        from import_rows i join ${sql.table(definition.table)} b on b.id = i.target
        where i.import = ${id} and i.verdict = 'changed' order by i.line limit ${sql.lit(most)} offset ${sql.lit(from)}`,
  )
  const fields = entriesOf(definition).filter(([, field]) => isWritable(field))
  return found.map(({ line, name, now, later }) => ({
    line,
    name: name ?? '',
    fields: Object.fromEntries(
      fields.flatMap(([field]): [string, [unknown, unknown]][] =>
        JSON.stringify(now[field]) === JSON.stringify(later[field]) ? [] : [[field, [now[field], later[field]]]],
      ),
    ),
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
