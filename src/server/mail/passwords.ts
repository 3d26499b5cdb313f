import { createDecipheriv } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction, row, rows, type Sql, type Tx } from '../db/db.ts'
import { decrypt, type Keys, seal } from '../private/keys.ts'

const PLACE = 'mailboxes.password'

/** Of a person's own mailbox: a sealed password opens for nobody else. */
export const connectionPlace = (user: number): string => `mail_connections.${user}`

/** Seals a password of a mail server for the database; the keys are not in it. */
export const encryptPassword = (keys: Keys, password: string, place = PLACE): string => seal(keys, place, password, '')

/** The password, or null where no key of ours opens it or it was tampered with. */
export function decryptPassword(keys: Keys, sealed: string, place = PLACE): string | null {
  try {
    return isFormer(sealed) ? openFormer(keys, sealed) : decrypt(keys, place, sealed)
  } catch {
    return null
  }
}

/** Seals with the newest key what another one sealed; what none opens stays, and has to be entered again. Answers how many. */
export async function rotatePasswordKeys(db: Db, keys: Keys): Promise<number> {
  let count = await inTransaction(db, (tx) => resealRow(tx, keys, sql`mailboxes`, sql`id = 1`, PLACE))
  const people = await rows(db, { user_id: 'number' }, sql`select user_id from mail_connections order by user_id`)
  for (const { user_id } of people)
    count += await inTransaction(db, (tx) =>
      resealRow(tx, keys, sql`mail_connections`, sql`user_id = ${user_id}`, connectionPlace(user_id)),
    )
  return count
}

async function resealRow(tx: Tx, keys: Keys, table: Sql, which: Sql, place: string): Promise<number> {
  const kept = await row(
    tx,
    { smtp_password: 'string?', imap_password: 'string?' },
    sql`select smtp_password, imap_password from ${table} where ${which} for update`,
  )
  let count = 0
  for (const [name, sealed] of Object.entries(kept ?? {})) {
    if (sealed === null || sealed.split('.')[1] === keys.newest.id) continue
    const password = decryptPassword(keys, sealed, place)
    if (password === null) continue
    const anew = encryptPassword(keys, password, place)
    await sql`update ${table} set ${sql.ref(name)} = ${anew} where ${which}`.execute(tx)
    count++
  }
  return count
}

/** Version, nonce, tag, text: sealed with a key of the house's secret alone. */
const isFormer = (sealed: string): boolean => sealed.split('.').length === 4

function openFormer({ all }: Keys, sealed: string): string | null {
  const [nonce, tag, text] = sealed
    .split('.')
    .slice(1)
    .map((part) => Buffer.from(part, 'base64url'))
  if (!nonce || tag?.length !== 16 || !text) return null
  for (const { former } of all)
    try {
      const cipher = createDecipheriv('aes-256-gcm', former, nonce)
      cipher.setAuthTag(tag)
      return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8')
    } catch {
      // Another key's.
    }
  return null
}
