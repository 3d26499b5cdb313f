import { sql } from 'kysely'
import { row } from '#server/db/db.ts'
import { type FileAccess, type FileAccesses, seesRecord } from '#server/files/access.ts'
import { FACES, type Face } from '../faces.ts'

/** Pictures of a released event and of its gifts are on its public page: its code opens them. */
const ofEvent: FileAccess = {
  isFollowed: async (db, { record_id }, code) =>
    (await row(
      db,
      { one: 'number' },
      sql`select 1 as one from gift_card_events where id = ${record_id} and code = ${code} and stage <> 'draft' and deleted_at is null`,
    )) !== undefined,
}
const ofGift = ({ event, gift }: Face): FileAccess => ({
  /** The desk of an event shows its gifts to people who do not read their list. */
  isOpen: async (db, { record_id }, actor) => {
    const found = await row(
      db,
      { event: 'number' },
      sql`select event from gift_card_event_products where id = ${record_id}`,
    )
    return (
      found !== undefined &&
      ((await seesRecord(db, gift, record_id, actor)) || (await seesRecord(db, event, found.event, actor)))
    )
  },
  isFollowed: async (db, { record_id }, code) =>
    (await row(
      db,
      { one: 'number' },
      sql`select 1 as one from gift_card_event_products p join gift_card_events e on e.id = p.event
          where p.id = ${record_id} and e.code = ${code} and e.stage <> 'draft' and e.deleted_at is null and p.deleted_at is null`,
    )) !== undefined,
})

export const followedPictures: FileAccesses = Object.fromEntries(
  FACES.flatMap((face) => [
    [face.event.name, ofEvent],
    [face.gift.name, ofGift(face)],
  ]),
)
