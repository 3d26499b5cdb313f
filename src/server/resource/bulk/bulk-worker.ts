import { sql } from 'kysely'
import { type Message, unpack } from '../../../shared/message.ts'
import { Refusal, sentenceOf } from '../../../shared/refusals.ts'
import { record } from '../../activity/activity.ts'
import { type Actor, actorMay, theServer } from '../../actor.ts'
import type { AppContext } from '../../app-context.ts'
import { actorOfUser } from '../../auth/sessions.ts'
import { type Db, inTransaction, json, row, rows, type Sql } from '../../db/db.ts'
import { jsonOf, type RowOf } from '../../db/shape.ts'
import { refusalOf } from '../../http/errors.ts'
import { type Job, queueJob, type Timed } from '../../jobs/jobs.ts'
import type { BulkAction } from '../module-options.ts'

/** A job works so long and then lets others have their turn. */
const TURN_MS = 5000
/** Nobody has worked on it for so long: its server is gone. */
const ABANDONED = '30 seconds'

/** Finds an act by module and name; undefined where a newer version no longer has it. */
export type FindBulkAction = (module: string, act: string) => (BulkAction & { permission: string }) | undefined

/** The job that goes on with a bulk until it is through. */
export const bulkJob =
  (context: AppContext, find: FindBulkAction): Job =>
  async ({ id }) => {
    const bulk = Number(id)
    const found = await row(
      context.db,
      { module: 'string', act: 'string' },
      sql`select module, act from bulks where id = ${bulk} and finished_at is null`,
    )
    if (!found) return
    const isThrough = await workOff(context, bulk, () => find(found.module, found.act), TURN_MS)
    if (!isThrough) await queueJob(context.db, 'bulk', { id: bulk }, { key: `bulk ${bulk}` })
  }

/** Bulks whose server was killed are taken up again, and old ones forgotten. */
export const resumeBulks = (db: Db): Timed => ({
  name: 'resume-bulks',
  cron: '* * * * *',
  work: async () => {
    const left = await rows(
      db,
      { id: 'number' },
      sql`select id from bulks where finished_at is null and touched_at < now() - ${ABANDONED}::interval`,
    )
    for (const { id } of left) await queueJob(db, 'bulk', { id }, { key: `bulk ${id}` })
    await sql`delete from bulks where created_at < now() - interval '30 days'`.execute(db)
  },
})

/**
 * Works on the rows of a bulk for at most `most` ms; answers whether it is through. Each row is one transaction together with its
 * outcome, so that it is done exactly once whatever is killed in between; several may work on the same bulk.
 */
export async function workOff(
  context: AppContext,
  id: number,
  find: () => ReturnType<FindBulkAction>,
  most: number,
): Promise<boolean> {
  const { db } = context
  const bulk = await row(
    db,
    {
      user_id: 'number',
      address: 'string?',
      module: 'string',
      given: jsonOf<Record<string, unknown>>(),
    },
    sql`select user_id, address, module, given from bulks where id = ${id}`,
  )
  if (!bulk) return true
  const until = performance.now() + most
  const actor = await actorOfUser(db, bulk.user_id, bulk.address)
  const act = find()
  if (!actor || !act || !actorMay(actor, act.permission, act.needs)) return refuseRest(db, id)
  const turn = { context, id, actor, given: bulk.given, act }
  while (performance.now() < until) {
    const isWorked = await workOne(turn)
    if (isWorked) continue
    const isThrough = await finish(db, id)
    context.feed.nudge()
    return isThrough
  }
  context.feed.nudge()
  return false
}

/** Marks what the transaction writes into the activity. */
const asPartOf = (id: number): Sql => sql`set_config('app.bulk', ${String(id)}, true)`

interface Turn {
  context: AppContext
  id: number
  actor: Actor
  given: Record<string, unknown>
  act: BulkAction
}
const WAITING = {
  at: 'number',
  record_id: 'number',
  version: 'number',
} as const
type Waiting = RowOf<typeof WAITING>

/** Does the next row; false where none waits. A refusal undoes the row's work and is kept as its outcome. */
async function workOne({ context, id, actor, given, act }: Turn): Promise<boolean> {
  let next: Waiting | undefined
  try {
    await inTransaction(context.db, async (tx) => {
      // Should the machine stop, the newest rows and their outcomes are forgotten together and done again.
      await sql`select set_config('synchronous_commit', 'off', true), ${asPartOf(id)}`.execute(tx)
      next = await nextRow(tx, id)
      if (!next) return
      await act.run({ context, actor, db: tx, id: next.record_id, body: { ...given, version: next.version } })
      await sql`update bulk_rows set outcome = 'done', reason = null where bulk_id = ${id} and at = ${next.at}`.execute(
        tx,
      )
    })
  } catch (error) {
    if (!next) throw error
    await keepRefusal(context, id, next, error)
  }
  return next !== undefined
}

/** The next row that nobody works on, held until the transaction ends; touches the bulk now and then. */
async function nextRow(db: Db, id: number): Promise<Waiting | undefined> {
  const found = await row(
    db,
    WAITING,
    sql`select r.at, r.record_id, r.version from bulk_rows r join bulks b on b.id = r.bulk_id
        where r.bulk_id = ${id} and r.outcome is null and b.cancelled_at is null order by r.at limit 1 for update of r skip locked`,
  )
  if (found && found.at % 50 === 1) await sql`update bulks set touched_at = now() where id = ${id}`.execute(db)
  return found
}

async function keepRefusal({ db, log }: AppContext, id: number, { at }: Waiting, error: unknown): Promise<void> {
  const refusal = refusalOf(error)
  // A database that is away refuses nothing: the row waits, and the job tries again.
  if (error !== refusal && refusal.refusal === 'unavailable') throw error
  if (refusal.refusal === 'unexpected') log.error({ err: error, bulk: id }, 'a row of a bulk failed')
  await inTransaction(db, async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx)
    await sql`update bulk_rows set outcome = 'refused', reason = ${json(messageOf(refusal))} where bulk_id = ${id} and at = ${at} and outcome is null`.execute(
      tx,
    )
  })
}

/** Who asked has lost the right meanwhile: nothing more is done. */
async function refuseRest(db: Db, id: number): Promise<boolean> {
  const reason = messageOf(new Refusal('no permission'))
  await sql`update bulk_rows set outcome = 'refused', reason = ${json(reason)} where bulk_id = ${id} and outcome is null`.execute(
    db,
  )
  return finish(db, id)
}

/** The sentence of a refusal: of its first field where it names one. */
function messageOf({ refusal, parts }: Refusal): Message {
  const [first] = Object.values(parts.fields ?? {})
  if (first) return unpack(first)
  if (refusal === 'unexpected') return { key: 'Something went wrong' }
  return { key: sentenceOf(refusal, parts.params), params: parts.params }
}

/**
 * Through, unless another worker still holds a row of it; then that is one line of the activity, from which people are told. Of one that
 * is stopped the rest is left for good.
 */
export const finish = (db: Db, id: number): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    // Waits for the row another worker is at, whose outcome then stands; that one may touch the bulk, which is therefore written last.
    await sql`delete from bulk_rows r using bulks b
      where b.id = ${id} and r.bulk_id = b.id and b.cancelled_at is not null and r.outcome is null`.execute(tx)
    const ended = await row(
      tx,
      {
        /** Who asked for it. */
        id: 'number',
        address: 'string?',
        module: 'string',
        act: 'string',
        done: 'number',
        refused: 'number',
      },
      sql`update bulks b set finished_at = now() where id = ${id} and finished_at is null
            and not exists (select 1 from bulk_rows r where r.bulk_id = b.id and r.outcome is null)
          returning user_id as id, address, module, act, ${asPartOf(id)},
            (select count(*)::int from bulk_rows r where r.bulk_id = b.id and r.outcome = 'done') as done,
            (select count(*)::int from bulk_rows r where r.bulk_id = b.id and r.outcome = 'refused') as refused`,
    )
    if (!ended) return false
    const { module, act, done, refused, ...who } = ended
    await record(
      tx,
      { ...theServer, ...who },
      {
        action: 'bulk',
        module,
        changes: { act: [null, act], done: [null, done], refused: [null, refused] },
      },
    )
    return true
  })
