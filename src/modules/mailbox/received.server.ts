import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { type Db, inTransaction, row, rows } from '#server/db/db.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { one } from '#server/resource/query.ts'
import { count } from '../../shared/fields.ts'
import { type Language, tell } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { RECEIVED_STATES, type ReceivedMail } from './mailbox.ts'

const read = { permission: 'system', flag: 'read' } as const
const edit = { permission: 'system', flag: 'edit' } as const
const PAGE = 25

/** Mail that came: what was held or could not be read, and what a person decides about it. */
export const receivedRoutes: Route[] = [
  get(
    'mailbox/received',
    { needs: read, summary: 'Mail that came, newest first', query: { state: 'one of its states', page: 'from 1' } },
    (call) => list(call),
  ),
  get('mailbox/received/:id', { needs: read, summary: 'One of them, its words cleaned' }, async ({ db, id }) => {
    const found = await row(
      db,
      sql`select ${LINE}, m.body_html as body from received_mails m left join complaints c on c.id = m.complaint where m.id = ${id}`,
    )
    return found ?? refuse('not found')
  }),
  post(
    'mailbox/received/:id/accept',
    {
      needs: edit,
      body: { complaint: count('Complaint', { min: 1 }) },
      summary: 'Take a held mail in: as a further word on the complaint named, or as a complaint of its own',
    },
    (call) => accept(call),
  ),
  post('mailbox/received/:id/retry', { needs: edit, summary: 'Try to read a parked mail again' }, (call) =>
    decide(call, ['parked'], null),
  ),
  post('mailbox/received/:id/drop', { needs: edit, summary: 'Let a held or parked mail be' }, (call) => drop(call)),
]

const said = (mail: ReceivedMail, language: Language): ReceivedMail => ({
  ...mail,
  reason: mail.reason && tell(mail.reason, language),
})

const LINE = sql`m.id, m.state, m.sender, m.sender_name, m.subject, m.reason, m.tries, m.bytes, m.left_out, m.sent_at, m.created_at,
  case when c.id is null then null else json_build_object('id', c.id, 'name', c.issue_number) end as complaint`

async function list({ db, query, actor }: Call) {
  const states: string[] = RECEIVED_STATES.map(({ value }) => value)
  const state = one(query.state) ?? ''
  const page = Math.min(Math.max(Math.trunc(Number(one(query.page) ?? 1)) || 1, 1), 10_000)
  const where = states.includes(state) ? sql`m.state = ${state}` : sql`true`
  const data = await rows<ReceivedMail>(
    db,
    sql`select ${LINE} from received_mails m left join complaints c on c.id = m.complaint where ${where} order by m.id desc limit ${PAGE} offset ${(page - 1) * PAGE}`,
  )
  const counted = await row<{ n: number }>(db, sql`select count(*)::int as n from received_mails m where ${where}`)
  return { data: data.map((mail) => said(mail, actor.language)), total: counted?.n ?? 0, page, perpage: PAGE }
}

async function accept(call: Call<{ complaint?: number | null }>): Promise<null> {
  const { complaint } = call.body
  if (complaint) {
    const found = await row(call.db, sql`select 1 as n from complaints where id = ${complaint} and deleted_at is null`)
    if (!found) refuse('invalid', { fields: { complaint: pack('{{field}} is not valid', { field: 'Complaint' }) } })
  }
  return decide(call, ['held', 'ignored'], complaint ?? 0)
}

/** The reader takes it up at its next look. */
async function decide(
  { db, actor, id, house }: Pick<Call, 'db' | 'actor' | 'id' | 'house'>,
  from: string[],
  wish: number | null,
): Promise<null> {
  await inTransaction(db, async (tx) => {
    const found = await row<{ subject: string | null }>(
      tx,
      sql`update received_mails set state = 'arriving', wish = ${wish}::bigint, tries = 0, fingerprint = null, reason = null, settled_at = null
          where id = ${id} and state = any(${from}::text[]) returning subject`,
    )
    if (!found) refuse('not found')
    await record(tx, actor, {
      action: wish === null ? 'mail retry' : 'mail accepted',
      module: 'mailbox',
      recordId: id,
      title: found.subject,
    })
  })
  house.feed.nudge()
  return null
}

async function drop({ db, actor, id, house }: { db: Db } & Pick<Call, 'actor' | 'id' | 'house'>): Promise<null> {
  await inTransaction(db, async (tx) => {
    const found = await row<{ subject: string | null }>(
      tx,
      sql`update received_mails set state = 'dropped', settled_at = now() where id = ${id} and state in ('held', 'parked') returning subject`,
    )
    if (!found) refuse('not found')
    await record(tx, actor, { action: 'mail dropped', module: 'mailbox', recordId: id, title: found.subject })
  })
  house.feed.nudge()
  return null
}
