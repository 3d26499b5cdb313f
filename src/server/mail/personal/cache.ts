import { sql } from 'kysely'
import { type Db, rows } from '../../db/db.ts'
import { decrypt, hashesOf, type Keys, seal } from '../../private/keys.ts'
import type { MailHeader } from './headers.ts'

/** How long a header is kept, as it was first looked at. */
export const HEADER_DAYS = 30

/** A folder as it is numbered now. */
export interface NumberedFolder {
  user: number
  path: string
  validity: number
}

const placeOf = (user: number): string => `mail_headers.${user}`
const folderHash = (keys: Keys, { user, path }: NumberedFolder): string => newest(keys, `mail folder ${user} ${path}`)

/** A keyed hash under the newest key. */
export const newest = (keys: Keys, text: string): string => hashesOf(keys, text)[0] ?? ''

/** How an address stands beside a sealed header, to be found again by who has the keys. */
export const personHash = (address: string): string => `mail person ${address.toLowerCase()}`

/** The headers known of these mails, by UID. What a key of another time sealed is not known. */
export async function knownHeaders(
  db: Db,
  keys: Keys,
  folder: NumberedFolder,
  uids: readonly number[],
): Promise<Map<number, MailHeader>> {
  const found = await rows(
    db,
    { uid: 'number', header: 'string' },
    sql`select uid, header from mail_headers where user_id = ${folder.user} and folder = ${folderHash(keys, folder)}
          and validity = ${folder.validity} and uid = any(${[...uids]}::bigint[])`,
  )
  const known = new Map<number, MailHeader>()
  for (const { uid, header } of found)
    try {
      known.set(uid, JSON.parse(decrypt(keys, placeOf(folder.user), header)) as MailHeader) // what was sealed here
    } catch {
      // It is asked for again.
    }
  return known
}

/** Keeps headers for the next look; where the connection was removed meanwhile, nothing. */
export async function keepHeaders(
  db: Db,
  keys: Keys,
  folder: NumberedFolder,
  headers: ReadonlyMap<number, MailHeader>,
): Promise<void> {
  if (headers.size === 0) return
  const entries = [...headers]
  const people = entries.map(([, { from, to }]) =>
    [from, ...to].slice(0, 50).map(({ address }) => newest(keys, personHash(address))),
  )
  await sql`insert into mail_headers (user_id, folder, validity, uid, header, people)
    select c.user_id, ${folderHash(keys, folder)}, ${folder.validity}::bigint, h.uid, h.header, array(select jsonb_array_elements_text(h.people))
    from mail_connections c, unnest(${entries.map(([uid]) => uid)}::bigint[],
      ${entries.map(([, header]) => seal(keys, placeOf(folder.user), JSON.stringify(header), ''))}::text[],
      ${people.map((hashes) => JSON.stringify(hashes))}::jsonb[]) h(uid, header, people)
    where c.user_id = ${folder.user}
    on conflict (user_id, folder, validity, uid) do update set header = excluded.header, people = excluded.people`.execute(
    db,
  )
}

/** What is left of a folder that was numbered anew, or of mails that are gone, says nothing any more. */
export async function forgetNumbering(db: Db, keys: Keys, folder: NumberedFolder): Promise<void> {
  await sql`delete from mail_headers where user_id = ${folder.user} and folder = ${folderHash(keys, folder)} and validity <> ${folder.validity}`.execute(
    db,
  )
}
