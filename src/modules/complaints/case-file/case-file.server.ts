import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { type Db, row, rows } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { secondsOf } from '#server/files/duration.ts'
import { type Located, otherPlaceOf, pathOf } from '#server/files/paths.ts'
import type { FileStore } from '#server/files/store.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { LOGO, logoOf, senderOf } from '#server/paper/letterhead.ts'
import { drawPaper } from '#server/paper/paper.ts'
import { showJson } from '#server/resource/query/list.ts'
import { one } from '#server/resource/query/parse-query.ts'
import { placeSql, scopeOf } from '#server/resource/scope.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Row } from '../../../shared/resource.ts'
import { timelineOf } from '../comments/comments.server.ts'
import { complaints } from '../complaints.ts'
import type { CaseFileFile } from './attachments.server.ts'
import { type CaseFile, paperOf } from './document.server.ts'

/** More pictures are told by name: the paper stays one that can be sent. */
const DRAWN_MOST = 100

export const caseFileRoutes: Route[] = [
  get(
    ':id/case-file',
    {
      needs: 'report',
      mediaType: 'application/pdf',
      summary: 'The whole case as one PDF, for the authority',
      query: { internal: '1 with the internal comments' },
    },
    (call) => sendCaseFile(call),
  ),
]

async function sendCaseFile(call: Call): Promise<unknown> {
  const { db, actor, id, query, context, reply } = call
  const withInternal = one(query.internal) === '1'
  const found = await gather(call, withInternal)
  const pictures = new Map(
    found.files.filter(({ key }) => key !== null).map(({ key, place }): [string, Located] => [String(key), place]),
  )
  const logo = await logoOf(db, found.sender)
  if (logo) pictures.set(LOGO, logo)
  const { bytes, content } = await drawPaper(
    paperOf(found, { language: actor.language, timeZone: context.config.timezone }),
    pictures,
    context.files,
  )
  await tell(db, call, withInternal)
  context.feed.nudge()
  return reply
    .header('content-type', 'application/pdf')
    .header('content-length', bytes)
    .header('content-disposition', `attachment; filename="${found.complaint.issue_number ?? id}.pdf"`)
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(content)
}

/** All that the paper tells, as far as the caller sees it. */
async function gather({ db, actor, id, context }: Call, withInternal: boolean): Promise<CaseFile> {
  const text = (await showJson(db, complaints, id, scopeOf(complaints, actor), actor.language)) ?? refuse('not found')
  const complaint = JSON.parse(text) as Row<typeof complaints> // the record as the engine shows it
  const entries = (await timelineOf(db, actor, id)).filter(
    (entry) => withInternal || !entry.comment || entry.comment.kind === 'customer',
  )
  const ids = [
    ...complaint.attachments,
    ...entries.flatMap((entry) => entry.comment?.attachments ?? entry.merged?.attachments ?? []),
  ].map((file) => file.id)
  return {
    sender: await senderOf({ config: context.config, db }, complaint.store?.id ?? null),
    by: actor.name,
    complaint,
    entries,
    withInternal,
    files: await filesOf(db, context.files, [...new Set(ids)]),
  }
}

async function filesOf(db: Db, store: FileStore, ids: readonly string[]): Promise<CaseFileFile[]> {
  const found = await rows(
    db,
    {
      id: 'string',
      name: 'string',
      type: 'string',
      bytes: 'number',
      width: 'number?',
      height: 'number?',
      sha256: 'string',
      area: narrowed<'temp' | 'upload'>('string'),
      folder: 'string',
    },
    sql`select id, name, type, bytes, width, height, sha256, area, folder from stored_files
        where id = any(${ids}::text[]) order by array_position(${ids}::text[], id)`,
  )
  let drawn = 0
  return Promise.all(
    found.map(async ({ area, folder, ...file }): Promise<CaseFileFile> => {
      const place = { id: file.id, area, folder }
      const key = file.type.startsWith('image/') && drawn < DRAWN_MOST ? `p${++drawn}` : null
      const seconds = file.type === 'video/mp4' ? await playTime(store, place) : null
      return { ...file, place, seconds, key }
    }),
  )
}

const playTime = async (store: FileStore, place: Located): Promise<number | null> =>
  (await secondsOf(store, pathOf(place))) ?? secondsOf(store, pathOf(otherPlaceOf(place)))

/** Who took the case out of the house, and how much of it, is part of its history. */
async function tell(db: Db, { actor, id }: Call, withInternal: boolean): Promise<void> {
  const about = await row(
    db,
    { title: 'string', place: jsonOf<object>() },
    sql`select r.title, ${placeSql(complaints, 'r')} as place from complaints r where r.id = ${id}`,
  )
  await record(db, actor, {
    action: 'case file',
    module: complaints.name,
    recordId: id,
    title: about?.title,
    place: about?.place,
    changes: { internal: [null, withInternal] },
  })
}
