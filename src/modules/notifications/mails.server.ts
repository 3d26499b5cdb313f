import { sql } from 'kysely'
import type { Happened } from '#server/activity/feed.ts'
import { json, rows, type Sql, type Tx } from '#server/db/db.ts'
import { seenBy } from '#server/resource/scope.ts'
import { complaints } from '../complaints/complaints.ts'
import { choicesOf } from './choices.server.ts'
import { choiceFor, HELD } from './kinds.ts'
import { mailAll, type Noted, type Wanted } from './letters.server.ts'

/** Where such mails are decided about. */
const LINK = '/complaints/mails'

/**
 * Mails that are held ring the bell of those who may decide about them: each of them once, with how many wait for that person.
 * What nobody has read yet is not told beside it, and once none waits any more nothing is left to read.
 */
export async function tellOfMails(tx: Tx, happened: readonly Happened[]): Promise<void> {
  const about = happened.filter(({ module }) => module === 'mailbox')
  const held = about.filter(({ action }) => action === HELD).map(({ id }) => id)
  if (held.length > 0) await ring(tx, held)
  if (about.some(({ action }) => action === 'mail accepted' || action === 'mail dropped')) await calm(tx)
}

interface Waiting {
  user_id: number
  activity: number
  /** Of the newest. */
  title: string
  ticket_id: number | null
  n: number
}

async function ring(tx: Tx, activities: readonly number[]): Promise<void> {
  const found = await deciders(tx, activities)
  const kept = await choicesOf(
    tx,
    found.map(({ user_id }) => user_id),
  )
  const wanted = found.flatMap(({ n, ...one }): (Waiting & Wanted)[] => {
    const person = kept.get(one.user_id)
    const { app, mail, digest } = choiceFor(person?.choices, HELD)
    const ways = { in_app: app, by_mail: mail, in_digest: digest && person?.digest === true }
    return Object.values(ways).some(Boolean) ? [{ ...one, n, ...ways }] : []
  })
  if (wanted.length === 0) return
  const noted = await rows<Noted>(
    tx,
    sql`insert into notifications (user_id, activity, kind, title, params, ticket_id, link, in_app, in_digest)
        select w.user_id, w.activity, ${HELD}, w.title, jsonb_build_object('n', w.n), w.ticket_id, ${LINK}, w.in_app, w.in_digest
        from jsonb_to_recordset(${json(wanted)}) w(user_id bigint, activity bigint, title text, ticket_id bigint, n int, in_app boolean, in_digest boolean)
        on conflict (user_id, activity) do nothing returning id, user_id, activity`,
  )
  await sql`delete from notifications n using unnest(${noted.map(({ id }) => id)}::bigint[]) fresh(id) join notifications f on f.id = fresh.id
    where n.user_id = f.user_id and n.kind = ${HELD} and n.read_at is null and n.id < f.id`.execute(tx)
  await mailAll(tx, wanted, noted)
}

/** Who may decide about one of these mails, with the newest of them and how many wait for that person in all. */
const deciders = (tx: Tx, activities: readonly number[]): Promise<Waiting[]> =>
  rows<Waiting>(
    tx,
    sql`select distinct on (u.id) u.id as user_id, a.id as activity, coalesce(a.record_title, '') as title, m.complaint as ticket_id,
          (select count(*)::int from received_mails m left join complaints c on c.id = m.complaint where m.state = 'held' and ${decides}) as n
        from activity a join received_mails m on m.id = a.record_id and m.state = 'held' left join complaints c on c.id = m.complaint
        join users u on u.deleted_at is null and u.status = 'active' and not u.blocked
        join user_roles o on o.id = u.role and (o.permissions->'complaints'->>'other')::boolean
        where a.id = any(${[...activities]}::bigint[]) and ${decides} order by u.id, a.id desc`,
  )

/** A mail that names no complaint may be of any store: it is for those who see the whole chain. */
const decides: Sql = sql`case when m.complaint is null then o.scope = 'chain' else ${seenBy(complaints, 'c')} end`

const calm = (tx: Tx) =>
  sql`update notifications set read_at = now() where kind = ${HELD} and read_at is null
      and not exists (select 1 from received_mails where state = 'held')`.execute(tx)
