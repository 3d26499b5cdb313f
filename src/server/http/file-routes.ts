import { sql } from 'kysely'
import { moduleOf } from '../../modules/index.ts'
import { text } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import { type Actor, actorMay } from '../actor.ts'
import { type Db, row } from '../db/db.ts'
import type { Sender } from '../files/budgets.ts'
import { type FileRow, findFile, saveUpload } from '../files/files.ts'
import { removeFile, removeReleased } from '../files/housekeeping.ts'
import { FILE_KEY_SECONDS, readFileKey, signFileKey } from '../files/key.ts'
import { sendFile } from '../files/serve.ts'
import { scopeOf } from '../resource/scope.ts'
import { limitKey } from './limits.ts'
import { languageOf } from './mount.ts'
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

export const fileRoutes: Route[] = [
  post(
    'upload',
    {
      needs: 'session',
      limit: 'upload',
      isRaw: true,
      files: STAFF,
      summary: 'Upload pictures and videos (multipart, field `file`); saving a record claims them',
    },
    (call) => upload(call, STAFF, { owner: Number(call.actor.id) }),
  ),
  post(
    'public/upload',
    { needs: 'nothing', limit: 'public upload', isRaw: true, files: PUBLIC, summary: 'Upload for a public form' },
    (call) => upload(call, PUBLIC, { address: limitKey(call.actor.address) }),
  ),
  post(
    'destroy-file',
    {
      needs: 'session',
      summary: 'Remove an own upload that no record holds',
      body: { id: text('File', { required: true, max: 64 }) },
    },
    async ({ db, actor, body, context }) => {
      const gone = await row<FileRow>(
        db,
        sql`delete from stored_files where id = ${body.id} and owner = ${actor.id} and claimed_at is null returning *`,
      )
      if (!gone) refuse('not found')
      await removeFile(context.files, gone)
      return null
    },
  ),
  post(
    'file-key',
    { needs: 'session', summary: 'A key for the addresses of files, five minutes' },
    async ({ actor, context }) => ({
      key: signFileKey(context.config.secret, Number(actor.id), actor.session ?? '', new Date(context.clock.now())),
      seconds: FILE_KEY_SECONDS,
    }),
  ),
  get(
    'file/:id',
    {
      needs: 'nothing',
      isRaw: true,
      query: { ...OPENS, download: '1: to be kept, not shown' },
      summary: 'A file, for who may see its record (key or follow)',
    },
    (call) => sendOne(call, false),
  ),
  get('file/:id/thumbnail', { needs: 'nothing', isRaw: true, query: OPENS, summary: 'A small picture of it' }, (call) =>
    sendOne(call, true),
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

async function sendOne({ request, reply, context, params, query }: Call, thumbnail: boolean): Promise<unknown> {
  const file = (await findFile(context.db, params.id ?? '')) ?? refuse('not found')
  const { key, follow, download } = query
  const isOpen =
    typeof follow === 'string'
      ? await isFollowed(context.db, file, follow)
      : await isOpenTo(context.db, file, await holderOf(String(key ?? ''), { context, request }))
  if (!isOpen) refuse('not found')
  return sendFile(reply, context.files, file, { thumbnail, download: download === '1', range: request.headers.range })
}

/** The person a file key stands for, as their session is now. */
async function holderOf(key: string, { context, request }: Pick<Call, 'context' | 'request'>): Promise<Actor> {
  const held = readFileKey(context.config.secret, key, new Date(context.clock.now())) ?? refuse('not found')
  const actor = await context.sessions.actorOfSession(held.sid, held.userId, languageOf(request), request.ip)
  return actor ?? refuse('no session')
}

/** Whoever may read the record may see its files; what is unclaimed only its owner; a portrait everybody signed in. */
async function isOpenTo(db: Db, file: FileRow, actor: Actor): Promise<boolean> {
  if (!file.claimed_at || !file.module || file.record_id === null) return file.owner === actor.id
  if (file.module === 'users' && file.field === 'avatar') return true
  const owner =
    file.module === 'complaint-comments'
      ? await commentedOn(db, file.record_id)
      : { module: file.module, id: file.record_id }
  const definition = owner && moduleOf(owner.module)
  if (!definition || !actorMay(actor, definition.permission, 'read')) return false
  const scope = scopeOf(definition, actor)
  const found = await row(
    db,
    sql`select 1 as n from ${sql.table(definition.table)} r where r.id = ${owner.id} ${scope ? sql`and ${scope}` : sql``}`,
  )
  return (
    found !== undefined || (owner.module === 'complaints' && (await isOpenBySurvivor(db, definition, owner.id, actor)))
  )
}

/** A merged complaint is part of the one that goes on, and is seen along with it; only the wall between stores stays. */
async function isOpenBySurvivor(db: Db, complaints: Definition, id: number, actor: Actor): Promise<boolean> {
  const scope = scopeOf(complaints, actor)
  const found = await row(
    db,
    sql`with recursive up as (
          select c.id, c.merged_into_id, 1 as depth from complaints c where c.id = ${id} and c.merged_into_id is not null ${actor.scope === 'store' ? sql`and c.store = ${actor.store}` : sql``}
          union all select c.id, c.merged_into_id, u.depth + 1 from complaints c join up u on c.id = u.merged_into_id where u.depth < 100
        ) select 1 as n from up u join complaints r on r.id = u.id where u.depth > 1 ${scope ? sql`and ${scope}` : sql``} limit 1`,
  )
  return found !== undefined
}

async function commentedOn(db: Db, comment: number): Promise<{ module: string; id: number } | null> {
  const found = await row(
    db,
    { complaint: 'number' },
    sql`select complaint from complaint_comments where id = ${comment}`,
  )
  return found ? { module: 'complaints', id: found.complaint } : null
}

/** A customer's private link opens the files of that one complaint that the customer sent. */
async function isFollowed(db: Db, file: FileRow, token: string): Promise<boolean> {
  if (token.length > 100 || file.record_id === null) return false
  const found = await row(
    db,
    sql`select 1 as n from complaints c where c.follow_token = ${token} and c.deleted_at is null and (
          (${file.module} = 'complaints' and c.id = ${file.record_id}) or
          (${file.module} = 'complaint-comments' and exists (select 1 from complaint_comments m where m.id = ${file.record_id} and m.complaint = c.id and m.kind = 'customer')))`,
  )
  return found !== undefined
}
