import { sql } from 'kysely'
import { row, rows } from '#server/db/db.ts'
import { anyValue, described, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { one } from '#server/resource/query/parse-query.ts'
import type { Published, PublishedDraw } from '../../../shared/draws/published.ts'
import { closingOf, openedSeed } from '../engine/plans.server.ts'
import { releasedEvent } from './event.server.ts'
import { maskedEnd } from './masked.server.ts'

const FAIRNESS = namedAnswer('DrawFairness', {
  event: {
    code: 'string',
    name: 'string',
    standing: oneOf('planned', 'running', 'paused', 'ended'),
    ends_at: 'date',
  },
  gifts: [{ gift: 'number', name: 'string' }],
  plans: [
    {
      version: 'number',
      first: described('Number of the first draw that it holds for', 'number'),
      commitment: 'string',
      text: described('Null before the end', 'string?'),
      seed: described('Null before the end', 'string?'),
    },
  ],
  count: 'number',
  closing: orNull({ count: 'number', code: 'string' }),
})
const DRAW = {
  n: 'number',
  version: 'number',
  store: 'string',
  day: 'string',
  digest: 'string',
  bill: 'string',
  phone: 'string',
  total: 'number',
  random: 'number',
  drawn: 'number',
  given: 'number',
  returned: 'number?',
  code: 'string',
} as const

/** Draws of an answer. */
const MOST = 1000
/** What has ended changes no more; a neighbour's question is then answered by what stands between us. */
const ENDED_SECONDS = 300

/** All that a checker of the draws needs (docs/decisions/draws.md); of people nothing beyond masks. */
export const fairnessRoutes: Route[] = [
  get(
    'draws/:code/fairness',
    {
      needs: 'nothing',
      pathTexts: ['code'],
      limit: 'public lookup',
      answers: FAIRNESS,
      summary: 'Plans, commitments and, after the end, seeds of a prize draw',
    },
    (call) => fairnessOf(call),
  ),
  get(
    'draws/:code/fairness/rows',
    {
      needs: 'nothing',
      pathTexts: ['code'],
      limit: 'public lookup',
      query: { after: { says: 'only draws with a larger number', schema: { type: 'integer', minimum: 0 } } },
      answers: {
        rows: [
          anyValue(
            'A draw as a list: number, version of the plan, store, day, digest of the bill, bill and phone (masked), total, random value, drawn, given, returned, code',
          ),
        ],
      },
      summary: 'The draws of an event in their order',
    },
    (call) => rowsOf(call),
  ),
]

async function fairnessOf({ db, context, params, reply }: Call): Promise<Published & { gifts: object[] }> {
  const { id, code, name, standing, ends_at } = await releasedEvent(db, params.code ?? '')
  // The closing is written under the lock that every draw holds, and no draw follows it: only then are seeds told.
  const closing = standing === 'ended' ? await closingOf(db, id) : null
  const [plans, gifts, made] = await Promise.all([
    rows(
      db,
      { version: 'number', first: 'number', commitment: 'string', text: 'string', seed: 'string' },
      sql`select plan_version as version, first, commitment, text, seed from draw_plans where event = ${id} order by plan_version`,
    ),
    rows(
      db,
      { gift: 'number', name: 'string' },
      sql`select id as gift, name from gift_card_event_products where event = ${id} order by position, id`,
    ),
    row(db, { n: 'number' }, sql`select n from draw_counters where event = ${id}`),
  ])
  if (closing) reply.header('cache-control', `public, max-age=${ENDED_SECONDS}`)
  return {
    event: { code, name, standing, ends_at: ends_at.toISOString() },
    gifts,
    plans: plans.map(({ version, first, commitment, text, seed }) => ({
      version,
      first,
      commitment,
      text: closing ? text : null,
      seed: closing ? openedSeed(context.config.keys, { seed }) : null,
    })),
    count: closing?.count ?? made?.n ?? 0,
    closing,
  }
}

async function rowsOf({ db, params, query, reply }: Call): Promise<{ rows: PublishedDraw[] }> {
  const { id, standing } = await releasedEvent(db, params.code ?? '')
  const after = Number(one(query.after) ?? 0)
  const found = await rows(
    db,
    DRAW,
    sql`select r.n, r.plan_version as version, r.store_code as store, r.day::text as day, r.bill_digest as digest,
          ${maskedEnd('r.bill_key', 4)} as bill, coalesce(${maskedEnd('r.phone', 3)}, '') as phone, coalesce(r.bill_total, 0)::float8 as total,
          r.random::float8 as random, coalesce(r.drawn, 0) as drawn, coalesce(r.gift, 0) as given, r.returned, r.code
        from gift_card_event_logs r where r.event = ${id} and r.n > ${after} order by r.n, r.id limit ${MOST}`,
  )
  if (standing === 'ended') reply.header('cache-control', `public, max-age=${ENDED_SECONDS}`)
  return {
    rows: found.map((one) => [
      ...([one.n, one.version, one.store, one.day, one.digest, one.bill, one.phone, one.total] as const),
      ...([one.random, one.drawn, one.given, one.returned, one.code] as const),
    ]),
  }
}
