import { sql } from 'kysely'
import { moduleOf } from '../../../modules/index.ts'
import { type Field, type Fields, spokenNumber } from '../../../shared/fields.ts'
import { pack } from '../../../shared/message.ts'
import { Refusal } from '../../../shared/refusals.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import { all, type Db, rows, type Sql } from '../../db/db.ts'
import { fingerprintOf } from '../../http/idempotency.ts'
import { checkedBody } from '../../http/mount.ts'
import type { Call } from '../../http/route.ts'
import { isOpenTo } from '../dangling.ts'
import { columnsOf } from '../handlers.ts'
import type { ModuleOptions } from '../module-options.ts'
import { keySetsOf, type Sent } from './sent.ts'

const EXTERNAL_ID = /^[^\p{C}]{1,100}$/u

/** What is pointed at by its code or name, by module. */
type Called = Map<string, Map<string, number | 'several'>>

/** Reads some of the records: what each of them says, checked as a body is, and what is wrong with it. */
export async function readRecords(
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  records: readonly unknown[],
  from: number,
): Promise<Sent[]> {
  const raw = records.map((record, at) => ({ at: from + at, ...rawOf(record) }))
  const called = await calledRecords(
    call,
    raw.map(({ body }) => body),
    definition.fields,
  )
  return raw.map(({ at, external_id, body }) => readOne(definition, serving, call, { at, external_id, body }, called))
}

function rawOf(record: unknown): { external_id: string | null; body: Record<string, unknown> } {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return { external_id: null, body: {} }
  const { external_id, ...body } = record as Record<string, unknown> // an object, by the line above
  return { external_id: typeof external_id === 'string' ? external_id : null, body }
}

function readOne(
  definition: Definition,
  serving: ModuleOptions,
  call: Call,
  { at, external_id, body: raw }: { at: number; external_id: string | null; body: Record<string, unknown> },
  called: Called,
): Sent {
  const blank = { at, external_id, raw, whole: columnsOf(definition, {}), given: {}, fingerprint: '' }
  if (external_id === null || !EXTERNAL_ID.test(external_id)) {
    const fields = { external_id: pack('{{field}} is required', { field: 'external_id' }) }
    return { ...blank, refusal: new Refusal('invalid', { fields }) }
  }
  const { number, target } = numberIn(definition, raw)
  const { body, wrong: unknown } = pointed(definition.fields, number, called)
  try {
    const whole = checkedBody(definition.fields, serving.beside ?? {}, body)
    const partly = checkedBody(definition.fields, serving.beside ?? {}, body, true)
    return {
      ...blank,
      raw: body,
      target,
      fingerprint: fingerprintOf(call.context.config.keys, raw),
      whole: columnsOf(definition, whole.body),
      given: partly.body,
      wrong: { whole: { ...whole.wrong, ...unknown }, given: { ...partly.wrong, ...unknown } },
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...blank, refusal: error }
  }
}

/** The number that people are told, where records are known by it: it says the id. */
function numberIn(
  definition: Definition,
  raw: Record<string, unknown>,
): { number: Record<string, unknown>; target?: number } {
  const name = keySetsOf(definition)
    .flat()
    .find((one) => definition.fields[one]?.prefix !== undefined)
  const prefix = name === undefined ? undefined : definition.fields[name]?.prefix
  if (name === undefined || prefix === undefined || typeof raw[name] !== 'string') return { number: raw }
  const { [name]: told, ...rest } = raw
  const id = Number(/\d+$/.exec(String(told))?.[0] ?? 0)
  return { number: rest, target: spokenNumber({ prefix }, id) === String(told).toUpperCase() ? id : 0 }
}

const refsOf = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, { kind, to }]) => (kind === 'ref' || kind === 'refs') && to !== undefined)

const linesIn = (fields: Fields): [string, Fields][] =>
  Object.entries(fields).flatMap(([name, { kind, line }]): [string, Fields][] =>
    kind === 'lines' && line ? [[name, line]] : [],
  )

/** Ids in the place of codes and names; what means nothing, or several things, is told by field. */
function pointed(
  fields: Fields,
  body: Record<string, unknown>,
  called: Called,
  path = '',
): { body: Record<string, unknown>; wrong: Record<string, string> } {
  const found = { ...body }
  const wrong: Record<string, string> = {}
  for (const [name, field] of refsOf(fields)) {
    const idOf = (value: unknown): unknown => {
      const known = called.get(field.to ?? '')?.get(keyIn(value))
      if (typeof known === 'number') return known
      if (known === 'several')
        wrong[path + name] = pack('{{field}}: several are called “{{value}}”', {
          field: field.label,
          value: String(value),
        })
      else if (typeof value === 'string')
        wrong[path + name] = pack('{{field}}: there is none called “{{value}}”', { field: field.label, value })
      else if (typeof value === 'number') wrong[path + name] = pack('{{field}} is not valid', { field: field.label })
      return typeof value === 'string' ? null : value
    }
    const given = body[name]
    if (given === undefined || given === null || given === '') continue
    found[name] = Array.isArray(given) ? given.map(idOf) : idOf(given)
  }
  for (const [name, line] of linesIn(fields)) {
    const lines = body[name]
    if (!Array.isArray(lines)) continue
    found[name] = lines.map((one: unknown, at) => {
      if (typeof one !== 'object' || one === null) return one
      const inner = pointed(line, one as Record<string, unknown>, called, `${path}${name}.${at}.`) // an object, by the line above
      Object.assign(wrong, inner.wrong)
      return inner.body
    })
  }
  return { body: found, wrong }
}

const keyIn = (value: unknown): string =>
  typeof value === 'number' ? `#${value}` : String(value).normalize('NFC').trim().toLowerCase()

/** All that these records point at, by id, code or name: one question a module. */
async function calledRecords(
  { db, actor }: Pick<Call, 'db' | 'actor'>,
  bodies: readonly Record<string, unknown>[],
  fields: Fields,
): Promise<Called> {
  const wanted = new Map<string, Set<string | number>>()
  const gather = (of: Fields, body: Record<string, unknown>) => {
    for (const [name, { to = '' }] of refsOf(of)) {
      const set = wanted.get(to) ?? new Set()
      for (const value of [body[name]].flat())
        if (typeof value === 'string' || typeof value === 'number') set.add(value)
      wanted.set(to, set)
    }
    for (const [name, line] of linesIn(of))
      for (const one of Array.isArray(body[name]) ? body[name] : [])
        if (typeof one === 'object' && one !== null) gather(line, one as Record<string, unknown>) // an object, by this line
  }
  for (const body of bodies) gather(fields, body)
  const called: Called = new Map()
  for (const [to, values] of wanted) {
    const target = moduleOf(to)
    if (target && values.size > 0) called.set(to, await recordsCalled(db, target, [...values], { actor }))
  }
  return called
}

async function recordsCalled(
  db: Db,
  target: Definition,
  values: readonly (string | number)[],
  { actor }: Pick<Call, 'actor'>,
): Promise<Map<string, number | 'several'>> {
  const ids = values.filter((value) => Number.isSafeInteger(value))
  const words = values.filter((value) => typeof value === 'string').map(keyIn)
  const names = namesOf(target)
  const isCalled = names.map((name) => sql`lower(r.${sql.ref(name)}::text) = any(${words}::text[])` as Sql)
  const found = await rows(
    db,
    { id: 'number', names: 'string[]' },
    sql`select r.id, array_remove(array[${all(
      names.map((name) => sql`lower(r.${sql.ref(name)}::text)` as Sql),
      sql`, `,
    )}], null)::text[] as names from ${sql.table(target.table)} r
      where (r.id = any(${ids}::bigint[]) ${words.length > 0 && names.length > 0 ? sql`or ${all(isCalled, sql` or `)}` : sql``})
        and r.deleted_at is null and ${isOpenTo(target, actor)}`,
  )
  const known = new Map<string, number | 'several'>()
  for (const one of found) {
    known.set(`#${one.id}`, one.id)
    for (const name of new Set(one.names)) known.set(name, known.has(name) ? 'several' : one.id)
  }
  return known
}

/** What a system may call a record by: its code, its name, whatever is unique about it. A customer's record it calls by id alone. */
const namesOf = (target: Definition): string[] =>
  target.customer
    ? []
    : entriesOf(target).flatMap(([name, { unique, kind }]) =>
        name === target.title || (unique && ['text', 'digits', 'email'].includes(kind)) ? [name] : [],
      )
