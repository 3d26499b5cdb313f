import { sql } from 'kysely'
import { type Db, json, row, rows, type Sql, type Tx } from '#server/db/db.ts'
import { narrowed, type RowOf } from '#server/db/shape.ts'
import { pack } from '../../../shared/message.ts'
import type { PRIORITIES } from '../../../shared/priorities.ts'
import type { PERSON_BY } from '../../assignment-rules/assignment-rules.ts'
import { handlers } from '../handling/handlers.server.ts'
import { isOpenState } from '../states.ts'

/** What of a complaint a rule looks at. */
export interface RuledBy {
  store: number
  type: number
  source: string
}

const RULE = {
  id: 'number',
  name: 'string',
  by_itself: 'boolean',
  department: 'number?',
  /** Whether the rule names one that is not there any more. */
  lacks_department: 'boolean',
  person_by: narrowed<(typeof PERSON_BY)[number]['value']>('string'),
  person: 'number?',
  priority: narrowed<(typeof PRIORITIES)[number]['value'] | null>('string'),
  reply: 'number?',
  last_turn: 'number?',
  is_archived: 'boolean',
} as const

/** A rule with those of whom one is to handle the complaint. */
export interface Ruling extends RowOf<typeof RULE> {
  /** Of whom one is found by load or turn, in the order of their ids; of a rule that names one person, that one. */
  people: readonly number[]
  /** Why it names no person or no department, packed. */
  says: string | null
}

/**
 * The first rule that fits, whatever it does; of a type that is no longer in use it names nobody.
 * Of people, those who work at the store come before those who see every store.
 */
export async function rulingOf(db: Db | Tx, { store, type, source }: RuledBy): Promise<Ruling | undefined> {
  const rule = await row(
    db,
    RULE,
    sql`select a.id, a.name, a.by_itself, d.id as department, a.department is not null and d.id is null as lacks_department,
          a.person_by, a.person, a.priority, c.id as reply, a.last_turn,
          not exists (select from ticket_types t where t.id = ${type}::bigint and t.active and t.deleted_at is null) as is_archived
        from assignment_rules a left join departments d on d.id = a.department and d.deleted_at is null
          left join canned_replies c on c.id = a.reply and c.active and c.deleted_at is null
        where a.deleted_at is null and a.active and (a.types = '{}' or a.types @> array[${type}::bigint])
          and (a.stores = '{}' or a.stores @> array[${store}::bigint]) and (a.source is null or a.source = ${source})
        order by a.position, a.id limit 1`,
  )
  if (!rule) return
  if (rule.is_archived)
    return {
      ...rule,
      department: null,
      priority: null,
      people: [],
      says: pack('This feedback type is no longer in use'),
    }
  if (rule.person_by === 'fixed') return onePerson(db, rule, store)
  if (rule.lacks_department) return { ...rule, people: [], says: pack('Its department is no longer there') }
  if (rule.department === null || rule.person_by === 'nobody') return { ...rule, people: [], says: null }
  return ofDepartment(db, rule, rule.department, store)
}

/** The person that the rule names, with their own department where it names none. */
async function onePerson(db: Db | Tx, rule: RowOf<typeof RULE>, store: number): Promise<Ruling> {
  const named = await row(
    db,
    { name: 'string', is_able: 'boolean', department: 'number?' },
    sql`select x.user_name as name, d.id as department, exists (${handlers(sql`${store}::bigint`)} and u.id = x.id) as is_able
        from users x left join departments d on d.id = x.department and d.deleted_at is null where x.id = ${rule.person}`,
  )
  const department = rule.department ?? (rule.lacks_department ? null : (named?.department ?? null))
  if (named?.is_able) return { ...rule, department, people: [rule.person ?? 0], says: null }
  return {
    ...rule,
    people: [],
    says: pack('{{name}} cannot be given complaints of this store now', { name: named?.name ?? '–' }),
  }
}

async function ofDepartment(db: Db | Tx, rule: RowOf<typeof RULE>, department: number, store: number): Promise<Ruling> {
  const found = await rows(
    db,
    { id: 'number', is_here: 'boolean' },
    sql`${handlers(sql`${store}::bigint`, sql`u.id, u.store is not distinct from ${store}::bigint as is_here`)}
          and u.department = ${department} order by u.id`,
  )
  const here = found.filter((one) => one.is_here)
  const people = (here.length > 0 ? here : found).map(({ id }) => id)
  return { ...rule, people, says: people.length > 0 ? null : await whyNobody(db, department) }
}

async function whyNobody(db: Db | Tx, department: number): Promise<string> {
  const found = await row(
    db,
    { people: 'boolean', able: 'boolean' },
    sql`select exists (select from users u where u.department = ${department} and u.deleted_at is null and u.kind = 'person') as people,
          exists (${handlers(null)} and u.department = ${department}) as able`,
  )
  if (!found?.people) return pack('Its department has nobody')
  return found.able
    ? pack('Nobody of its department works for this store')
    : pack('Nobody of its department is active and may handle complaints')
}

/** What a rule that assigns by itself sets of a complaint as it comes in; what was said by hand stays. */
export function ruledColumns({ id, name, department, person_by, people, priority, says }: Ruling) {
  const assignee =
    people.length === 0
      ? null
      : person_by === 'turn'
        ? sql`next_in_turn(${id}::bigint, ${[...people]}::bigint[])`
        : person_by === 'load'
          ? sql`fewest_open(${[...people]}::bigint[])`
          : people[0]
  return { department, assignee, priority, rule: sql`${json({ name, ...(says && { says }) })}::jsonb` }
}

/** Whom a rule would name now. */
export async function proposedPerson(db: Db, { person_by, people, last_turn }: Ruling): Promise<number | null> {
  if (person_by === 'turn') return people.find((id) => id > (last_turn ?? 0)) ?? people[0] ?? null
  if (person_by !== 'load') return people[0] ?? null
  const found = await row(db, { id: 'number?' }, sql`select fewest_open(${[...people]}::bigint[]) as id`)
  return found?.id ?? null
}

/** How many open complaints a person (`id`) has: read from an index of these alone. */
export const openOf = (id: Sql): Sql =>
  sql`(select count(*)::int from complaints c where c.assignee = ${id} and ${sql.raw(isOpenState('c.state'))} and c.deleted_at is null)`
