import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import type { Actor } from '#server/actor.ts'
import { type Db, inTransaction, row, rows } from '#server/db/db.ts'
import { jsonOf, narrowed } from '#server/db/shape.ts'
import { NAMED, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { get, post, type Route } from '#server/http/route.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { choice, flag, longText, type Named } from '../../../shared/fields.ts'
import { plainWords } from '../../../shared/plain-words.ts'
import type { Definition } from '../../../shared/resource.ts'
import { departments } from '../../departments/departments.ts'
import { ticketTypes } from '../../ticket-types/ticket-types.ts'
import { guess, type Model } from './bayes.ts'
import { isGoodEnough, PROPOSED_FIELDS, type ProposedField, type ProposerView } from './proposer.ts'

const TARGETS: Record<ProposedField, Definition> = { feedback_type: ticketTypes, department: departments }

const VIEW = {
  field: narrowed<ProposedField>('string'),
  is_on: 'boolean',
  right_share: 'number?',
  proposed_share: 'number?',
  tried: 'number',
  learnt_from: 'number',
  learnt_at: 'date?',
} as const
const PROPOSER = namedAnswer('Proposer', { ...VIEW, field: oneOf(...PROPOSED_FIELDS) })

/** Proposals while a complaint is typed, and the setting beside which it stands how good they are. */
export const proposerRoutes: Route[] = [
  post(
    'propose-fields',
    {
      needs: 'add',
      body: { title: longText('Title', { max: 191 }), content: longText('Content', { max: 20_000 }) },
      answers: { feedback_type: orNull(NAMED), department: orNull(NAMED) },
      summary:
        'Type and department of a complaint as it is being typed, learnt from those that the chain completed; null where that is not sure enough',
    },
    async ({ db, actor, body }) => {
      const text = `${body.title ?? ''} ${plainWords(body.content ?? '')}`
      const [feedback_type, department] = await Promise.all(
        PROPOSED_FIELDS.map((field) => proposed(db, field, text, actor)),
      )
      return { feedback_type: feedback_type ?? null, department: department ?? null }
    },
  ),
  get(
    'proposers',
    {
      needs: { permission: 'system', flag: 'read' },
      answers: { data: [PROPOSER] },
      summary: 'How good the proposals of type and department are, on complaints they were not learnt from',
    },
    async ({ db }) => ({ data: await views(db) }),
  ),
  post(
    'proposers',
    {
      needs: { permission: 'system', flag: 'edit' },
      body: {
        field: choice(
          'Field',
          PROPOSED_FIELDS.map((value) => ({ value, label: value })),
          { required: true },
        ),
        is_on: flag('On', { required: true }),
      },
      answers: { data: [PROPOSER] },
      summary: 'Switch the proposals of a field on or off',
    },
    async ({ db, actor, body, context }) => {
      await inTransaction(db, async (tx) => {
        const before = await row(
          tx,
          { is_on: 'boolean' },
          sql`select is_on from complaint_proposers where field = ${body.field} for update`,
        )
        if (!before || before.is_on === body.is_on) return
        await sql`update complaint_proposers set is_on = ${body.is_on} where field = ${body.field}`.execute(tx)
        await record(tx, actor, {
          action: 'update',
          module: ticketTypes.name,
          changes: { [`proposals ${body.field}`]: [before.is_on, body.is_on] },
        })
      })
      context.feed.nudge()
      return { data: await views(db) }
    },
  ),
]

const views = (db: Db) =>
  rows(
    db,
    VIEW,
    sql`select field, is_on, right_share, proposed_share, tried, learnt_from, learnt_at from complaint_proposers order by field desc`,
  ) satisfies Promise<Omit<ProposerView, 'learnt_at'>[]>

type Learnt = Model & { threshold: number }
const learnt = new WeakMap<Db, Map<ProposedField, { at: number; model: Learnt }>>()

/** A value where the field is on, was right often enough, and is sure enough of this text. */
async function proposed(db: Db, field: ProposedField, text: string, actor: Actor): Promise<Named | null> {
  const [view] = await rows(
    db,
    VIEW,
    sql`select field, is_on, right_share, proposed_share, tried, learnt_from, learnt_at from complaint_proposers where field = ${field}`,
  )
  if (!view?.is_on || !view.learnt_at || !isGoodEnough(view)) return null
  const model = await modelOf(db, field, view.learnt_at.getTime())
  const found = model && guess(model, text)
  if (!found || found.lead < model.threshold) return null
  const target = TARGETS[field]
  const named = await row(
    db,
    { id: 'number', name: 'string' },
    sql`select r.id, ${titleSql(target, 'r', actor.language)} as name from ${sql.table(target.table)} r
        where r.id = ${found.value} and r.deleted_at is null ${'active' in target.fields ? sql`and r.active` : sql``}`,
  )
  return named ?? null
}

async function modelOf(db: Db, field: ProposedField, at: number): Promise<Learnt | undefined> {
  const known = learnt.get(db)?.get(field)
  if (known?.at === at) return known.model
  const found = await row(
    db,
    { model: jsonOf<Learnt | null>() },
    sql`select model from complaint_proposers where field = ${field}`,
  )
  if (!found?.model) return
  learnt.set(db, (learnt.get(db) ?? new Map()).set(field, { at, model: found.model }))
  return found.model
}
