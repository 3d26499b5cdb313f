import { sql } from 'kysely'
import { type Db, inTransaction, row, rows, type Tx } from '../../db/db.ts'
import { decrypt, hashesOf, type Keys, seal } from '../../private/keys.ts'
import { HEADER_DAYS, personHash } from './cache.ts'
import { forgetQueued, openQueued, sealQueued } from './queue.ts'

/** Mails that could not be sent are kept for their writers this long. */
const UNSENT_DAYS = 30
const AT_ONCE = 200

/** Headers whose time is over, words that nobody sends any more, and what is left of mails that went. */
export async function forgetPersonalMail(db: Db): Promise<void> {
  await sql`delete from mail_headers where looked_at < now() - make_interval(days => ${HEADER_DAYS}::int)`.execute(db)
  await inTransaction(db, (tx) =>
    forgetQueued(
      tx,
      sql`m.draft is not null and m.state in ('failed', 'unknown') and m.settled_at < now() - make_interval(days => ${UNSENT_DAYS}::int)`,
    ),
  )
  await sql`delete from personal_mails where draft is null and state in ('filed', 'undone', 'failed', 'unknown')
    and coalesce(settled_at, created_at) < now() - make_interval(days => ${UNSENT_DAYS}::int)`.execute(db)
}

/** Headers that name somebody; what waits to be sent to them is its writer's. Answers how many. */
export async function forgetCorrespondent(tx: Tx, keys: Keys, emails: readonly string[]): Promise<number> {
  const hashes = emails.flatMap((email) => hashesOf(keys, personHash(email)))
  const gone = await rows(tx, sql`delete from mail_headers where people && ${hashes}::text[] returning uid`)
  return gone.length
}

/** How many headers name somebody: all that is kept of their mails to our people. */
export async function headersNaming(db: Db, keys: Keys, email: string): Promise<number> {
  const found = await row(
    db,
    { n: 'number' },
    sql`select count(*)::int as n from mail_headers where people && ${hashesOf(keys, personHash(email))}::text[]`,
  )
  return found?.n ?? 0
}

/** Seals with the newest key what an older one sealed. Headers are asked for again instead. Answers how many values. */
export async function rotatePersonalMail(db: Db, keys: Keys): Promise<number> {
  const { id } = keys.newest
  await sql`delete from mail_headers where split_part(header, '.', 2) <> ${id}`.execute(db)
  let count = 0
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    found = await inTransaction(db, (tx) => resealQueue(tx, keys))
    count += found
  }
  for (let found = AT_ONCE; found === AT_ONCE; ) {
    found = await inTransaction(db, (tx) => resealLinks(tx, keys))
    count += found
  }
  return count
}

async function resealQueue(tx: Tx, keys: Keys): Promise<number> {
  const old = await rows(
    tx,
    { id: 'number', user_id: 'number', draft: 'string' },
    sql`select id, user_id, draft from personal_mails where draft is not null and split_part(draft, '.', 2) <> ${keys.newest.id}
          and split_part(draft, '.', 2) = any(${keys.all.map((key) => key.id)}::text[]) limit ${AT_ONCE} for update skip locked`,
  )
  for (const { id, user_id, draft } of old)
    await sql`update personal_mails set draft = ${sealQueued(keys, user_id, openQueued(keys, user_id, draft))} where id = ${id}`.execute(
      tx,
    )
  return old.length
}

async function resealLinks(tx: Tx, keys: Keys): Promise<number> {
  const old = await rows(
    tx,
    { user_id: 'number', module: 'string', record_id: 'number', hash: 'string', place: 'string' },
    sql`select user_id, module, record_id, hash, place from mail_links where split_part(place, '.', 2) <> ${keys.newest.id}
          and split_part(place, '.', 2) = any(${keys.all.map((key) => key.id)}::text[]) limit ${AT_ONCE} for update skip locked`,
  )
  for (const { user_id, module, record_id, hash, place } of old) {
    const own = `mail_links.${user_id}`
    const anew = seal(keys, own, decrypt(keys, own, place), '')
    await sql`update mail_links set place = ${anew} where user_id = ${user_id} and module = ${module} and record_id = ${record_id} and hash = ${hash}`.execute(
      tx,
    )
  }
  return old.length
}
