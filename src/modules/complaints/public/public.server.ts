import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/db.ts'
import { jsonOf } from '#server/db/shape.ts'
import { claimFiles } from '#server/files/files.ts'
import { ADDRESS, namedAnswer, orNull, pageOf } from '#server/http/answers.ts'
import { isOpenStore } from '#server/http/open-store.ts'
import { publicFormRoute } from '#server/http/public-form.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { pageParameters } from '#server/resource/query/parameters.ts'
import { one, type RawQuery, readPage } from '#server/resource/query/parse-query.ts'
import { insert } from '#server/resource/statements.ts'
import type { Address, Values } from '../../../shared/fields.ts'
import { htmlOfText } from '../../../shared/html.ts'
import { pack } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { complaints } from '../complaints.ts'
import { newComplaint } from '../handling/new-complaint.server.ts'
import { feedbackForm } from './feedback.public.ts'
import { followRoutes } from './follow.server.ts'
import { CLOCK_COLUMNS, CLOCKS, PROMISE, PROMISER, PROMISING_STORE, promiseFor } from './promise.server.ts'

const TITLE_LENGTH = 80
const LOOKED_UP_AT_ONCE = 1000

const STORE = { id: 'number', code: 'string', name: 'string', address: jsonOf<Address | null>() } as const
const TYPE = { id: 'number', name: 'string', name_en: 'string?', name_ko: 'string?', sign: 'string?' } as const

export const publicRoutes: Route[] = [
  get(
    'public/store',
    {
      needs: 'nothing',
      limit: 'public lookup',
      answers: pageOf(namedAnswer('PublicStore', { ...STORE, address: orNull(ADDRESS) })),
      summary: 'Stores for public forms',
      query: {
        ...pageParameters(LOOKED_UP_AT_ONCE),
        not_ho: { says: '1 leaves the head office out', schema: { enum: ['0', '1'] } },
      },
    },
    async ({ db, query }) =>
      asPage(
        await rows(
          db,
          STORE,
          sql`select id, code, name, address from stores where deleted_at is null and active ${isWithoutHeadOffice(query) ? sql`and not is_head_office` : sql``} order by code`,
        ),
        query,
      ),
  ),
  get(
    'public/ticket-type',
    {
      needs: 'nothing',
      limit: 'public lookup',
      answers: pageOf(namedAnswer('PublicTicketType', TYPE)),
      summary: 'Feedback types for public forms',
      query: pageParameters(LOOKED_UP_AT_ONCE),
    },
    async ({ db, query }) =>
      asPage(
        await rows(
          db,
          TYPE,
          sql`select id, name, name_en, name_ko, sign from ticket_types where deleted_at is null and active order by position, id`,
        ),
        query,
      ),
  ),
  publicFormRoute(feedbackForm, {
    answers: { issue_number: 'string', follow: 'string', promise: PROMISE, store: PROMISING_STORE },
    receive: createTicket,
  }),
  ...followRoutes,
]

/** Both lists are short, and are read whole. */
function asPage<R>(all: R[], query: RawQuery) {
  const { page, perpage } = readPage(query, LOOKED_UP_AT_ONCE)
  return { data: all.slice((page - 1) * perpage, page * perpage), total: all.length, page, perpage }
}

function isWithoutHeadOffice({ not_ho }: RawQuery): boolean {
  const said = one(not_ho) || '0'
  if (!['0', '1', 'false', 'true'].includes(said))
    refuse('invalid', { fields: { not_ho: pack('{{field}} is not valid', { field: 'not_ho' }) } })
  return said === '1' || said === 'true'
}

const MADE = {
  issue_number: 'string',
  follow_token: 'string',
  state: 'string',
  store: jsonOf<{ code: string; name: string; phone: string | null }>(),
  ...CLOCKS,
} as const

async function createTicket(tx: Tx, { body, actor, context }: Call<Values<typeof feedbackForm.fields>>) {
  await refuseUnknown(tx, body)
  const { store, feedback_type, customer_name, phone, email = null, content, attachments = [] } = body
  const columns = {
    title: titleOf(content),
    store,
    feedback_type,
    feedback_method: 'ideas_box',
    customer_name,
    phone,
    email,
    content: htmlOfText(content),
    attachments,
  }
  const id = await insert(tx, complaints, await newComplaint(tx, columns, 'public'), actor)
  await claimFiles(tx, { module: 'complaints', recordId: id, field: 'attachments' }, attachments, null)
  const made = await row(
    tx,
    MADE,
    sql`select r.issue_number, r.follow_token, r.state, ${CLOCK_COLUMNS}, ${PROMISER} as store
        from complaints r join stores s on s.id = r.store where r.id = ${id}`,
  )
  if (!made) throw new Error('A complaint is not where it was just put')
  const { issue_number, follow_token, store: told, ...clocks } = made
  const promise = await promiseFor(tx, context, clocks)
  return { id, answer: { issue_number, follow: `/feedback/follow/${follow_token}`, promise, store: told } }
}

async function refuseUnknown(
  tx: Tx,
  { store, feedback_type }: { store: number; feedback_type: number },
): Promise<void> {
  const found = await row(
    tx,
    { store: 'boolean', type: 'boolean' },
    sql`select ${isOpenStore(store)} as store,
          exists (select 1 from ticket_types where id = ${feedback_type}::bigint and deleted_at is null and active) as type`,
  )
  if (!found?.store) refuse('invalid', { fields: { store: pack('Please select the store to continue') } })
  if (!found.type)
    refuse('invalid', { fields: { feedback_type: pack('{{field}} is not valid', { field: 'Feedback type' }) } })
}

/** The first words of what is told. */
function titleOf(content: string): string {
  const line = content.trim().replace(/\s+/g, ' ')
  const characters = [...line]
  if (characters.length <= TITLE_LENGTH) return line
  const cut = characters.slice(0, TITLE_LENGTH).join('')
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), TITLE_LENGTH / 2))}…`
}
