import { sql } from 'kysely'
import { record } from '#server/activity/activity.ts'
import { all, rows, type Sql } from '#server/db/db.ts'
import { narrowed } from '#server/db/shape.ts'
import { ADDRESS, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { type Call, post, type Route } from '#server/http/route.ts'
import { addressOfText, placed } from '#server/places/placed.ts'
import { holdsSealed } from '#server/private/fields.ts'
import { scopeOf } from '#server/resource/scope.ts'
import { type Address, phone, spokenNumber, text, type Values } from '../../shared/fields.ts'
import { maskOf, tailOf } from '../../shared/private.ts'
import type { KnownMember } from './known.ts'
import { memberRegister } from './member-register.ts'
import { plainNumber } from './papers.ts'

const KNOWN_MOST = 5

const ASKED = {
  identity_number: text('ID card or passport number', { max: 20 }),
  phone: phone('Phone', { landline: true }),
  card_number: text('Card number', { max: 20 }),
  address: text('Address', { max: 500 }),
}

const MEMBER = {
  id: 'number?',
  full_name: 'string?',
  request_type: narrowed<KnownMember['request_type']>('string'),
  status: narrowed<KnownMember['status']>('string'),
  store: 'string',
  created_at: 'date',
  by: narrowed<KnownMember['by']>('string'),
} as const
const KNOWN = namedAnswer('KnownMember', {
  ...MEMBER,
  number: 'string?',
  request_type: 'string',
  status: 'string',
  by: oneOf('identity_number', 'card_number', 'phone'),
})

/** Who is registered already, by what the desk has of them, asked before anything is typed; and the address of their paper in its parts. */
export const knownRoute: Route = post(
  'known',
  {
    needs: 'add',
    limit: 'private lookup',
    body: ASKED,
    answers: { data: [KNOWN], address: orNull(ADDRESS) },
    summary:
      'Registrations of the same paper, card or phone; of other stores only that they are there. Recorded in the audit',
  },
  (call) => known(call),
)

async function known({ db, actor, body, context }: Call<Values<typeof ASKED>>): Promise<{
  data: (Omit<KnownMember, 'created_at'> & { created_at: Date })[]
  address: Address | null
}> {
  const { keys } = context.config
  const identity = body.identity_number ? plainNumber(body.identity_number) : null
  const { identity_number } = memberRegister.fields
  if (identity || body.card_number) {
    const title = identity ? maskOf(identity_number) + tailOf(identity_number, identity) : maskOf(identity_number)
    await record(db, actor, { action: 'sensitive_search', module: memberRegister.name, title })
  }
  const same: [KnownMember['by'], Sql][] = [
    ...(identity ? [['identity_number', holdsSealed(keys, sql`r.identity_number`, identity)] as const] : []),
    ...(body.card_number ? [['card_number', holdsSealed(keys, sql`r.card_number`, body.card_number)] as const] : []),
    ...(body.phone ? [['phone', sql`r.phone = ${body.phone}`] as const] : []),
  ].map(([by, holds]) => [by, holds])
  return { data: same.length > 0 ? await registered({ db, actor }, same) : [], address: addressIn(body.address) }
}

async function registered({ db, actor }: Pick<Call, 'db' | 'actor'>, same: readonly [KnownMember['by'], Sql][]) {
  const scope = scopeOf(memberRegister, actor) ?? sql`true`
  const by = all(
    same.map(([name, holds]) => sql`case when ${holds} then ${sql.lit(name)} end` as Sql),
    sql`, `,
    sql`null`,
  )
  const seen = (column: Sql) => sql`case when ${scope} then ${column} end`
  const found = await rows(
    db,
    MEMBER,
    sql`select ${seen(sql`r.id`)} as id, ${seen(sql`r.full_name`)} as full_name,
          r.request_type, r.status, s.name as store, r.created_at, coalesce(${by}, 'phone') as by
        from member_register r join stores s on s.id = r.store
        where r.deleted_at is null and (${all(
          same.map(([, holds]) => holds),
          sql` or `,
          sql`false`,
        )})
        order by r.id desc limit ${sql.lit(KNOWN_MOST)}`,
  )
  return found.map((one) => ({
    ...one,
    number: one.id === null ? null : spokenNumber(memberRegister.fields.number, one.id),
  }))
}

/** As it stands in one line on a paper; of before July 2025 it stays so, and the form offers what its ward became. */
function addressIn(line: string | null | undefined): Address | null {
  const read = line ? addressOfText(line) : null
  return read && placed(read)
}
