import { sql } from 'kysely'
import { actorMay } from '#server/actor.ts'
import { inTransaction, row } from '#server/db/db.ts'
import { addComment } from '#server/discussion/comments.ts'
import { saveUpload } from '#server/files/files.ts'
import { STORED_FILE } from '#server/http/answers.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { openFile } from '#server/mail/personal/attachments.ts'
import { findMail } from '#server/mail/personal/finding.ts'
import { type KeptMail, linkMail, mailsOfRecord } from '#server/mail/personal/links.ts'
import { headersOf } from '#server/mail/personal/listing.ts'
import type { PersonalMailbox } from '#server/mail/personal/mailbox.ts'
import type { MailPlace } from '#server/mail/personal/places.ts'
import { type OpenedMail, openMail } from '#server/mail/personal/showing.ts'
import { cleanHtml } from '#server/resource/clean.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { assertVisible } from '#server/resource/visible.ts'
import { phoneIn, titleOfMail } from '../../shared/complaints/from-mail.ts'
import { choice, count, type StoredFile, text } from '../../shared/fields.ts'
import { escapeHtml, htmlOfText } from '../../shared/html.ts'
import type { MailLink } from '../../shared/mail.ts'
import { Refusal, refuse } from '../../shared/refusals.ts'
import { complaints } from '../complaints/complaints.ts'
import { LINKS } from './answers.server.ts'
import { ownMailbox } from './asked.server.ts'
import { LINK_KINDS, LINKED, linksOf } from './linked-records.server.ts'

const MAIL = text('Mail', { required: true, max: 2000, verbatim: true })
const RECORD = count('Record', { required: true, min: 1, max: 2 ** 53 })
const KIND = choice(
  'Kind of record',
  LINK_KINDS.map((value) => ({ value, label: value })),
  { required: true },
)
const PREFILL = {
  title: 'string',
  customer_name: 'string',
  email: 'string',
  phone: 'string?',
  content: 'string',
  attachments: [STORED_FILE],
  left_out: ['string'],
} as const

export const linkRoutes: Route[] = [
  post(
    'mail/prefill',
    {
      needs: 'session',
      limit: 'upload',
      body: { id: MAIL },
      answers: PREFILL,
      summary: "What a complaint or task takes over from a mail; pictures and films become the caller's uploads",
    },
    (call) => prefill(call, call.body.id),
  ),
  post(
    'mail/link',
    {
      needs: 'session',
      body: { id: MAIL, kind: KIND, record: RECORD },
      answers: LINKS,
      summary: 'Say that a mail belongs to a complaint or task that the caller sees',
    },
    async (call) => {
      const { id, kind, record } = call.body
      const { definition } = LINKED[kind]
      if (!actorMay(call.actor, definition.permission, 'read')) refuse('not found')
      await assertVisible(call.db, definition, record, call.actor)
      const mailbox = await ownMailbox(call)
      return link(call, mailbox, mailbox.keys.mail(id), { module: definition.name, id: record })
    },
  ),
  post(
    'mail/attach',
    {
      needs: 'session',
      body: { id: MAIL, ticket: RECORD },
      answers: LINKS,
      summary: 'Add the words and pictures of a mail to a complaint, as a comment',
    },
    (call) => attach(call, call.body.id, call.body.ticket),
  ),
  get(
    'mail/of',
    {
      needs: 'session',
      query: {
        kind: { says: 'of the record', schema: { enum: [...LINK_KINDS] }, isRequired: true },
        id: { says: 'of the record', schema: { type: 'integer', minimum: 1 }, isRequired: true },
      },
      answers: { data: [{ id: 'string', subject: 'string' }] },
      summary: "The caller's own mails that belong to a record",
    },
    (call) => mailsOf(call),
  ),
]

async function prefill(call: Call, key: string) {
  const mailbox = await ownMailbox(call)
  const place = mailbox.keys.mail(key)
  const opened = await openMail(mailbox, place)
  const { files, left } = await takeFiles(call, mailbox, opened)
  const { from, subject } = opened.header
  return {
    title: titleOfMail(subject, opened.words.text),
    customer_name: from.name || (from.address.split('@')[0] ?? ''),
    email: from.address,
    phone: phoneIn(opened.words.text),
    content: contentOf(opened),
    attachments: files,
    left_out: left,
  }
}

const WORDS_MOST = 18_000

/** The words in the shape that the house keeps; of a long mail its beginning. */
const contentOf = ({ words }: OpenedMail): string => {
  const rich = words.html === null ? '' : cleanHtml(words.html)
  return rich !== '' && rich.length <= WORDS_MOST ? rich : htmlOfText(words.text.trim().slice(0, WORDS_MOST * 0.7))
}

const FILES_MOST = 10
/** Smaller pictures inside the text are logos of a signature. */
const PICTURE_LEAST = 6000

/** Pictures and films go through the same door as uploads; what is refused there is named. */
async function takeFiles({ context, actor }: Call, mailbox: PersonalMailbox, { place, structure }: OpenedMail) {
  const files: StoredFile[] = []
  const left: string[] = []
  for (const { part, name, type, size, isInline } of structure.files) {
    if (isInline && type.startsWith('image/') && size < PICTURE_LEAST) continue
    if (!/^(image|video)\//.test(type) || files.length >= FILES_MOST) {
      left.push(name)
      continue
    }
    const { content } = await openFile(mailbox, place, part)
    try {
      const owner = { owner: Number(actor.id) }
      files.push(await saveUpload(context.db, context.files, { filename: name, bytes: content }, owner))
    } catch (error) {
      if (!(error instanceof Refusal && ['file not accepted', 'too large'].includes(error.refusal))) throw error
      left.push(name)
    }
  }
  return { files, left }
}

async function attach(call: Call, key: string, ticket: number): Promise<{ links: MailLink[] }> {
  const { actor, db } = call
  if (!actorMay(actor, complaints.permission, 'read')) refuse('not found')
  await assertVisible(db, complaints, ticket, actor)
  const about = await row(
    db,
    { merged: 'number?', deleted: 'date?' },
    sql`select merged_into_id as merged, deleted_at as deleted from complaints where id = ${ticket}`,
  )
  if (!about || about.deleted) refuse('not found')
  if (about.merged !== null) refuse('merged')
  const mailbox = await ownMailbox(call)
  const place = mailbox.keys.mail(key)
  const opened = await openMail(mailbox, place)
  const { files } = await takeFiles(call, mailbox, opened)
  const { from, subject } = opened.header
  const head = `<p><strong>${escapeHtml(`✉ ${from.name || from.address} <${from.address}>`)}</strong><br>${escapeHtml(subject)}</p>`
  await inTransaction(db, (tx) =>
    addComment(tx, actor, complaints, {
      record: ticket,
      html: `${head}${contentOf(opened)}`,
      mentions: [],
      files: files.map(({ id }) => id),
    }),
  )
  call.context.feed.nudge()
  return link(call, mailbox, place, { module: complaints.name, id: ticket })
}

async function link(
  call: Call,
  mailbox: PersonalMailbox,
  place: MailPlace,
  record: { module: string; id: number },
): Promise<{ links: MailLink[] }> {
  const headers = await mailbox.in(place.path, async (folder) =>
    folder.validity === place.validity ? headersOf(mailbox, folder, [place.uid]) : new Map<number, never>(),
  )
  const header = headers.get(place.uid) ?? refuse('mail gone')
  await inTransaction(call.db, (tx) => linkMail(tx, mailbox, { place, header, record }))
  return { links: [...(await linksOf(call.db, call.actor, [record])).values()] }
}

async function mailsOf(call: Call): Promise<{ data: { id: string; subject: string }[] }> {
  const kind = LINK_KINDS.find((known) => known === one(call.query.kind)) ?? refuse('invalid')
  const id = Number(one(call.query.id))
  if (!Number.isSafeInteger(id) || id < 1) refuse('invalid')
  const mailbox = await call.context.mailboxes?.find(Number(call.actor.id))
  if (!mailbox) return { data: [] }
  const kept = await mailsOfRecord(mailbox, { module: LINKED[kind].definition.name, id })
  const data: { id: string; subject: string }[] = []
  for (const mail of kept) {
    const place = await whereNow(mailbox, mail)
    if (place) data.push({ id: mailbox.keys.ofMail(place), subject: mail.subject })
  }
  return { data }
}

/** Where it was linked, or wherever in the usual folders its Message-ID is found now. */
async function whereNow(mailbox: PersonalMailbox, mail: KeptMail): Promise<MailPlace | null> {
  const { path, validity, uid, id } = mail
  const isThere = await mailbox
    .in(
      path,
      async (folder) =>
        folder.validity === validity && folder.client.fetchOne(String(uid), { uid: true }, { uid: true }),
    )
    .catch(() => false)
  if (isThere) return { path, validity, uid }
  return id === null ? null : findMail(mailbox, id)
}
