import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import { inTransaction, row, rows, type Sql, type Tx } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { described, NAMED, namedAnswer, orNull, pageOf } from '#server/http/answers.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { READS_MAIL } from '#server/mail/mailbox.ts'
import { AWAITS_DECISION } from '#server/mail/receiving.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { doerOf } from '#server/resource/statements.ts'
import { assertVisible } from '#server/resource/visible.ts'
import { count } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import type { Language } from '../../../shared/language.ts'
import { tell } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { RECEIVED_STATES, type ReceivedMail } from '../../mailbox/mailbox.ts'
import { complaints } from '../complaints.ts'
import { DIRECTS } from '../flow.ts'

/** As writing to customers is: who may do that decides what becomes of their mail. */
const needs = { permission: 'complaints', flag: 'other' } as const
const decides = { permission: 'complaints', flag: DIRECTS } as const
const PAGE = 25
const DECISIONS = ['mail accepted', 'mail retry', 'mail dropped'] as const
type Decision = (typeof DECISIONS)[number]

const RECEIVED_MAIL = {
  id: 'number',
  state: narrowed<ReceivedMail['state']>('string'),
  sender: 'string?',
  sender_name: 'string?',
  subject: 'string?',
  reason: 'string?',
  tries: 'number',
  bytes: 'number',
  left_out: 'string[]',
  sent_at: 'date?',
  created_at: 'date',
  complaint: jsonOf<{ id: number; name: string } | null>(),
} as const

const RECEIVED_SHOWN = { ...RECEIVED_MAIL, state: 'string', complaint: orNull(NAMED) } as const
const RECEIVED = namedAnswer('MailThatCame', RECEIVED_SHOWN)

/** Mail that came: what was held or could not be read, and what a person decides about it. */
export const receivedRoutes: Route[] = [
  get(
    'mailbox/received',
    {
      needs,
      summary: 'Mail that came, newest first',
      answers: pageOf(RECEIVED, { is_read: described('whether the mailbox is read at all', 'boolean') }),
      query: {
        state: 'one of its states, or waiting for those that a person decides about',
        page: 'from 1; beyond the last it is the last',
      },
    },
    (call) => list(call),
  ),
  get(
    'mailbox/received/:id',
    { needs, answers: { ...RECEIVED_SHOWN, body: 'string?' }, summary: 'One of them, its words cleaned' },
    async ({ db, actor, id }) => {
      const found = await row(
        db,
        { ...RECEIVED_MAIL, body: 'string?' },
        sql`select ${LINE}, m.body_html as body from received_mails m left join complaints c on c.id = m.complaint where m.id = ${id} and ${mine(actor)}`,
      )
      return found ? said(found, actor.language) : refuse('not found')
    },
  ),
  post(
    'mailbox/received/:id/accept',
    {
      needs: decides,
      body: { complaint: count('Complaint', { min: 1 }) },
      answers: null,
      summary: 'Take a held mail in: as a further word on the complaint named, or as a complaint of its own',
    },
    (call) => accept(call),
  ),
  post(
    'mailbox/received/:id/retry',
    { needs: decides, answers: null, summary: 'Try to read a parked mail again' },
    (call) => decide(call, 'mail retry', arriving(call, ['parked'], null)),
  ),
  post(
    'mailbox/received/:id/drop',
    { needs: decides, answers: null, summary: 'Let a held or parked mail be' },
    (call) => decide(call, 'mail dropped', dropped(call)),
  ),
]

/** A mail that names no complaint may be of any store: it is for those who see the whole chain. */
function mine(actor: Actor): Sql {
  const scope = scopeOf(complaints, actor)
  return scope ? sql`m.complaint in (select r.id from complaints r where ${scope})` : sql`true`
}

const said = <M extends RowOf<typeof RECEIVED_MAIL>>(mail: M, language: Language): M => ({
  ...mail,
  reason: mail.reason && tell(mail.reason, language),
})

const LINE = sql`m.id, m.state, m.sender, m.sender_name, m.subject, m.reason, m.tries, m.bytes, m.left_out, m.sent_at, m.created_at,
  case when c.id is null then null else json_build_object('id', c.id, 'name', c.issue_number) end as complaint`

async function list({ db, query, actor }: Call) {
  const states: string[] = RECEIVED_STATES.map(({ value }) => value)
  const state = one(query.state) ?? ''
  const wished = Math.min(Math.max(Math.trunc(Number(one(query.page) ?? 1)) || 1, 1), 10_000)
  const isAsked = state === 'waiting' ? AWAITS_DECISION : states.includes(state) ? sql`m.state = ${state}` : sql`true`
  const where = sql`${isAsked} and ${mine(actor)}`
  const counted = await row(
    db,
    { n: 'number', is_read: 'boolean' },
    sql`select count(*)::int as n, ${READS_MAIL} as is_read from received_mails m where ${where}`,
  )
  const { n = 0, is_read = false } = counted ?? {}
  // What is decided goes from its list: the last page may be gone by the time it is asked for.
  const page = Math.min(wished, Math.max(1, Math.ceil(n / PAGE)))
  const data = await rows(
    db,
    RECEIVED_MAIL,
    sql`select ${LINE} from received_mails m left join complaints c on c.id = m.complaint where ${where} order by m.id desc limit ${PAGE} offset ${(page - 1) * PAGE}`,
  )
  return { data: data.map((mail) => said(mail, actor.language)), total: n, page, perpage: PAGE, is_read }
}

async function accept(call: Call<{ complaint?: number | null }>): Promise<null> {
  const { complaint } = call.body
  if (complaint) await assertVisible(call.db, complaints, complaint, call.actor)
  return decide(call, 'mail accepted', arriving(call, ['held', 'ignored'], complaint ?? 0))
}

/** The reader takes it up at its next look. */
const arriving = ({ id, actor }: Pick<Call, 'id' | 'actor'>, from: string[], wish: number | null): Sql =>
  sql`update received_mails m set state = 'arriving', wish = ${wish}::bigint, tries = 0, troubles = 0, again_at = null, fingerprint = null, reason = null, settled_at = null
      where m.id = ${id} and m.state = any(${from}::text[]) and ${mine(actor)} returning m.subject`

const dropped = ({ id, actor }: Pick<Call, 'id' | 'actor'>): Sql =>
  sql`update received_mails m set state = 'dropped', settled_at = now() where m.id = ${id} and ${AWAITS_DECISION} and ${mine(actor)} returning m.subject`

async function decide(
  { db, actor, id, context }: Pick<Call, 'db' | 'actor' | 'id' | 'context'>,
  action: Decision,
  update: Sql,
): Promise<null> {
  await inTransaction(db, async (tx) => {
    const found = await row(tx, { subject: 'string?' }, update)
    if (!found) return refuseDecided(tx, actor, id, context.config.timezone)
    await record(tx, actor, { action, module: 'mailbox', recordId: id, title: found.subject })
  })
  context.feed.nudge()
  return null
}

/** Somebody was faster, unless it is none of the caller's. */
async function refuseDecided(tx: Tx, actor: Actor, id: number, timeZone: string): Promise<never> {
  const found = await row(
    tx,
    { state: narrowed<ReceivedMail['state']>('string'), name: 'string?', address: 'string?', at: 'date?' },
    sql`select m.state, u.user_name as name, a.address, a.at from received_mails m
        left join lateral (select * from activity where module = 'mailbox' and record_id = m.id and action = any(${[...DECISIONS]}::text[]) order by id desc limit 1) a on true
        left join users u on u.id = a.actor where m.id = ${id} and ${mine(actor)}`,
  )
  if (!found) refuse('not found')
  const state = RECEIVED_STATES.find(({ value }) => value === found.state)?.label ?? found.state
  const facts = { state: found.state }
  if (!found.at) refuse('not allowed now', { params: { state }, facts })
  refuse('mail decided', {
    params: { state, who: doerOf(found, actor.language), at: formatMoment(found.at, timeZone) },
    facts,
  })
}
