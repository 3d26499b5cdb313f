import { Readable } from 'node:stream'
import type { Actor } from '#server/actor.ts'
import { readFileKey } from '#server/files/key.ts'
import { bearerOf, languageOf } from '#server/http/mount.ts'
import { type Call, get, post, type Route } from '#server/http/route.ts'
import { deleteMails, markJunk, moveMails, readAll, setFlag, undoMove } from '#server/mail/personal/acts.ts'
import { openFile } from '#server/mail/personal/attachments.ts'
import { neededFolder } from '#server/mail/personal/folders.ts'
import { FLAGS } from '#server/mail/personal/headers.ts'
import { headersOf } from '#server/mail/personal/listing.ts'
import { allowPictures } from '#server/mail/personal/pictures.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { flag, text } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { IDS, MAIL_ID, ownMailbox, placesIn } from './asked.server.ts'

const MAIL = text('Mail', { required: true, max: 2000, verbatim: true })
const FOLDER = text('Folder', { required: true, max: 2000, verbatim: true })
const VALUE = flag('Yes', { required: true })

const setter = (name: string, summary: string, mark: string): Route =>
  post(
    `mail/${name}`,
    { needs: 'session', body: { value: VALUE }, beside: IDS, answers: { changed: 'number' }, summary },
    async (call) => {
      const mailbox = await ownMailbox(call)
      return { changed: await setFlag(mailbox, placesIn(mailbox, call.request.body), mark, call.body.value === true) }
    },
  )

const MOVED = { moved: 'number', undo: 'string?' } as const
const UNDO = { undo: 'string?' } as const

export const actRoutes: Route[] = [
  setter('setRead', 'Mark mails as read, or as unread', FLAGS.seen),
  setter('setImportant', 'Mark mails as important, or not', FLAGS.important),
  setter('setStarred', 'Star mails, or take the star away', FLAGS.starred),
  post(
    'mail/read-all',
    { needs: 'session', body: { folder: FOLDER }, answers: null, summary: 'Mark all mails of a folder as read' },
    async (call) => {
      const mailbox = await ownMailbox(call)
      await readAll(mailbox, mailbox.keys.folder(call.body.folder))
      return null
    },
  ),
  post(
    'mail/move',
    {
      needs: 'session',
      body: { folder: FOLDER },
      beside: IDS,
      answers: MOVED,
      summary: 'Move mails to a folder; `archive` is made where there is none',
    },
    async (call) => {
      const mailbox = await ownMailbox(call)
      const { folder } = call.body
      const path = folder === 'archive' ? await neededFolder(mailbox, folder) : mailbox.keys.folder(folder)
      return moveMails(mailbox, placesIn(mailbox, call.request.body), path)
    },
  ),
  post(
    'mail/destroy',
    { needs: 'session', beside: IDS, answers: UNDO, summary: 'Move mails to the trash; out of the trash for good' },
    async (call) => {
      const mailbox = await ownMailbox(call)
      return deleteMails(mailbox, placesIn(mailbox, call.request.body))
    },
  ),
  post(
    'mail/junk',
    {
      needs: 'session',
      body: { value: VALUE },
      beside: IDS,
      answers: MOVED,
      summary: 'Report mails as junk, or as none',
    },
    async (call) => {
      const mailbox = await ownMailbox(call)
      return markJunk(mailbox, placesIn(mailbox, call.request.body), call.body.value === true)
    },
  ),
  post(
    'mail/undo',
    {
      needs: 'session',
      body: { undo: text('Undo', { required: true, max: 200_000, verbatim: true }) },
      answers: null,
      summary: 'Take a move, deletion or report back, within ten minutes',
    },
    async (call) => {
      await undoMove(await ownMailbox(call), call.body.undo)
      return null
    },
  ),
  post(
    'mail/remote',
    {
      needs: 'session',
      body: { id: MAIL, sender: flag('All of this sender') },
      answers: null,
      summary: "Let the remote pictures of a mail, or of all of its sender, be loaded by the caller's own browser",
    },
    async (call) => {
      const mailbox = await ownMailbox(call)
      const place = mailbox.keys.mail(call.body.id)
      const headers = await mailbox.in(place.path, (folder) => headersOf(mailbox, folder, [place.uid]))
      await allowPictures(mailbox, headers.get(place.uid) ?? refuse('mail gone'), call.body.sender === true)
      return null
    },
  ),
  get(
    'mail/attachment',
    {
      needs: 'nothing',
      mediaType: '*/*',
      query: {
        id: MAIL_ID,
        part: { says: 'The part of the mail', schema: { type: 'string', pattern: '^[0-9.]{1,40}$' }, isRequired: true },
        inline: { says: '1: pictures and PDF are shown, not kept', schema: { enum: ['1'] } },
        key: { says: 'What POST /file-key answered, where no token is sent along', schema: { type: 'string' } },
      },
      summary: "A file of one of the caller's own mails (token or key)",
    },
    (call) => sendFile(call),
  ),
]

const SHOWN = /^(image\/(png|jpeg|gif|webp)|application\/pdf)$/

async function sendFile({ context, request, reply, query }: Call): Promise<unknown> {
  const actor = await readerOf({ context, request }, one(query.key))
  const mailbox = await (context.mailboxes ?? refuse('unavailable')).of(Number(actor.id))
  const part = one(query.part) ?? ''
  if (!/^[0-9.]{1,40}$/.test(part)) refuse('not found')
  const { file, content } = await openFile(mailbox, mailbox.keys.mail(one(query.id)), part)
  const isShown = one(query.inline) === '1' && SHOWN.test(file.type)
  // The first piece is asked for before anything is said, so that a refusal is one.
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  const first = await chunks.next()
  reply
    .header('content-type', isShown ? file.type : 'application/octet-stream')
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded(file.name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-store')
  return reply.send(Readable.from(rest(first, chunks), { objectMode: false }))
}

async function* rest(first: IteratorResult<Uint8Array>, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let next = first; !next.done; next = await chunks.next()) yield next.value
}

const encoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** A browser's picture sends no token, and brings a key for the addresses of files instead. */
async function readerOf(
  { context, request }: Pick<Call, 'context' | 'request'>,
  key: string | undefined,
): Promise<Actor> {
  const [language, token] = [languageOf(request), bearerOf(request)]
  if (token !== null) return (await context.sessions.actorOf(token, language, request.ip)) ?? refuse('no session')
  const held = readFileKey(context.config.secret, key ?? '', new Date(context.clock.now())) ?? refuse('no session')
  const actor = await context.sessions.actorOfSession(held.sid, held.userId, language, request.ip)
  return actor ?? refuse('no session')
}
