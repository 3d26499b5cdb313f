import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Refusal, refuse } from '../../../shared/refusals.ts'
import type { Definition } from '../../../shared/resource.ts'
import { type Actor, actorMay } from '../../actor.ts'
import { inTransaction, row, rows, type Tx } from '../../db/db.ts'
import type { Call } from '../../http/route.ts'
import { createIn, update } from '../handlers.ts'
import type { BatchOutcome, ModuleOptions } from '../module-options.ts'
import type { Answered } from './answers.ts'
import { isSameAsStored, keyOf, knownByKeys, type Stored } from './known.ts'
import type { Sent } from './sent.ts'

interface Linked {
  id: number
  fingerprint: string
}

/** Writes some records in one transaction, and keeps by what the sender calls them. */
export async function writeChunk(
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  sent: readonly Sent[],
): Promise<Answered[]> {
  return inTransaction(call.db, async (tx) => {
    // Two that bring the same records at the same moment take turns; each sees what the other made.
    await sql`select pg_advisory_xact_lock(hashtext(${`batch ${definition.table}`}))`.execute(tx)
    await serving.batch?.prepare?.(
      tx,
      sent.flatMap(({ refusal, whole }) => (refusal ? [] : [whole.columns])),
    )
    const links = await linksOf(tx, definition, call.actor, sent)
    const byKeys = await knownByKeys(tx, definition, call.actor, sent)
    const answers: Answered[] = []
    const made = new Map<string, Linked>()
    const kept: { external_id: string; id: number; fingerprint: string }[] = []
    for (const one of sent) {
      const link = links.get(one.external_id ?? '')
      const key = keyOf(definition, one)
      const twin = key === null ? undefined : made.get(key)
      const answer = await settled(definition, serving, { ...call, db: tx }, one, {
        link,
        twin,
        stored: byKeys.get(one.at),
        isAlone: sent.length === 1,
      })
      answers.push(answer)
      if ('refusal' in answer || one.external_id === null) continue
      const now = { id: answer.id, fingerprint: one.fingerprint }
      if (key !== null) made.set(key, now)
      links.set(one.external_id, now)
      kept.push({ external_id: one.external_id, ...now })
    }
    await keepLinks(tx, definition, call.actor, kept)
    return answers
  })
}

interface Known {
  link: Linked | undefined
  /** The same record earlier in the same batch. */
  twin: Linked | undefined
  stored: Stored | undefined
  /** Nothing else is in its transaction. */
  isAlone: boolean
}

/** What becomes of one record; what refuses it leaves the transaction as it was, or, where the database itself refuses it, no transaction at all. */
async function settled(
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  one: Sent,
  { link, twin, stored, isAlone }: Known,
): Promise<Answered> {
  const { at, external_id } = one
  try {
    if (one.refusal) throw one.refusal
    if (link?.fingerprint === one.fingerprint) return { at, external_id, outcome: 'unchanged', id: link.id }
    if (twin?.fingerprint === one.fingerprint) return { at, external_id, outcome: 'unchanged', id: twin.id }
    if (one.target === 0) refuse('not found')
    const id = link?.id ?? twin?.id ?? one.target ?? stored?.id
    const isPlain = !isAlone && id === undefined && !serving.after?.create
    const done = isPlain
      ? await create(definition, serving, call, one)
      : await undone(call.db as Tx, () => written(definition, serving, call, one, id)) // a transaction, as its caller made sure
    return { at, external_id, ...done }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { at, external_id, refusal: error }
  }
}

interface Done {
  id: number
  outcome: BatchOutcome
}
type Written = Done | { refusal: Refusal }

async function written(
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  one: Sent,
  id: number | undefined,
): Promise<Written> {
  if (id === undefined) return create(definition, serving, call, one)
  if (!serving.batch?.write) return changed(definition, serving, call, one, id)
  refuseWrong(one.wrong?.whole)
  const named = Object.keys(one.given)
  return serving.batch.write(call.db as Tx, one.whole.columns, { ...ownCall(call, one), named }) // a transaction, as its caller made sure
}

async function create(definition: Definition, serving: ModuleOptions, call: Call, one: Sent): Promise<Done> {
  refuseWrong(one.wrong?.whole)
  const { id } = await createIn(call.db as Tx, definition, serving, ownCall(call, one), one.whole) // likewise
  return { id, outcome: 'created' }
}

async function changed(
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  one: Sent,
  id: number,
): Promise<Done> {
  const { actor, db } = call
  refuseWrong(one.wrong?.given)
  if (await isSameAsStored(db as Tx, definition, id, one)) return { id, outcome: 'unchanged' } // likewise
  if (definition.batch?.isFinal) refuse('differs from stored')
  if (!actorMay(actor, definition.permission, 'edit')) refuse('no permission')
  const old = await row(
    db,
    { version: 'number' },
    sql`select version from ${sql.table(definition.table)} where id = ${id}`,
  )
  const body = { ...one.given, version: old?.version ?? 0 }
  await update(definition, serving, { ...ownCall(call, one), id, body })
  return { id, outcome: 'updated' }
}

function refuseWrong(wrong: Record<string, string> | undefined): void {
  if (wrong && Object.keys(wrong).length > 0) refuse('invalid', { fields: wrong })
}

/** The call as if it had brought this record alone: hooks read from the request what no field names. */
const ownCall = (call: Call, { raw }: Sent): Call => ({
  ...call,
  body: raw,
  request: Object.create(call.request, { body: { value: raw } }) as FastifyRequest, // the same request with another body
})

async function undone<R>(tx: Tx, work: () => Promise<R>): Promise<R> {
  await sql.raw('savepoint one_record').execute(tx)
  try {
    const done = await work()
    await sql.raw('release savepoint one_record').execute(tx)
    return done
  } catch (error) {
    await sql.raw('rollback to savepoint one_record').execute(tx)
    throw error
  }
}

/** Whose numbers these are: a system's, through whichever of its keys, or a person's. */
const sourceOf = ({ system, id }: Actor): string => system ?? `user ${id}`

async function linksOf(
  tx: Tx,
  { name }: Definition,
  actor: Actor,
  sent: readonly Sent[],
): Promise<Map<string, Linked>> {
  const wanted = sent.flatMap(({ external_id, refusal }) => (external_id === null || refusal ? [] : [external_id]))
  const found = await rows(
    tx,
    { external_id: 'string', id: 'number', fingerprint: 'string' },
    sql`select external_id, record_id as id, fingerprint from external_ids
        where module = ${name} and source = ${sourceOf(actor)} and external_id = any(${wanted}::text[])`,
  )
  return new Map(found.map(({ external_id, ...linked }) => [external_id, linked]))
}

async function keepLinks(
  tx: Tx,
  { name }: Definition,
  actor: Actor,
  kept: readonly { external_id: string; id: number; fingerprint: string }[],
): Promise<void> {
  if (kept.length === 0) return
  const last = [...new Map(kept.map((one) => [one.external_id, one])).values()]
  await sql`insert into external_ids (module, source, external_id, record_id, fingerprint)
    select ${name}, ${sourceOf(actor)}, k.external_id, k.id, k.fingerprint from jsonb_to_recordset(${JSON.stringify(last)}::jsonb) k(external_id text, id bigint, fingerprint text)
    on conflict (module, source, external_id) do update set record_id = excluded.record_id, fingerprint = excluded.fingerprint, at = now()
      where (external_ids.record_id, external_ids.fingerprint) is distinct from (excluded.record_id, excluded.fingerprint)`.execute(
    tx,
  )
}
