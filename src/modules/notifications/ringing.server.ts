import { sql } from 'kysely'
import { json, rows, type Tx } from '#server/db/db.ts'
import { choicesOf } from './choices.server.ts'
import { choiceFor, type KindName } from './kinds.ts'
import { mailAll, NOTED, type Wanted } from './staff-mails.server.ts'

/** What one person is told of, that is no ticket's activity. */
export interface Ring {
  user_id: number
  activity: number
  title: string
  ticket_id: number | null
  params: Record<string, string | number>
  /** Where it leads, if not where all of them do. */
  link?: string
}

/** Rings the bell of each as they chose to be told. What nobody has read yet of the same kind and page is not told beside it. */
export async function ring(tx: Tx, kind: KindName, link: string, found: readonly Ring[]): Promise<void> {
  const kept = await choicesOf(
    tx,
    found.map(({ user_id }) => user_id),
  )
  const wanted = found.flatMap((one): (Ring & Wanted)[] => {
    const person = kept.get(one.user_id)
    const { app, mail, digest } = choiceFor(person?.choices, kind)
    const ways = { in_app: app, by_mail: mail, in_digest: digest && person?.digest === true }
    return Object.values(ways).some(Boolean) ? [{ ...one, ...ways }] : []
  })
  if (wanted.length === 0) return
  const noted = await rows(
    tx,
    NOTED,
    sql`insert into notifications (user_id, activity, kind, title, params, ticket_id, link, in_app, in_digest)
        select w.user_id, w.activity, ${kind}, w.title, w.params, w.ticket_id, coalesce(w.link, ${link}), w.in_app, w.in_digest
        from jsonb_to_recordset(${json(wanted)}) w(user_id bigint, activity bigint, title text, ticket_id bigint, params jsonb, link text, in_app boolean, in_digest boolean)
        on conflict (user_id, activity) do nothing returning id, user_id, activity`,
  )
  await sql`delete from notifications n using unnest(${noted.map(({ id }) => id)}::bigint[]) fresh(id) join notifications f on f.id = fresh.id
    where n.user_id = f.user_id and n.kind = ${kind} and n.link = f.link and n.read_at is null and n.id < f.id`.execute(
    tx,
  )
  await mailAll(tx, wanted, noted)
}
