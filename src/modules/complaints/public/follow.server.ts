import { sql } from 'kysely'
import { inTransaction, row, rows } from '#server/db/db.ts'
import { jsonOf, type RowOf } from '#server/db/shape.ts'
import { commentsOf } from '#server/discussion/comments.ts'
import { namedAnswer, STORED_FILE } from '#server/http/answers.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { filesShown } from '#server/resource/query/columns.ts'
import { change } from '#server/resource/statements.ts'
import { count, files, longText, type StoredFile } from '../../../shared/fields.ts'
import { htmlOfText } from '../../../shared/html.ts'
import { refuse } from '../../../shared/refusals.ts'
import { addCustomerComment } from '../comments/comments.server.ts'
import { complaints } from '../complaints.ts'
import { refuseCustomer } from '../handling/invalid-transition.server.ts'
import { STATUS } from '../list/status.server.ts'
import { mergeTargetOf } from '../related/merged.server.ts'
import { CLOCK_COLUMNS, CLOCKS, PROMISE, PROMISER, PROMISING_STORE, promiseFor } from './promise.server.ts'

const FOLLOWED = {
  id: 'number',
  issue_number: 'string',
  title: 'string',
  content: 'string',
  created_at: 'date',
  rating_note: 'string?',
  store: jsonOf<{ code: string; name: string; phone: string | null }>(),
  feedback_type: jsonOf<Record<'name' | 'name_en' | 'name_ko', string | null>>(),
  status: 'string',
  state: 'string',
  completed_at: 'date?',
  solution: 'string?',
  comment: 'string?',
  rating: 'number?',
  attachments: jsonOf<StoredFile[]>(),
  /** The one that goes on for a merged complaint: its state, and no more, is shown. */
  survivor: 'number?',
  merged_at: 'date?',
} as const
const FOUND = { ...FOLLOWED, ...CLOCKS } as const
const { state: _state, survivor: _survivor, merged_at: _merged, ...SHOWN } = FOLLOWED
const REPLY = namedAnswer('CustomerReply', { at: 'date', from: 'string', body: 'string', attachments: [STORED_FILE] })
const FOLLOW = namedAnswer('FollowedTicket', {
  ...SHOWN,
  store: PROMISING_STORE,
  feedback_type: { name: 'string', name_en: 'string?', name_ko: 'string?' },
  attachments: [STORED_FILE],
  replies: [REPLY],
  steps: [{ at: 'date', status: 'string' }],
  promise: PROMISE,
  /** Nothing goes on before the customer writes. */
  is_waiting: 'boolean',
  can_rate: 'boolean',
  can_comment: 'boolean',
})

/** What the customer's private link shows and takes: the state, a further word, a rating. */
export const followRoutes: Route[] = [
  get(
    'public/follow/:token',
    {
      needs: 'nothing',
      pathTexts: ['token'],
      limit: 'public lookup',
      answers: FOLLOW,
      summary: 'A complaint by its private link',
    },
    (call) => show(call),
  ),
  post(
    'public/follow/:token/comment',
    {
      needs: 'nothing',
      pathTexts: ['token'],
      limit: 'public lookup',
      creates: true,
      body: {
        body: longText('Comment', { required: true, max: 5000 }),
        attachments: files('Pictures and videos', { max: 5 }),
      },
      answers: REPLY,
      summary: 'A further word by the customer',
    },
    (call) => addWord(call),
  ),
  post(
    'public/follow/:token/rate',
    {
      needs: 'nothing',
      pathTexts: ['token'],
      limit: 'public lookup',
      body: {
        rating: count('Rating', { required: true, min: 1, max: 5 }),
        note: longText('Rating note', { max: 500 }),
      },
      answers: FOLLOW,
      summary: "The customer's rating of the handling",
    },
    (call) => rate(call),
  ),
]

type Followed = RowOf<typeof FOUND>

const DONE = ['completed', 'closed']

async function find({ db, params }: Pick<Call, 'db' | 'params'>): Promise<Followed> {
  const token = params.token ?? ''
  const found = await row(
    db,
    FOUND,
    sql`select r.id, r.issue_number, r.title, r.content, r.state, ${STATUS} as status, r.created_at, r.completed_at, r.solution, r.comment,
          r.merged_into_id as survivor, r.merged_at, r.rating, r.rating_note, ${PROMISER} as store, ${CLOCK_COLUMNS},
          json_build_object('name', t.name, 'name_en', t.name_en, 'name_ko', t.name_ko) as feedback_type,
          ${filesShown('r.attachments')} as attachments
        from complaints r join stores s on s.id = r.store join ticket_types t on t.id = r.feedback_type
        where r.follow_token = ${token.slice(0, 100)} and r.deleted_at is null`,
  )
  if (!found) refuse('not found')
  return found.survivor === null ? found : goneOn(db, found, await mergeTargetOf(db, found.id))
}

/** As the one that goes on stands. What was decided there is told only to the same customer: it may speak of another one. */
async function goneOn(db: Call['db'], found: Followed, survivor: number): Promise<Followed> {
  const now = await row(
    db,
    { state: 'string', status: 'string', completed_at: 'date?', solution: 'string?', comment: 'string?', ...CLOCKS },
    sql`select r.state, ${STATUS} as status, r.completed_at, ${CLOCK_COLUMNS},
          case when r.phone = m.phone then r.solution end as solution, case when r.phone = m.phone then r.comment end as comment
        from complaints r join complaints m on m.id = ${found.id} where r.id = ${survivor} and r.deleted_at is null`,
  )
  return { ...found, ...now, survivor }
}

/** The chain's inner life stays inside: no names of staff, no internal notes, and 'overdue' is shown as being handled. */
async function show(call: Call) {
  const found = await find(call)
  const isDone = DONE.includes(found.state)
  const said = (await commentsOf(call.db, complaints, found.id)).filter((comment) => comment.kind === 'customer')
  const { state, survivor, merged_at, paused_at, ...told } = found
  const { handle_date: _begun, handle_due_at: _first, due_at: _due, law_due_at: _law, ...shown } = told
  const steps = await rows(
    call.db,
    { at: 'date', status: 'string' },
    sql`select at, coalesce(changes->'state'->>1, case when action = 'create' then 'new' end) as status from activity
        where module = 'complaints' and (record_id = ${found.id} or (record_id = ${survivor}::bigint and at > ${merged_at}::timestamptz))
          and action not in ('merge', 'unmerge') and ((action = 'create' and record_id = ${found.id}) or changes->'state'->>1 is not null) order by id limit 100`,
  )
  if (merged_at && steps.at(-1)?.status !== state) steps.push({ at: merged_at, status: state })
  return {
    ...shown,
    status: found.status === 'overdue' ? state : found.status,
    solution: isDone ? found.solution : null,
    comment: isDone ? found.comment : null,
    replies: said.map((one) => ({
      at: one.created_at,
      from: 'customer',
      body: one.body,
      attachments: one.attachments,
    })),
    steps,
    promise: await promiseFor(call.db, call.context, found),
    is_waiting: !isDone && state !== 'deleted' && paused_at !== null,
    can_rate: isDone && found.rating === null,
    can_comment: found.state !== 'closed',
  }
}

async function addWord(call: Call) {
  const found = await find(call)
  if (found.state === 'closed') refuseCustomer(found.state)
  const given = Array.isArray(call.body.attachments) ? call.body.attachments.map(String) : []
  const made = await inTransaction(call.db, (tx) =>
    addCustomerComment(tx, call.actor, {
      record: found.id,
      html: htmlOfText(String(call.body.body)),
      files: given,
    }),
  )
  call.context.feed.nudge()
  return { at: made.created_at, from: 'customer', body: made.body, attachments: made.attachments }
}

async function rate(call: Call) {
  const found = await find(call)
  if (!DONE.includes(found.state)) refuseCustomer(found.state)
  const { db, actor, body } = call
  const set = { rating: body.rating, rating_note: body.note ?? null }
  const done = await change(
    db,
    complaints,
    {
      id: found.id,
      set,
      action: 'rate',
      // Of a merged one the survivor's state was looked at above.
      when: sql`b.state in ('completed', 'closed') and b.rating is null`,
      scope: null,
    },
    actor,
  )
  if (!done?.isDone) {
    const now = await find(call)
    if (now.rating !== null) refuse('rated already')
    refuseCustomer(now.state)
  }
  call.context.feed.nudge()
  return show(call)
}
