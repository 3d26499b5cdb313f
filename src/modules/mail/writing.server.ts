import { sql } from 'kysely'
import { inTransaction } from '#server/db/db.ts'
import { filesOf, saveMailFile } from '#server/files/files.ts'
import { removeReleased } from '#server/files/housekeeping.ts'
import { STORED_FILE } from '#server/http/answers.ts'
import { receiveFiles } from '#server/http/multipart.ts'
import { type Call, type FileBounds, get, post, type Route } from '#server/http/route.ts'
import { cleanOutgoing } from '#server/mail/parse.ts'
import { attachedParts, readDraft, refuseGone, saveDraft } from '#server/mail/personal/drafts.ts'
import { queuedMails, queueMail, sendNow, takeBackMail } from '#server/mail/personal/queue.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { count, moment, text } from '../../shared/fields.ts'
import { attachedOf, MAIL_FILES_BYTES_MOST, type MailDraftShown } from '../../shared/mail.ts'
import { pack, tell } from '../../shared/message.ts'
import { refuse } from '../../shared/refusals.ts'
import { DAY_MS } from '../../shared/time/units.ts'
import { ATTACHED, DRAFT, QUEUED } from './answers.server.ts'
import { MAIL_ID, ownMailbox } from './asked.server.ts'
import { DRAFT_BESIDE, DRAFT_BYTES_MOST, DRAFT_FIELDS, draftIn } from './draft-body.server.ts'

const QUEUED_ID = { id: count('Mail', { required: true, min: 1, max: 2 ** 53 }) }
const KEY = text('Mail', { max: 2000, verbatim: true })
const FILES: FileBounds = { files: 20, each: MAIL_FILES_BYTES_MOST, total: MAIL_FILES_BYTES_MOST }
const SIGNATURE_MOST = 20_000

export const writingRoutes: Route[] = [
  post(
    'mail/draft',
    {
      needs: 'session',
      bytesMost: DRAFT_BYTES_MOST,
      body: { ...DRAFT_FIELDS, id: KEY, key: text('Key of the draft', { max: 64, verbatim: true }) },
      beside: DRAFT_BESIDE,
      answers: ATTACHED,
      summary:
        'Keep a draft in the mailbox, in place of its earlier version `id`; with `key`, chosen once by who writes, a repeat makes no second one',
    },
    async (call) => {
      const mailbox = await ownMailbox(call)
      const draft = draftIn(call.body, call.request.body, false)
      const { id, key } = call.body
      return saveDraft(mailbox, draft, id ? mailbox.keys.mail(id) : null, key ?? null)
    },
  ),
  get(
    'mail/draft',
    { needs: 'session', query: { id: MAIL_ID }, answers: DRAFT, summary: 'A draft out of the mailbox, to go on with' },
    async (call) => {
      const mailbox = await ownMailbox(call)
      return readDraft(mailbox, mailbox.keys.mail(one(call.query.id)))
    },
  ),
  post(
    'mail/send',
    {
      needs: 'session',
      creates: true,
      limit: 'send mail',
      bytesMost: DRAFT_BYTES_MOST,
      body: { ...DRAFT_FIELDS, draft: KEY, at: moment('Send at') },
      beside: DRAFT_BESIDE,
      answers: { id: 'number', sends_at: 'date' },
      summary: 'Send a mail in ten seconds, in which it can be taken back, or at a moment',
    },
    (call) => send(call, call.body.draft ?? null, call.body.at ?? null),
  ),
  post(
    'mail/send/undo',
    { needs: 'session', body: QUEUED_ID, answers: { draft: DRAFT }, summary: 'Take a mail back that has not left' },
    async (call) => {
      const mailbox = await ownMailbox(call)
      const { draft, kept } = await takeBackMail(mailbox, call.body.id)
      const files = await filesOf(call.context.db, draft.files)
      const shown: MailDraftShown = {
        ...draft,
        id: kept,
        attached: [...files.map(attachedOf), ...(await attachedParts(mailbox, draft.forwarded))],
      }
      return { draft: shown }
    },
  ),
  post(
    'mail/send/now',
    { needs: 'session', body: QUEUED_ID, answers: null, summary: 'Send what waits, or could not be sent, at once' },
    async (call) => {
      await sendNow(await ownMailbox(call), call.body.id)
      return null
    },
  ),
  get(
    'mail/scheduled',
    { needs: 'session', answers: QUEUED, summary: 'Mails that wait to be sent, or could not be' },
    async (call) => {
      const queued = await queuedMails(await ownMailbox(call))
      const said = (reason: string | null) => reason && tell(reason, call.actor.language)
      return { data: queued.map((one) => ({ ...one, reason: said(one.reason) })) }
    },
  ),
  post(
    'mail/signature',
    {
      needs: 'session',
      beside: {
        html: { type: 'string', maxLength: SIGNATURE_MOST, isNeeded: true, description: 'What stands under mails' },
      },
      answers: { signature: 'string?' },
      summary: 'What stands under the own mails',
    },
    (call) => keepSignature(call),
  ),
  post(
    'mail/attachment/upload',
    {
      needs: 'session',
      limit: 'upload',
      files: FILES,
      answers: { files: [STORED_FILE] },
      summary: 'Upload files of any kind for a mail (multipart, field `file`)',
    },
    async (call) => {
      const { context, actor, reply } = call
      const files = await receiveFiles(
        call,
        FILES,
        (file) => saveMailFile(context.db, context.files, file, { owner: Number(actor.id) }),
        ({ id }) => removeReleased(context.db, context.files, [id]),
      )
      return reply.status(201).send({ ErrorCode: 0, ErrorDescription: '', Data: { files } })
    },
  ),
]

const LATEST_MS = 366 * DAY_MS

async function send(call: Call, kept: string | null, at: string | null) {
  const mailbox = await ownMailbox(call)
  const draft = draftIn(call.body, call.request.body, true)
  // What is no mail of the caller's own is refused before anything waits.
  for (const key of [draft.in_reply_to, ...draft.forwarded.map(({ id }) => id)]) if (key) mailbox.keys.mail(key)
  if (kept) await refuseGone(mailbox, kept)
  if (at && new Date(at).getTime() > call.context.clock.now() + LATEST_MS)
    refuse('invalid', { fields: { at: pack('At most a year ahead') } })
  return inTransaction(call.db, (tx) => queueMail(tx, mailbox, { draft, kept }, at))
}

async function keepSignature(call: Call): Promise<{ signature: string | null }> {
  await ownMailbox(call)
  const given = (call.request.body as { html?: unknown }).html // an object, as the body check made sure
  if (typeof given !== 'string' || given.length > SIGNATURE_MOST)
    refuse('invalid', { fields: { html: pack('{{field}} is not valid', { field: 'Signature' }) } })
  const { html, text: words } = await cleanOutgoing(given)
  const signature = words.trim() === '' ? null : html
  await sql`update mail_connections set signature = ${signature} where user_id = ${call.actor.id}`.execute(
    call.context.db,
  )
  return { signature }
}
