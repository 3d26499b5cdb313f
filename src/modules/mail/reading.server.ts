import { sql } from 'kysely'
import { row } from '#server/db/db.ts'
import { type Call, get, post, type QueryParameters, type Route } from '#server/http/route.ts'
import { conversationOf } from '#server/mail/personal/conversation.ts'
import { foldersOf, shownFolder } from '#server/mail/personal/folders.ts'
import { INBOX } from '#server/mail/personal/house.ts'
import { type ListedMail, listPage } from '#server/mail/personal/listing.ts'
import type { PersonalMailbox } from '#server/mail/personal/mailbox.ts'
import { allowsPictures } from '#server/mail/personal/pictures.ts'
import type { MailPlace } from '#server/mail/personal/places.ts'
import { openMail, shownFile, unsubscribeOf } from '#server/mail/personal/showing.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { choice, text } from '../../shared/fields.ts'
import {
  MAIL_FILTERS,
  MAIL_PER_PAGE,
  MAIL_PER_PAGE_MOST,
  type MailFilter,
  type MailInConversation,
  type MailPage,
  type MailShown,
  type MailStatus,
} from '../../shared/mail.ts'
import { pack, tell } from '../../shared/message.ts'
import { REFUSALS, Refusal, refuse, sentenceOf } from '../../shared/refusals.ts'
import { CONVERSATION, FOLDERS, PAGE, SHOWN, STATUS } from './answers.server.ts'
import { MAIL_ID, ownMailbox } from './asked.server.ts'
import { customerOf } from './customer.server.ts'
import { type RowFacts, rowsOf } from './rows.server.ts'

const FILTER = { enum: [...MAIL_FILTERS] }
const LISTED: QueryParameters = {
  folder: { says: 'the key of a folder; the inbox if none is named', schema: { type: 'string', maxLength: 2000 } },
  page: { says: 'from 1', schema: { type: 'integer', minimum: 1 } },
  perpage: {
    says: `${MAIL_PER_PAGE} by default`,
    schema: { type: 'integer', minimum: 1, maximum: MAIL_PER_PAGE_MOST },
  },
  search: {
    says: 'words anywhere in the mail; from:, to:, subject:, after:2026-01-31, before:, "words together"',
    schema: { type: 'string', maxLength: 200 },
  },
  filter: { says: 'only these', schema: FILTER },
  conversations: { says: '0: each mail by itself', schema: { enum: ['0', '1'] } },
}

export const readingRoutes: Route[] = [
  get(
    'mail/status',
    { needs: 'session', answers: STATUS, summary: "Whether the caller's own mailbox is set up, and works" },
    (call) => statusOf(call),
  ),
  get('mail/folders', { needs: 'session', answers: FOLDERS, summary: 'Folders of the own mailbox' }, async (call) => {
    const mailbox = await ownMailbox(call)
    return { folders: (await foldersOf(mailbox)).map((folder) => shownFolder(mailbox, folder)) }
  }),
  get('mail', { needs: 'session', query: LISTED, answers: PAGE, summary: 'Mails of a folder, newest first' }, (call) =>
    listed(call, {
      folder: one(call.query.folder),
      page: numberIn(call, 'page', 1, 1_000_000),
      perpage: numberIn(call, 'perpage', MAIL_PER_PAGE, MAIL_PER_PAGE_MOST),
      search: one(call.query.search) ?? '',
      filter: filterIn(one(call.query.filter)),
      isGathered: one(call.query.conversations) !== '0',
    }),
  ),
  post(
    'mail/filter',
    {
      needs: 'session',
      body: {
        folder: text('Folder', { max: 2000 }),
        filter: choice(
          'Filter',
          MAIL_FILTERS.map((value) => ({ value, label: value })),
          { required: true },
        ),
      },
      answers: PAGE,
      summary: 'Mails of a folder that are unread, starred, important or have attachments',
    },
    (call) =>
      listed(call, {
        folder: call.body.folder ?? undefined,
        page: 1,
        perpage: MAIL_PER_PAGE,
        search: '',
        filter: filterIn(call.body.filter),
        isGathered: true,
      }),
  ),
  get(
    'mail/show',
    { needs: 'session', query: { id: MAIL_ID }, answers: SHOWN, summary: 'A mail, made safe to show' },
    async (call) => {
      const mailbox = await ownMailbox(call)
      return shownMail(call, mailbox, mailbox.keys.mail(one(call.query.id)))
    },
  ),
  get(
    'mail/conversation',
    {
      needs: 'session',
      query: { id: MAIL_ID },
      answers: CONVERSATION,
      summary: 'The mails of a conversation, newest first, with the words of the newest and of those that are unread',
    },
    (call) => conversation(call),
  ),
]

async function statusOf({ context, actor }: Call): Promise<MailStatus> {
  const mailbox = await context.mailboxes?.find(Number(actor.id))
  if (!mailbox) return { connected: false, address: '', signature: null, problem: null }
  const kept = await row(
    context.db,
    { signature: 'string?' },
    sql`select signature from mail_connections where user_id = ${actor.id}`,
  )
  const problem = await mailbox.connect().then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error : new Refusal('mailbox away')),
  )
  return {
    connected: true,
    address: mailbox.address,
    signature: kept?.signature ?? null,
    problem: problem && {
      code: REFUSALS[problem.refusal].code,
      words: tell(
        { key: sentenceOf(problem.refusal, problem.parts.params), params: problem.parts.params ?? {} },
        actor.language,
      ),
    },
  }
}

interface Listing {
  folder: string | undefined
  page: number
  perpage: number
  search: string
  filter: MailFilter | null
  isGathered: boolean
}

async function listed(call: Call, { folder, page, perpage, search, ...wish }: Listing): Promise<MailPage> {
  const mailbox = await ownMailbox(call)
  const path = folder ? mailbox.keys.folder(folder) : INBOX
  const found = await listPage(mailbox, { ...wish, path, page, perpage, search: search.trim().slice(0, 200) })
  return {
    data: await rowsOf(call, mailbox, found.rows.flatMap(factsOf)),
    total: found.unread,
    count: found.count,
    page,
    perpage,
    has_more: found.hasMore,
  }
}

const placeOf = ({ path, validity, uid }: ListedMail): MailPlace => ({ path, validity, uid })

const factsOf = (mails: readonly ListedMail[]): RowFacts[] => {
  const [head] = mails
  if (!head) return []
  return [
    {
      place: placeOf(head),
      header: head.header,
      flags: { ...head.flags, starred: mails.some(({ flags }) => flags.starred) },
      preview: head.preview,
      thread: mails.map(placeOf),
      isUnread: mails.some(({ flags }) => !flags.seen),
    },
  ]
}

async function shownMail(call: Call, mailbox: PersonalMailbox, place: MailPlace, thread = [place]): Promise<MailShown> {
  const opened = await openMail(mailbox, place)
  const { header, flags, cc, bcc, replyTo, words, structure, lines } = opened
  const preview = [...words.text.replace(/\s+/g, ' ').trim()].slice(0, 140).join('') || null
  const [[shown], remote_allowed, customer] = await Promise.all([
    rowsOf(call, mailbox, [{ place, header, flags, preview, thread }]),
    allowsPictures(mailbox, header),
    customerOf(call, header.from.address),
  ])
  if (!shown) return refuse('mail gone')
  const { html, text: plain, remote, cut } = words
  return {
    ...shown,
    cc,
    bcc,
    reply_to: replyTo,
    html,
    text: plain,
    cut,
    files: structure.files.map(shownFile),
    remote,
    remote_allowed,
    customer,
    unsubscribe: unsubscribeOf(lines),
  }
}

/** More are opened one by one. */
const OPENED_MOST = 5

async function conversation(call: Call): Promise<{ mails: MailInConversation[] }> {
  const mailbox = await ownMailbox(call)
  const mails = await conversationOf(mailbox, mailbox.keys.mail(one(call.query.id)))
  const thread = mails.map(placeOf)
  const shown = await rowsOf(
    call,
    mailbox,
    mails.map((mail) => ({
      place: placeOf(mail),
      header: mail.header,
      flags: mail.flags,
      preview: mail.preview,
      thread,
    })),
  )
  let opened = 0
  const answer: MailInConversation[] = []
  for (const [at, mail] of mails.entries()) {
    const line = shown[at]
    if (!line) continue
    const isOpened = (at === 0 || !mail.flags.seen) && opened < OPENED_MOST
    if (isOpened) opened++
    answer.push({ ...line, shown: isOpened ? await shownMail(call, mailbox, placeOf(mail), thread) : null })
  }
  return { mails: answer }
}

const filterIn = (given: unknown): MailFilter | null => {
  if (given === undefined || given === null || given === '') return null
  return (
    MAIL_FILTERS.find((filter) => filter === given) ??
    refuse('invalid', { fields: { filter: pack('{{field}} is not valid', { field: 'filter' }) } })
  )
}

function numberIn({ query }: Call, name: string, usual: number, most: number): number {
  const given = one(query[name])
  if (given === undefined || given === '') return usual
  const number = Number(given)
  if (!/^\d{1,7}$/.test(given) || number < 1 || number > most)
    refuse('invalid', { fields: { [name]: pack('{{field}} is not valid', { field: name }) } })
  return number
}
