import { sql } from 'kysely'
import type { Actor } from '#server/actor.ts'
import { type Db, rows, type Sql } from '#server/db/db.ts'
import { narrowed, type RowOf } from '#server/db/shape.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { type Call, post, type Route } from '#server/http/route.ts'
import { cleanHtml } from '#server/resource/clean.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { count, richText } from '../../../shared/fields.ts'
import { complaints } from '../complaints.ts'
import { STATUS } from '../list/status.server.ts'
import type { Status } from '../states.ts'
import { LONGEST } from './fingerprints.server.ts'

/** Same phone, store and type within so many days are probably one matter (design/complaints.md, Screens). */
const SAME_DAYS = 7
/** Near-equal texts so far apart in time are two matters. */
const NEAR_DAYS = 14
/** Trigrams in common, of all there are: 1 is the same text. */
const NEAR_ENOUGH = 0.7
const OFFERED_MOST = 10
/** Of each mark only the newest are looked at, and those that share the most marks are compared: the work stays bounded. */
const LOOKED_AT_MOST = 60
const COMPARED_MOST = 30

export const DUPLICATE_LINE = {
  id: 'number',
  issue_number: 'string',
  title: 'string',
  status: narrowed<Status>('string'),
  created_at: 'date',
} as const
/** A complaint in a short list. */
export const DUPLICATE = namedAnswer('TicketLine', { ...DUPLICATE_LINE, status: 'string' })

export const duplicateRoutes: Route[] = [
  post(
    'duplicates',
    {
      needs: 'read',
      body: { content: richText('Content', { required: true }), except: count('Complaint', { min: 1 }) },
      answers: { data: [DUPLICATE] },
      summary: 'Recent complaints that say nearly the same as a text',
    },
    async ({ db, actor, body }: Call) => ({
      data: await nearTexts(db, actor, { id: Number(body.except ?? 0), content: cleanHtml(String(body.content)) }),
    }),
  ),
]

export type DuplicateLine = RowOf<typeof DUPLICATE_LINE>

/** The few columns of a complaint in a short list, over `r`. */
export const LINE: Sql = sql`r.id, r.issue_number, r.title, r.created_at, ${STATUS} as status`

const STANDS = sql`r.deleted_at is null and r.merged_into_id is null`

export const MATTER = {
  id: 'number',
  phone: 'string',
  store: 'number',
  feedback_type: 'number',
  created_at: 'date',
  content: 'string',
} as const
export type Matter = RowOf<typeof MATTER>

/** What may be the same matter twice: by the customer's phone, or by the words. */
export async function duplicatesOf(db: Db, actor: Actor, of: Matter): Promise<DuplicateLine[]> {
  const scope = scopeOf(complaints, actor)
  const [same, near] = await Promise.all([
    rows(
      db,
      DUPLICATE_LINE,
      sql`select ${LINE} from complaints r where r.phone = ${of.phone} and r.id <> ${of.id} and r.store = ${of.store} and r.feedback_type = ${of.feedback_type}
            and r.created_at between ${of.created_at}::timestamptz - ${`${SAME_DAYS} days`}::interval and ${of.created_at}::timestamptz + ${`${SAME_DAYS} days`}::interval
            and ${STANDS} ${scope ? sql`and ${scope}` : sql``} order by r.created_at desc, r.id desc limit ${OFFERED_MOST}`,
    ),
    nearTexts(db, actor, of),
  ])
  const known = new Set(same.map(({ id }) => id))
  return [...same, ...near.filter(({ id }) => !known.has(id))].slice(0, OFFERED_MOST)
}

/** Recent complaints that share marks with a text, compared trigram by trigram; the nearest first. */
export function nearTexts(
  db: Db,
  actor: Actor,
  { id, content, created_at }: { id: number; content: string; created_at?: Date },
): Promise<DuplicateLine[]> {
  const scope = scopeOf(complaints, actor)
  const said = sql`left(fold(plain_text(${content.slice(0, LONGEST)})), ${sql.lit(LONGEST)})`
  const at = sql`coalesce(${created_at ?? null}::timestamptz, now())`
  return rows(
    db,
    DUPLICATE_LINE,
    sql`with said as materialized (select ${said} as words, ${at} as at),
        close as (
          select k.complaint from said, unnest(text_fingerprints(said.words)) m(fingerprint) cross join lateral (
            select complaint from complaint_fingerprints where fingerprint = m.fingerprint
              and at between said.at - ${`${NEAR_DAYS} days`}::interval and said.at + ${`${NEAR_DAYS} days`}::interval
            order by at desc limit ${sql.lit(LOOKED_AT_MOST)}) k
          where k.complaint <> ${id} group by k.complaint order by count(*) desc, k.complaint desc limit ${sql.lit(COMPARED_MOST)}
        ), compared as (
          select r.*, similarity(left(fold(plain_text(r.content)), ${sql.lit(LONGEST)}), said.words) as likeness
          from close join complaints r on r.id = close.complaint cross join said
          where ${STANDS} ${scope ? sql`and ${scope}` : sql``}
        ) select ${LINE} from compared r where r.likeness >= ${NEAR_ENOUGH} order by r.likeness desc, r.id desc limit ${OFFERED_MOST}`,
  )
}
