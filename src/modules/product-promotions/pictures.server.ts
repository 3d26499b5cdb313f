import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '#server/app-context.ts'
import { json, rows, type Tx } from '#server/db/db.ts'
import { narrowed } from '#server/db/shape.ts'
import type { FileSlot } from '#server/files/files.ts'
import { type Located, otherPlaceOf, pathOf, thumbnailPathOf } from '#server/files/paths.ts'

/** A picture of its own for a further record, from one of another: each record holds its files alone. */
export interface Copy {
  id: string
  of: string
  folder: string
}

/** Writes copies of a record's pictures beside them; those that no record comes to hold are swept like any other left over. */
export async function copiesOf(tx: Tx, { files }: Pick<AppContext, 'files'>, from: FileSlot): Promise<Copy[]> {
  const found = await rows(
    tx,
    { id: 'string', area: narrowed<Located['area']>('string'), folder: 'string' },
    sql`select f.id, f.area, f.folder from stored_files f join product_promotions r on r.id = f.record_id
        where f.module = ${from.module} and f.record_id = ${from.recordId} and f.field = ${from.field} order by array_position(r.images, f.id)`,
  )
  const copies: Copy[] = []
  for (const file of found) {
    const content = (await files.get(pathOf(file))) ?? (await files.get(pathOf(otherPlaceOf(file))))
    if (!content) continue
    const place = { id: randomBytes(24).toString('base64url'), area: 'upload', folder: file.folder } as const
    await files.put(pathOf(place), content)
    const small = (await files.get(thumbnailPathOf(file))) ?? (await files.get(thumbnailPathOf(otherPlaceOf(file))))
    if (small) await files.put(thumbnailPathOf(place), small)
    copies.push({ id: place.id, of: file.id, folder: file.folder })
  }
  return copies
}

export async function keepCopies(
  tx: Tx,
  copies: readonly Copy[],
  { module, recordId, field }: FileSlot,
): Promise<void> {
  await sql`insert into stored_files (id, name, type, bytes, width, height, has_thumbnail, area, folder, owner, module, record_id, field, claimed_at, sha256)
    select c.id, f.name, f.type, f.bytes, f.width, f.height, f.has_thumbnail, 'upload', c.folder, f.owner, ${module}, ${recordId}, ${field}, now(), f.sha256
    from jsonb_to_recordset(${json(copies)}) c(id text, of text, folder text) join stored_files f on f.id = c.of`.execute(
    tx,
  )
}
