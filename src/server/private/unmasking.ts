import { sql } from 'kysely'
import { text } from '../../shared/fields.ts'
import { maskOf, tailOf } from '../../shared/private.ts'
import { refuse } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import type { Right } from '../../shared/users/permissions.ts'
import { record } from '../activity/activity.ts'
import { all, inTransaction, row, rows } from '../db/db.ts'
import { jsonOf } from '../db/shape.ts'
import { NAMED } from '../http/answers.ts'
import { type Call, type Needs, post, type Route } from '../http/route.ts'
import { placeSql, scopeOf } from '../resource/scope.ts'
import { holdsSealed, opened, sealedFields } from './fields.ts'

const UNMASK = {
  field: text('Field', { required: true, max: 60 }),
  reason: text('Reason', { required: true, min: 5, max: 300 }),
}
const FIND = { value: text('Number', { required: true, max: 60 }) }
const FOUND_MOST = 20

/** How private data is looked at: one value of one record with a reason, or the records that hold an exact value; both are audited. */
export function unmaskingRoutes(definition: Definition, needs: (flag: Right) => Needs): Route[] {
  if (unmaskable(definition).length === 0) return []
  const limit = 'private lookup'
  return [
    post(
      `${definition.wire}/:id/unmask`,
      {
        needs: needs('other'),
        limit,
        body: UNMASK,
        answers: { value: 'string?' },
        summary: `A private value of ${definition.one} in full`,
      },
      (call) => unmask(definition, call),
    ),
    post(
      `${definition.wire}/find-private`,
      {
        needs: needs('other'),
        limit,
        body: FIND,
        answers: { data: [NAMED] },
        summary: `${definition.label} that hold this very private value`,
      },
      (call) => find(definition, call),
    ),
  ]
}

/** A secret of ours is nobody's to look at. */
const unmaskable = (definition: Definition) => sealedFields(definition).filter(([, { secret }]) => !secret)

/** The audit has what was looked at and why before the value is out. */
async function unmask(definition: Definition, { db, actor, id, body, context }: Call) {
  const [name, field] = unmaskable(definition).find(([one]) => one === body.field) ?? refuse('not found')
  const scope = scopeOf(definition, actor)
  const found = await inTransaction(db, async (tx) => {
    const seen = await row(
      tx,
      { value: 'string?', title: 'string', place: jsonOf<object>() },
      sql`select r.${sql.ref(name)} as value, left(r.${sql.ref(definition.title)}::text, 191) as title, ${placeSql(definition, 'r')} as place
          from ${sql.table(definition.table)} r where r.id = ${id} and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}`,
    )
    if (!seen) refuse('not found')
    const changes = { 'looked at': [null, field.label], reason: [null, body.reason] }
    const { title, place } = seen
    await record(tx, actor, { action: 'sensitive_read', module: definition.name, recordId: id, title, place, changes })
    return seen
  })
  context.feed.nudge()
  return { value: opened(context.config.keys, definition, name, found.value) }
}

async function find(definition: Definition, { db, actor, body, context }: Call) {
  const value = String(body.value).replace(/\s/g, '')
  const fields = sealedFields(definition).filter(([, { kind }]) => kind !== 'date' && kind !== 'signature')
  const [first] = fields
  const title = first ? maskOf(first[1]) + tailOf(first[1], value) : ''
  await record(db, actor, { action: 'sensitive_search', module: definition.name, title })
  const scope = scopeOf(definition, actor)
  const holds = fields.map(([name]) => holdsSealed(context.config.keys, sql`r.${sql.ref(name)}`, value))
  return {
    data: await rows(
      db,
      { id: 'number', name: 'string' },
      sql`select r.id, r.${sql.ref(definition.title)}::text as name from ${sql.table(definition.table)} r
          where (${all(holds, sql` or `, sql`false`)}) and r.deleted_at is null ${scope ? sql`and ${scope}` : sql``}
          order by r.id desc limit ${sql.lit(FOUND_MOST)}`,
    ),
  }
}
