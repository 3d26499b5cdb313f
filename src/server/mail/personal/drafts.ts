import { randomBytes } from 'node:crypto'
import { htmlOfText } from '../../../shared/html.ts'
import type { MailDraft, MailDraftShown } from '../../../shared/mail.ts'
import { MAIL_MODES } from '../../../shared/mail.ts'
import { Refusal, refuse } from '../../../shared/refusals.ts'
import { domainOf } from '../addresses.ts'
import { expunge } from './acts.ts'
import { filesOfMail } from './attachments.ts'
import { compose } from './composing.ts'
import { findMail } from './finding.ts'
import { neededFolder } from './folders.ts'
import type { PersonalMailbox } from './mailbox.ts'
import type { MailPlace } from './places.ts'
import { scheduledDrafts } from './queue.ts'
import { fetchMail, openMail, shownFile } from './showing.ts'
import { readStructure } from './structure.ts'

/** The same for all versions of a draft: what is left of earlier ones is found by it. */
const KEY_HEADER = 'X-Draft-Key'
/** Of the version that is there: where its answer was lost, who wrote it finds it by this. */
const WRITER_HEADER = 'X-Draft-Writer'
const KEY = /^[\w-]{8,64}$/
const APPEND_MS = 60_000

export interface SavedDraft {
  id: string
  attached: MailDraftShown['attached']
}

/**
 * Keeps a draft in the mailbox itself. The new version is there before the old one goes; where the connection broke between the two, the next
 * saving with the same key takes what is left over away.
 * @param key given by who writes, so that a first saving that is repeated makes no second draft
 * @throws Refusal where the earlier version was sent, or is another writer's by now
 */
export async function saveDraft(
  mailbox: PersonalMailbox,
  draft: MailDraft,
  old: MailPlace | null,
  key: string | null,
): Promise<SavedDraft> {
  const path = await neededFolder(mailbox, 'drafts')
  const writer = key && KEY.test(key) ? key : randomBytes(12).toString('base64url')
  const own = (old && (await keyBefore(mailbox, path, old, writer))) ?? writer
  const about = Buffer.from(JSON.stringify({ mode: draft.mode, in_reply_to: draft.in_reply_to })).toString('base64url')
  const message = await compose(mailbox, {
    draft,
    messageId: newId(mailbox),
    date: new Date(),
    keepsBcc: true,
    headers: { [KEY_HEADER]: own, [WRITER_HEADER]: writer, 'X-Draft': about },
  })
  const uid = await appendMail(mailbox, path, message, ['\\Draft', '\\Seen'], [KEY_HEADER, own])
  const place = await mailbox.in(path, async (folder) => {
    const found = (await folder.client.search({ header: { [KEY_HEADER]: own } }, { uid: true })) || []
    // Of two that are saved at once the later one stays.
    const former = new Set(found.filter((one) => one < uid))
    if (old?.path === path && old.validity === folder.validity && old.uid < uid) former.add(old.uid)
    if (former.size > 0) await expunge(folder, [...former].join(','))
    return { path, validity: folder.validity, uid }
  })
  return { id: mailbox.keys.ofMail(place), attached: await attachedOf(mailbox, place) }
}

export const newId = (mailbox: PersonalMailbox): string =>
  `<${randomBytes(16).toString('hex')}@${domainOf(mailbox.address)}>`

/** Puts a mail into a folder once; answers its UID there. */
export async function appendMail(
  mailbox: PersonalMailbox,
  path: string,
  message: Buffer,
  flags: string[],
  [name, value]: readonly [string, string],
): Promise<number> {
  const made = await mailbox.ask(
    async (client) => (await client.append(path, message, flags)) || refuse('mailbox away'),
    { isOnce: true, ms: APPEND_MS },
  )
  mailbox.changed('folders', path)
  if (made.uid) return made.uid
  const found = await mailbox.in(path, ({ client }) => client.search({ header: { [name]: value } }, { uid: true }))
  return (found || []).at(-1) ?? refuse('mail gone')
}

/** The key of the version before; null where another program wrote that. */
async function keyBefore(
  mailbox: PersonalMailbox,
  drafts: string,
  old: MailPlace,
  writer: string,
): Promise<string | null> {
  await refuseSent(mailbox, mailbox.keys.ofMail(old))
  const before = await keyOf(mailbox, old)
  if (before !== undefined) return before
  const own = await mailbox.in(drafts, async ({ client, validity }) => {
    const found = await client.search({ header: { [WRITER_HEADER]: writer } }, { uid: true })
    const uid = found ? found.at(-1) : undefined
    return uid === undefined ? undefined : { path: drafts, validity, uid }
  })
  return (own && (await keyOf(mailbox, own))) ?? refuse('draft gone')
}

/** Refuses a draft that a mail on its way was made of. */
async function refuseSent(mailbox: PersonalMailbox, id: string): Promise<void> {
  if ((await scheduledDrafts(mailbox)).has(id)) refuse('draft gone')
}

/** Refuses to make a second mail of a draft. */
export async function refuseGone(mailbox: PersonalMailbox, id: string): Promise<void> {
  await refuseSent(mailbox, id)
  if (await isGone(mailbox, id)) refuse('draft gone')
}

/** Whether a draft is no longer there; where the mailbox cannot be asked, its writer is believed. */
export async function isGone(mailbox: PersonalMailbox, id: string): Promise<boolean> {
  try {
    return (await keyOf(mailbox, mailbox.keys.mail(id))) === undefined
  } catch (error) {
    return error instanceof Refusal && error.refusal === 'mail gone'
  }
}

/** Null where it has none; undefined where it is not there. */
async function keyOf(mailbox: PersonalMailbox, place: MailPlace): Promise<string | null | undefined> {
  const found = await mailbox.in(place.path, async ({ client, validity }) => {
    if (validity !== place.validity) return undefined
    await client.noop() // a folder that is open already tells what is gone only when it is asked
    return client.fetchOne(String(place.uid), { headers: [KEY_HEADER] }, { uid: true })
  })
  if (!found) return undefined
  const said = /:\s*([\w-]+)\s*$/.exec((found.headers?.toString('latin1') ?? '').trim())?.[1] ?? ''
  return KEY.test(said) ? said : null
}

async function attachedOf(mailbox: PersonalMailbox, place: MailPlace): Promise<MailDraftShown['attached']> {
  const mail = await mailbox.in(place.path, (folder) => fetchMail(folder, place))
  const id = mailbox.keys.ofMail(place)
  return readStructure(mail.bodyStructure)
    .files.map(shownFile)
    .filter(({ inline }) => !inline)
    .map(({ part, name, type, size }) => ({ file: null, id, part, name, type, size }))
}

/** Parts of mails by their names; one that cannot be looked at stays, named by its number. */
export async function attachedParts(
  mailbox: PersonalMailbox,
  parts: MailDraft['forwarded'],
): Promise<MailDraftShown['attached']> {
  const known = new Map<string, Awaited<ReturnType<typeof filesOfMail>>>()
  for (const id of new Set(parts.map((one) => one.id)))
    known.set(id, await filesOfMail(mailbox, mailbox.keys.mail(id)).catch(() => []))
  return parts.map(({ id, part }) => {
    const file = known.get(id)?.find((one) => one.part === part)
    const { name, type, size } = file
      ? shownFile(file)
      : { name: `part-${part}`, type: 'application/octet-stream', size: 0 }
    return { file: null, id, part, name, type, size }
  })
}

/** A draft out of the mailbox, to go on with it. */
export async function readDraft(mailbox: PersonalMailbox, place: MailPlace): Promise<MailDraftShown> {
  const { header, cc, bcc, words, lines } = await openMail(mailbox, place)
  const attached = await attachedOf(mailbox, place)
  const about = lines.get('x-draft')
  const { mode, in_reply_to } =
    about === undefined ? await answerOf(mailbox, lines.get('in-reply-to') ?? '') : aboutOf(about)
  return {
    id: mailbox.keys.ofMail(place),
    to: header.to,
    cc,
    bcc,
    subject: header.subject,
    html: words.html ?? htmlOfText(words.text),
    files: [],
    forwarded: attached.flatMap(({ id, part }) => (id && part ? [{ id, part }] : [])),
    in_reply_to,
    mode,
    attached,
  }
}

type About = Pick<MailDraft, 'mode' | 'in_reply_to'>

/** Of a draft that another program began. */
async function answerOf(mailbox: PersonalMailbox, line: string): Promise<About> {
  const [id] = /<[^\s<>]{1,250}>/.exec(line) ?? []
  const answered = id ? await findMail(mailbox, id) : null
  return answered ? { mode: 'reply', in_reply_to: mailbox.keys.ofMail(answered) } : { mode: 'new', in_reply_to: null }
}

function aboutOf(line: string): About {
  try {
    const said = JSON.parse(Buffer.from(line, 'base64url').toString()) as Record<string, unknown> // ours, or anything
    const mode = MAIL_MODES.find((one) => one === said.mode) ?? 'new'
    return { mode, in_reply_to: typeof said.in_reply_to === 'string' ? said.in_reply_to : null }
  } catch {
    return { mode: 'new', in_reply_to: null }
  }
}
