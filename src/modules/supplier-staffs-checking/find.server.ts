import { sql } from 'kysely'
import { type Db, rows, type Sql } from '#server/db/db.ts'
import { narrowed } from '#server/db/shape.ts'
import { namedAnswer } from '#server/http/answers.ts'
import { post, type Route } from '#server/http/route.ts'
import type { Keys } from '#server/private/keys.ts'
import { ref, text } from '../../shared/fields.ts'
import { TODAY } from '../../shared/time/today.ts'
import { normalizeText, plainPhone } from '../../shared/vietnam/vietnam.ts'
import { type Standing, standingOn } from '../supplier-staffs/standing.ts'
import type { Candidate } from './desk.ts'
import { refuseOtherStore } from './place.server.ts'
import { isOfPaper, numberIs, traceGuess } from './visitor.server.ts'

const MOST = 12
const LEAST_DIGITS = 3
/** Of a phone, too, no more than these are answered one by one. */
const MOST_DIGITS = 4

const CANDIDATE = namedAnswer('Candidate', {
  id: 'number',
  full_name: 'string',
  supplier: 'string?',
  department_group: 'string?',
  photo: 'string?',
  standing: 'string',
  phone: 'string?',
  isOfStore: 'boolean',
})

/**
 * People without their card, by what they say: the last digits of phone, ID card or member card, or a part of the name. Of a sealed
 * number the last three digits answer, which its mask shows too, or all of it; of a phone the last four at most, or all of it: nobody
 * can learn one by trying digit after digit.
 */
export const findRoute: Route = post(
  'find',
  {
    needs: 'add',
    limit: 'private lookup',
    body: {
      typed: text('Last digits or name', { required: true, min: 2, max: 60 }),
      store: ref('Store', 'stores', { required: true }),
    },
    answers: { data: [CANDIDATE] },
    summary: 'Supplier staff by the last digits of a number, or by name',
  },
  async ({ db, actor, body, context }) => {
    refuseOtherStore(actor, body.store)
    const data = await candidates(db, context.config.keys, body.typed, body.store)
    if (data.length === 0 && isOfPaper(body.typed)) await traceGuess({ context, actor }, body.typed)
    return { data }
  },
)

async function candidates(db: Db, keys: Keys, typed: string, store: number): Promise<Candidate[]> {
  const plain = plainPhone(typed)
  const isNumber = /^\d+$/.test(plain)
  if (isNumber && plain.length < LEAST_DIGITS) return []
  const where = isNumber ? byDigits(keys, plain) : byName(typed)
  return rows(
    db,
    {
      id: 'number',
      full_name: 'string',
      supplier: 'string?',
      department_group: 'string?',
      photo: 'string?',
      standing: narrowed<Standing>('string'),
      phone: 'string?',
      isOfStore: 'boolean',
    },
    sql`select r.id, r.full_name, s.name as supplier, g.name as department_group, r.photo[1] as photo, ${sql.raw(standingOn(TODAY))} as standing,
          '…' || right(r.phone, 3) as phone, r.stores = '{}' or ${store}::bigint = any(r.stores) as "isOfStore"
        from supplier_staffs r left join suppliers s on s.id = r.supplier left join supplier_groups g on g.id = r.department_group
        where r.deleted_at is null and ${where}
        order by "isOfStore" desc, (r.phone like ${`%${isNumber ? plain : ' '}`}) desc nulls last, r.full_name, r.id limit ${sql.lit(MOST)}`,
  )
}

function byDigits(keys: Keys, plain: string): Sql {
  const whole = numberIs(keys, plain)
  if (whole) return whole
  const tail = plain.slice(-LEAST_DIGITS)
  const ofPhone = plain.length > MOST_DIGITS ? sql`r.phone = ${plain}` : sql`r.phone like ${`%${plain}`}`
  return sql`(${ofPhone} or split_part(r.identity_number, '.', 4) = ${tail} or split_part(r.member_card, '.', 4) = ${tail})`
}

const byName = (typed: string): Sql =>
  sql`(${sql.join(
    normalizeText(typed)
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`r.search_text like ${`% ${word.replaceAll(/[\\%_]/g, '\\$&')}%`}`),
    sql` and `,
  )})`
