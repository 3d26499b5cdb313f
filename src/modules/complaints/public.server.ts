import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction, row, rows, type Tx } from '#server/db/db.ts'
import { claimFiles } from '#server/files/files.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { htmlOfText } from '#server/resource/clean.ts'
import { insert } from '#server/resource/write.ts'
import { email, files, flag, longText, phone, ref, text } from '../../shared/fields.ts'
import { pack } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { DIFFICULTY_BITS, hasZeroBits, LEAST_SECONDS, MOST_HOURS } from './challenge.ts'
import { complaints } from './complaints.ts'
import { followRoutes } from './follow.server.ts'
import { newComplaint } from './new-complaint.server.ts'

const TITLE_LENGTH = 80

const form = {
  store: ref('Store', 'stores', { required: true, missing: 'Please select the store to continue' }),
  feedback_type: ref('Feedback type', 'ticket-types', { required: true }),
  content: longText('Content', { required: true, max: 5000 }),
  customer_name: text('Customer name', { required: true, max: 191 }),
  phone: phone('Phone', { required: true, missing: 'Phone is required' }),
  email: email('E-mail'),
  attachments: files('Pictures and videos', { max: 5 }),
  agreed: flag('Terms', { required: true }),
  website: text('Website', { max: 200 }),
  challenge: text('Challenge', { required: true, max: 200 }),
  nonce: text('Nonce', { required: true, max: 40 }),
}

export const publicRoutes: Route[] = [
  get(
    'public/store',
    {
      needs: 'nothing',
      limit: 'public lookup',
      summary: 'Stores for public forms',
      query: { not_ho: '1 leaves the head office out' },
    },
    async ({ db, query }) =>
      asPage(
        await rows(
          db,
          sql`select id, code, name, address from stores where deleted_at is null and active ${query.not_ho ? sql`and not is_head_office` : sql``} order by code limit 1000`,
        ),
      ),
  ),
  get(
    'public/ticket-type',
    { needs: 'nothing', limit: 'public lookup', summary: 'Feedback types for public forms' },
    async ({ db }) =>
      asPage(
        await rows(
          db,
          sql`select id, name, name_en, name_ko from ticket_types where deleted_at is null and active order by position, id limit 1000`,
        ),
      ),
  ),
  get(
    'public/challenge',
    { needs: 'nothing', limit: 'public lookup', summary: 'The proof of work of a public form' },
    async ({ house }) => ({ challenge: challengeOf(house.config.secret, Date.now()), difficulty: DIFFICULTY_BITS }),
  ),
  post(
    'create-ticket',
    { needs: 'nothing', limit: 'public form', creates: true, body: form, summary: 'A complaint by the public' },
    (call) => createTicket(call),
  ),
  ...followRoutes,
]

const asPage = <R>(data: R[]) => ({ data, total: data.length, page: 1, perpage: 1000 })

async function createTicket(call: Call) {
  const { body, actor, house } = call
  if (body.agreed !== true) refuse('invalid', { fields: { agreed: pack('You must agree to the terms') } })
  refuseMachines(house.config.secret, body)
  await refuseUnknown(call)
  const content = String(body.content)
  const attachments = Array.isArray(body.attachments) ? body.attachments.map(String) : []
  const made = await inTransaction(call.db, async (tx) => {
    const columns = {
      title: titleOf(content),
      store: body.store,
      feedback_type: body.feedback_type,
      feedback_method: 'ideas_box',
      customer_name: body.customer_name,
      phone: body.phone,
      email: body.email ?? null,
      content: htmlOfText(content),
      attachments,
    }
    await useUp(tx, String(body.challenge))
    const id = await insert(tx, complaints, newComplaint(columns, 'public'), actor)
    await claimFiles(tx, { module: 'complaints', recordId: id, field: 'attachments' }, attachments, null)
    return row<{ issue_number: string; follow_token: string }>(
      tx,
      sql`select issue_number, follow_token from complaints where id = ${id}`,
    )
  })
  house.feed.nudge()
  return { issue_number: made?.issue_number, follow: `/feedback/follow/${made?.follow_token}` }
}

async function refuseUnknown({ db, body }: Call): Promise<void> {
  const found = await row<{ store: boolean; type: boolean }>(
    db,
    sql`select exists (select 1 from stores where id = ${body.store}::bigint and deleted_at is null and active and not is_head_office) as store,
          exists (select 1 from ticket_types where id = ${body.feedback_type}::bigint and deleted_at is null and active) as type`,
  )
  if (!found?.store) refuse('invalid', { fields: { store: pack('Please select the store to continue') } })
  if (!found.type)
    refuse('invalid', { fields: { feedback_type: pack('{{field}} is not valid', { field: 'Feedback type' }) } })
}

/** A challenge is good for one complaint. */
async function useUp(tx: Tx, challenge: string): Promise<void> {
  const fresh = await row(
    tx,
    sql`insert into limits (key, n) values (${`challenge ${challenge}`}, 1) on conflict do nothing returning n`,
  )
  if (!fresh) refuse('invalid', { fields: { challenge: pack('The form is too old. Please send it again.') } })
}

/** The first words of what is told. */
function titleOf(content: string): string {
  const line = content.trim().replace(/\s+/g, ' ')
  const characters = [...line]
  if (characters.length <= TITLE_LENGTH) return line
  const cut = characters.slice(0, TITLE_LENGTH).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), TITLE_LENGTH / 2))}…`
}

/** Moment and chance, sealed, so that neither can be made up. */
function challengeOf(secret: string, at: number): string {
  const words = `${Math.floor(at / 1000)}.${randomBytes(9).toString('base64url')}`
  return `${words}.${seal(secret, words)}`
}
const seal = (secret: string, words: string) =>
  createHmac('sha256', secret).update(`challenge:${words}`).digest('base64url')

/** Honeypot, least time, proof of work: nothing a person notices. */
function refuseMachines(secret: string, { challenge, nonce, website }: Record<string, unknown>): void {
  const [at = '', chance = '', sealed = ''] = String(challenge).split('.')
  const expected = Buffer.from(seal(secret, `${at}.${chance}`))
  const given = Buffer.from(sealed)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  const age = Date.now() / 1000 - Number(at)
  if (!isOurs || age > MOST_HOURS * 3600)
    refuse('invalid', { fields: { challenge: pack('The form is too old. Please send it again.') } })
  if (website || age < LEAST_SECONDS) refuse('too early')
  const hex = createHash('sha256')
    .update(`${String(challenge)}:${String(nonce)}`)
    .digest('hex')
  if (!hasZeroBits(hex, DIFFICULTY_BITS))
    refuse('invalid', { fields: { nonce: pack('The form is too old. Please send it again.') } })
}
