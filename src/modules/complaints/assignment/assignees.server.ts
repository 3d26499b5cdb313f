import { sql } from 'kysely'
import { type Actor, storesOf } from '#server/actor.ts'
import { row, rows, type Sql } from '#server/db/db.ts'
import { jsonOf, narrowed, type RowOf } from '#server/db/shape.ts'
import { NAMED, namedAnswer, oneOf, orNull } from '#server/http/answers.ts'
import { type Call, get, type Route } from '#server/http/route.ts'
import { titleSql } from '#server/resource/query/columns.ts'
import { peopleInOrder } from '#server/resource/query/order.ts'
import { idsParameter } from '#server/resource/query/parameters.ts'
import { many, one } from '#server/resource/query/parse-query.ts'
import { scopeOf } from '#server/resource/scope.ts'
import type { Named } from '../../../shared/fields.ts'
import type { Language } from '../../../shared/language.ts'
import { pack, tell } from '../../../shared/message.ts'
import { refuse } from '../../../shared/refusals.ts'
import { departments } from '../../departments/departments.ts'
import { complaints } from '../complaints.ts'
import { DIRECTS } from '../flow.ts'
import { handlers } from '../handling/handlers.server.ts'
import { openOf, proposedPerson, type Ruling, rulingOf } from './rules.server.ts'

const OFFERED_MOST = 20
const SEARCH_MOST = 100
const TICKETS_MOST = 200

const ASSIGNEE = {
  kind: narrowed<'person' | 'department'>('string'),
  id: 'number',
  name: 'string',
  /** Where a person works. */
  store: 'string?',
  /** Of a person. */
  department: jsonOf<Named | null>(),
  /** How many open complaints a person has. */
  open: 'number?',
  is_me: 'boolean',
} as const
type Assignee = RowOf<typeof ASSIGNEE>
const OFFERED = namedAnswer('Assignee', {
  ...ASSIGNEE,
  kind: oneOf('person', 'department'),
  department: orNull(NAMED),
})

const PROPOSAL = {
  rule: orNull(NAMED),
  says: orNull('string'),
  department: orNull(NAMED),
  assignee: orNull(OFFERED),
  priority: orNull('string'),
  reply: orNull('number'),
}

/** Whom a complaint may be given to, and whom a rule would give it to. */
export const assigneeRoutes: Route[] = [
  get(
    'assignees',
    {
      needs: DIRECTS,
      summary:
        'People and departments whom a complaint may be given to, by part of a name, its initials, or the name of the department; of a complaint those of the proposed department and the caller first',
      answers: { data: [OFFERED] },
      query: { search: 'part of a name, or initials', ticket: 'the complaint, by its id' },
    },
    async (call) => {
      const id = Number(one(call.query.ticket))
      const ticket = Number.isInteger(id) && id > 0 ? await ticketOf(call, id) : undefined
      const ruling = ticket && (await rulingOf(call.db, ticket))
      const stores = ticket ? [ticket.store] : call.actor.scope === 'store' ? storesOf(call.actor) : null
      return { data: await offered(call, stores, ruling?.department ?? ticket?.department ?? null) }
    },
  ),
  get(
    ':id/proposal',
    {
      needs: DIRECTS,
      summary:
        'Whom the first rule that fits a complaint would give it to, with which priority and canned reply; all null where none fits, and `says` where it can name nobody',
      answers: PROPOSAL,
    },
    async (call) => proposal(call, await ticketOf(call, call.id)),
  ),
  get(
    'proposal',
    {
      needs: DIRECTS,
      summary: 'The proposal that the rules make for all of these complaints alike; all null where they differ',
      answers: PROPOSAL,
      query: { ticket: idsParameter(complaints.name, `the complaints; at most ${TICKETS_MOST}`) },
    },
    sharedProposal,
  ),
]

type Asked = Pick<Call, 'db' | 'actor'>

const TICKET = { store: 'number', type: 'number', source: 'string', department: 'number?' } as const

/** What of a complaint matters for it, as far as the actor sees it. */
const ticketOf = async ({ db, actor }: Asked, id: number): Promise<RowOf<typeof TICKET>> =>
  (await row(
    db,
    TICKET,
    sql`select r.store, r.feedback_type as type, coalesce(r.source, '') as source, r.department
        from complaints r where r.id = ${id} and r.deleted_at is null and ${scopeOf(complaints, actor) ?? sql`true`}`,
  )) ?? refuse('not found')

const NOTHING = { rule: null, says: null, department: null, assignee: null, priority: null, reply: null }

async function proposal(call: Asked, ticket: RowOf<typeof TICKET>) {
  const ruling = await rulingOf(call.db, ticket)
  if (!ruling) return NOTHING
  const { id, name, says, priority, reply } = ruling
  const [department, assignee] = await Promise.all([departmentOf(call, ruling), personOf(call, ruling, ticket.store)])
  return { rule: { id, name }, says: says && tell(says, call.actor.language), department, assignee, priority, reply }
}

/** Complaints of more kinds than these are not alike. */
const KINDS_MOST = 20

async function sharedProposal(call: Call) {
  const asked = many(call.query.ticket).map(Number)
  if (asked.length > TICKETS_MOST || asked.some((id) => !Number.isInteger(id) || id < 1))
    refuse('invalid', { fields: { ticket: pack('{{field}} is not valid', { field: 'ticket' }) } })
  const { db, actor } = call
  const kinds = await rows(
    db,
    TICKET,
    sql`select distinct r.store, r.feedback_type as type, coalesce(r.source, '') as source, null::bigint as department
        from complaints r where r.id = any(${asked}::bigint[]) and r.deleted_at is null and ${scopeOf(complaints, actor) ?? sql`true`}
        limit ${sql.lit(KINDS_MOST + 1)}`,
  )
  if (kinds.length > KINDS_MOST) return NOTHING
  const [first = NOTHING, ...others] = await Promise.all(kinds.map((kind) => proposal(call, kind)))
  const isShared = (name: 'rule' | 'department' | 'assignee') =>
    others.every((one) => one[name]?.id === first[name]?.id)
  if (!(isShared('rule') && isShared('department'))) return NOTHING
  return isShared('assignee') ? first : { ...first, assignee: null }
}

async function departmentOf({ db, actor }: Asked, { department }: Ruling): Promise<Named | null> {
  const found = await row(
    db,
    { id: 'number', name: 'string' },
    sql`select d.id, ${departmentName(actor.language)} as name from departments d where d.id = ${department}`,
  )
  return found ?? null
}

async function personOf({ db, actor }: Asked, ruling: Ruling, store: number): Promise<Assignee | null> {
  const id = await proposedPerson(db, ruling)
  if (id === null) return null
  const found = await row(
    db,
    ASSIGNEE,
    sql`${handlers(sql`${store}::bigint`, personColumns(actor), PLACES)} and u.id = ${id}`,
  )
  return found ?? null
}

const departmentName = (language: Language): Sql => titleSql(departments, 'd', language)
/** By whatever language it is searched in. */
const DEPARTMENT_WORDS = sql`fold(concat_ws(' ', d.name, d.name_en, d.name_ko))`
const PLACES = sql`left join departments d on d.id = u.department left join stores s on s.id = u.store`
const personColumns = ({ id: me, language }: Pick<Actor, 'id' | 'language'>): Sql =>
  sql`'person'::text as kind, u.id, u.user_name as name, s.name as store, case when d.id is not null then jsonb_build_object('id', d.id, 'name', ${departmentName(language)}) end as department,
    ${openOf(sql`u.id`)} as open, u.id is not distinct from ${me}::bigint as is_me`

/** Those whom every typed word begins a word of; then by their initials, by any part, and people by their department. */
function offered(
  { db, actor, query }: Call,
  stores: readonly number[] | null,
  department: number | null,
): Promise<Assignee[]> {
  const search = (one(query.search) ?? '').slice(0, SEARCH_MOST).replaceAll('\u0000', '')
  const begins = (name: string) =>
    sql`(select bool_and(strpos(' ' || ${sql.raw(name)}, ' ' || t) > 0) from unnest(w.words) t)`
  const columns = sql`'person'::text as kind, u.id, u.user_name as name, fold(u.user_name) as folded, ${DEPARTMENT_WORDS} as place,
    u.department is not distinct from ${department}::bigint and u.department is not null as is_proposed,
    (u.store is not distinct from ${actor.store}::bigint and o.scope = 'store') as is_near,
    (u.department = ${actor.department}::bigint) is true as is_beside`
  return rows(
    db,
    ASSIGNEE,
    sql`with w as (select array(select t from regexp_split_to_table(fold(${search}), '\\s+') t where t <> '') as words),
      possible as (
        ${handlers(stores && sql`any(${[...stores]}::bigint[])`, columns, sql`left join departments d on d.id = u.department`)}
        union all
        select 'department', d.id, ${departmentName(actor.language)}, ${DEPARTMENT_WORDS}, null, d.id is not distinct from ${department}::bigint, false, false
        from departments d where d.deleted_at is null
      ), fitting as (
        select p.*, p.kind = 'person' and p.id is not distinct from ${actor.id}::bigint as is_me,
          case when ${begins('p.folded')} is not false then 0
            when strpos(regexp_replace(p.folded, '(\\S)\\S*\\s*', '\\1', 'g'), array_to_string(w.words, '')) > 0 then 1
            when (select bool_and(strpos(p.folded, t) > 0) from unnest(w.words) t) then 2
            when p.place is not null and ${begins('p.place')} then 3 end as fit
        from possible p cross join w
      ), ranked as (
        select f.*, case when f.is_proposed and f.kind = 'person' then 0 when f.is_me then 1 when f.is_proposed then 2
            when f.kind = 'department' and cardinality(w.words) > 0 then 3 when f.kind = 'person' then 4 else 5 end as rank,
          case when f.is_proposed and f.kind = 'person' then ${openOf(sql`f.id`)} else 0 end as busy,
          cardinality(w.words) > 0 and strpos(regexp_replace(f.folded, '^.*\\s', ''), w.words[1]) = 1 as is_given
        from fitting f cross join w where f.fit is not null
      ), first as (
        select k.*, row_number() over (order by k.fit, k.rank, k.is_given desc, k.busy, k.is_near desc, k.is_beside desc, ${peopleInOrder(sql`k.name`)}, k.id) as at
        from ranked k order by at limit ${sql.lit(OFFERED_MOST)}
      )
      select f.kind, f.id, f.name, s.name as store, case when d.id is not null then jsonb_build_object('id', d.id, 'name', ${departmentName(actor.language)}) end as department,
        case when f.kind = 'person' then ${openOf(sql`f.id`)} end as open, f.is_me
      from first f left join users u on f.kind = 'person' and u.id = f.id left join departments d on d.id = u.department left join stores s on s.id = u.store
      order by f.at`,
  )
}
