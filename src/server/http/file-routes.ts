import { sql } from 'kysely'
import { text } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Actor } from '../actor.ts'
import { isKey } from '../auth/api-keys.ts'
import { row } from '../db/db.ts'
import { type FileAccesses, isFileFollowed, isFileOpen } from '../files/access.ts'
import type { Sender } from '../files/budgets.ts'
import { FILE_ROW, findFile, saveUpload } from '../files/files.ts'
import { removeFile, removeReleased } from '../files/housekeeping.ts'
import { FILE_KEY_SECONDS, readFileKey, signFileKey } from '../files/key.ts'
import { sendFile } from '../files/serve.ts'
import { STORED_FILE } from './answers.ts'
import { limitKey } from './limits.ts'
import { bearerOf, languageOf } from './mount.ts'
import { receiveFiles } from './multipart.ts'
import { type Call, type FileBounds, get, post, type Route } from './route.ts'

const MEGABYTE = 2 ** 20
/** A call holds one film, or as many pictures. */
const BOUNDS = { each: 100 * MEGABYTE, total: 110 * MEGABYTE }
const STAFF: FileBounds = { files: 10, ...BOUNDS }
const PUBLIC: FileBounds = { files: 5, ...BOUNDS }

/** What opens a file to whom. */
const OPENS = {
  key: { says: 'What POST /file-key answered', schema: { type: 'string' } },
  follow: "The token of a customer's private link",
}

const UPLOADED = { files: [STORED_FILE] } as const

/** @param accesses what the modules say about the files of their records, once they are loaded */
export const fileRoutes = (accesses: () => FileAccesses): Route[] => [
  post(
    'upload',
    {
      needs: 'session',
      takesKeys: true,
      limit: 'upload',
      answers: UPLOADED,
      files: STAFF,
      summary: 'Upload pictures and videos (multipart, field `file`); saving a record claims them',
    },
    (call) => upload(call, STAFF, { owner: Number(call.actor.id) }),
  ),
  post(
    'public/upload',
    {
      needs: 'nothing',
      limit: 'public upload',
      answers: UPLOADED,
      files: PUBLIC,
      summary: 'Upload for a public form',
    },
    (call) => upload(call, PUBLIC, { address: limitKey(call.actor.address) }),
  ),
  post(
    'destroy-file',
    {
      needs: 'session',
      takesKeys: true,
      answers: null,
      summary: 'Remove an own upload that no record holds',
      body: { id: text('File', { required: true, max: 64 }) },
    },
    async ({ db, actor, body, context }) => {
      const gone = await row(
        db,
        FILE_ROW,
        sql`delete from stored_files where id = ${body.id} and owner = ${actor.id} and claimed_at is null returning *`,
      )
      if (!gone) refuse('not found')
      await removeFile(context.files, gone)
      return null
    },
  ),
  post(
    'file-key',
    {
      needs: 'session',
      answers: { key: 'string', seconds: 'number' },
      summary: 'A key for the addresses of files, five minutes',
    },
    async ({ actor, context }) => ({
      key: signFileKey(context.config.secret, Number(actor.id), actor.session ?? '', new Date(context.clock.now())),
      seconds: FILE_KEY_SECONDS,
    }),
  ),
  get(
    'file/:file',
    {
      needs: 'nothing',
      pathTexts: ['file'],
      mediaType: '*/*',
      query: { ...OPENS, download: '1: to be kept, not shown' },
      summary: 'A file, for who may see its record (key or follow)',
    },
    (call) => sendOne(call, accesses(), false),
  ),
  get(
    'file/:file/thumbnail',
    { needs: 'nothing', pathTexts: ['file'], mediaType: 'image/*', query: OPENS, summary: 'A small picture of it' },
    (call) => sendOne(call, accesses(), true),
  ),
]

async function upload(call: Call, bounds: FileBounds, sender: Sender): Promise<unknown> {
  const { context, reply } = call
  const files = await receiveFiles(
    call,
    bounds,
    (file) => saveUpload(context.db, context.files, file, sender),
    ({ id }) => removeReleased(context.db, context.files, [id]),
  )
  return reply.status(201).send({ ErrorCode: 0, ErrorDescription: '', Data: { files } })
}

async function sendOne(
  { request, reply, context, params, query }: Call,
  accesses: FileAccesses,
  thumbnail: boolean,
): Promise<unknown> {
  const file = (await findFile(context.db, params.file ?? '')) ?? refuse('not found')
  const { key, follow, download } = query
  const isOpen =
    typeof follow === 'string'
      ? await isFileFollowed(context.db, file, follow, accesses)
      : await isFileOpen(context.db, file, await readerOf(String(key ?? ''), { context, request }), accesses)
  if (!isOpen) refuse('not found')
  return sendFile(reply, context.files, file, { thumbnail, download: download === '1', range: request.headers.range })
}

/** Another system brings its own key, a browser one for the addresses of files. */
async function readerOf(key: string, { context, request }: Pick<Call, 'context' | 'request'>): Promise<Actor> {
  const token = bearerOf(request)
  if (token !== null && isKey(token)) return context.apiKeys.actorOf(token, languageOf(request), request.ip)
  return holderOf(key, { context, request })
}

/** The person a file key stands for, as their session is now. */
async function holderOf(key: string, { context, request }: Pick<Call, 'context' | 'request'>): Promise<Actor> {
  const held = readFileKey(context.config.secret, key, new Date(context.clock.now())) ?? refuse('not found')
  const actor = await context.sessions.actorOfSession(held.sid, held.userId, languageOf(request), request.ip)
  return actor ?? refuse('no session')
}
