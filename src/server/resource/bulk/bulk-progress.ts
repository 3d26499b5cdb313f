import { sql } from 'kysely'
import { moduleOf } from '../../../modules/index.ts'
import type { BulkRow, Page } from '../../../shared/api.ts'
import { type Message, tell } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import type { Actor } from '../../actor.ts'
import { type Db, inTransaction, row, rows } from '../../db/db.ts'
import { jsonOf, type RowOf } from '../../db/shape.ts'
import { namedAnswer, pageOf } from '../../http/answers.ts'
import { type Call, get, post, type Route } from '../../http/route.ts'
import { queueJob } from '../../jobs/jobs.ts'
import { pageParameters } from '../query/parameters.ts'
import { readPage } from '../query/parse-query.ts'
import { scopeOf } from '../scope.ts'
import { finish } from './bulk-worker.ts'

const BULK_ROW = {
  id: 'number',
  module: 'string',
  act: 'string',
  total: 'number',
  done: 'number',
  refused: 'number',
  is_cancelled: 'boolean',
  is_finished: 'boolean',
  created_at: 'date',
} as const
/** An act on many records, and how far it is. */
export const BULK_PROGRESS = namedAnswer('Bulk', BULK_ROW)

/** How far the caller's own bulks are, what was refused and why, cancel and try again. */
export const progressRoutes: Route[] = [
  get(
    'bulk',
    {
      needs: 'session',
      answers: { data: [BULK_PROGRESS] },
      summary: 'The own bulks that run or were not looked at yet',
    },
    async ({ db, actor }) => ({
      data: await rows(
        db,
        BULK_ROW,
        sql`select ${BULK} from bulks b where b.user_id = ${actor.id} and b.seen_at is null order by b.id desc limit 20`,
      ),
    }),
  ),
  get('bulk/:id', { needs: 'session', answers: BULK_PROGRESS, summary: 'How far a bulk is' }, ({ db, id, actor }) =>
    bulkOf(db, id, actor),
  ),
  get(
    'bulk/:id/refused',
    {
      needs: 'session',
      summary: 'The records that were refused, and why',
      query: pageParameters(),
      answers: pageOf(namedAnswer('RefusedRow', { id: 'number', name: 'string?', reason: 'string' })),
    },
    (call) => refused(call),
  ),
  post(
    'bulk/:id/cancel',
    { needs: 'session', answers: BULK_PROGRESS, summary: 'Leave the rest as it is' },
    async ({ db, id, actor, context }) => {
      await own(db, id, actor)
      await sql`update bulks set cancelled_at = now() where id = ${id} and finished_at is null`.execute(db)
      await finish(db, id)
      context.feed.nudge()
      return bulkOf(db, id, actor)
    },
  ),
  post(
    'bulk/:id/retry',
    { needs: 'session', answers: BULK_PROGRESS, summary: 'Try the refused records again, as they stand now' },
    (call) => retry(call),
  ),
  post('bulk/:id/seen', { needs: 'session', answers: null, summary: 'Looked at' }, async ({ db, id, actor }) => {
    await own(db, id, actor)
    await sql`update bulks set seen_at = now() where id = ${id} and finished_at is not null`.execute(db)
    return null
  }),
]

const counted = (outcome: string) =>
  sql`(select count(*)::int from bulk_rows r where r.bulk_id = b.id and r.outcome = ${sql.lit(outcome)})`
const BULK = sql`b.id, b.module, b.act, b.total, ${counted('done')} as done, ${counted('refused')} as refused,
  b.cancelled_at is not null as is_cancelled, b.finished_at is not null as is_finished, b.created_at`

export type BulkProgress = RowOf<typeof BULK_ROW>

export async function bulkOf(db: Db, id: number, actor: Actor): Promise<BulkProgress> {
  const found = await row(db, BULK_ROW, sql`select ${BULK} from bulks b where b.id = ${id} and b.user_id = ${actor.id}`)
  return found ?? refuse('not found')
}

async function own(db: Db, id: number, actor: Actor): Promise<{ module: string }> {
  const found = await row(
    db,
    { module: 'string' },
    sql`select module from bulks where id = ${id} and user_id = ${actor.id}`,
  )
  return found ?? refuse('not found')
}

/** A record that the caller no longer sees is told by its number only. */
async function refused({ db, id, actor, query }: Call): Promise<Page<BulkRow>> {
  const { module } = await own(db, id, actor)
  const definition = moduleOf(module) ?? refuse('not found')
  const { page, perpage } = readPage(query)
  const name = 'issue_number' in definition.fields ? 'issue_number' : definition.title
  const scope = scopeOf(definition, actor)
  const found = await rows(
    db,
    { id: 'number', name: 'string?', reason: jsonOf<Message | null>() },
    sql`select b.record_id as id, (select r.${sql.ref(name)}::text from ${sql.table(definition.table)} r where r.id = b.record_id ${scope ? sql`and ${scope}` : sql``}) as name, b.reason
        from bulk_rows b where b.bulk_id = ${id} and b.outcome = 'refused' order by b.at limit ${perpage} offset ${(page - 1) * perpage}`,
  )
  const { refused: total } = await bulkOf(db, id, actor)
  const data = found.map((one) => ({
    ...one,
    reason: tell(one.reason ?? { key: 'Something went wrong' }, actor.language),
  }))
  return { data, total, page, perpage }
}

/** Each on the version it has now: the caller has read what happened to it. What a stopped one left is no part of it. */
async function retry({ db, id, actor }: Call): Promise<BulkProgress> {
  const { module } = await own(db, id, actor)
  const definition = moduleOf(module) ?? refuse('not found')
  await inTransaction(db, async (tx) => {
    await sql`update bulk_rows b set outcome = null, reason = null, version = coalesce((select r.version from ${sql.table(definition.table)} r where r.id = b.record_id), b.version)
      where b.bulk_id = ${id} and b.outcome = 'refused'`.execute(tx)
    await sql`update bulks set finished_at = null, cancelled_at = null, seen_at = null, touched_at = now(),
        total = (select count(*) from bulk_rows where bulk_id = ${id})
      where id = ${id}`.execute(tx)
    await queueJob(tx, 'bulk', { id }, { key: `bulk ${id}` })
  })
  return bulkOf(db, id, actor)
}
