import type { Field, Kind } from '../../../shared/fields.ts'
import { isMaskedInLists, isSealedField } from '../../../shared/private.ts'
import type { Definition } from '../../../shared/resource.ts'
import { restOf } from '../../db/schema.ts'
import { shownFields } from '../../resource/query/columns.ts'
import {
  ADDRESS,
  type AnswerObject,
  type Answers,
  NAMED,
  type Plain,
  STORED_FILE,
  type Telling,
  Told,
} from '../answers.ts'
import { type Components, nullable, type Schema, typeName } from './schema.ts'

/** The schema of what is answered. */
export function answerSchema(answers: Answers, components: Components): Schema {
  if (answers === null) return { type: 'null' }
  if (typeof answers === 'string') return leafOf(answers)
  if (answers instanceof Told) {
    const schema = toldSchema(answers.telling, components)
    return answers.says ? { ...schema, description: answers.says } : schema
  }
  if (isList(answers)) return { type: 'array', items: answerSchema(answers[0], components) }
  return objectOf(answers, components)
}

const isList = (answers: Answers): answers is readonly [Answers] => Array.isArray(answers)

function objectOf(answers: AnswerObject, components: Components): Schema {
  const names = Object.keys(answers)
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(answers).map(([name, of]) => [name.replace(/\?$/, ''), answerSchema(of, components)]),
    ),
    required: names.filter((name) => !name.endsWith('?')),
  }
}

const LEAVES: Record<Plain, Schema> = {
  number: { type: 'number' },
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date-time' },
  day: { type: 'string', format: 'date' },
  'number[]': { type: 'array', items: { type: 'number' } },
  'string[]': { type: 'array', items: { type: 'string' } },
}

function leafOf(leaf: string): Schema {
  const schema = LEAVES[leaf.replace(/\?$/, '') as Plain] // a leaf, with or without its question mark
  return leaf.endsWith('?') ? nullable(schema) : schema
}

function toldSchema(telling: Telling, components: Components): Schema {
  switch (telling.kind) {
    case 'values':
      return { type: 'string', enum: [...telling.values] }
    case 'or null':
      return nullable(answerSchema(telling.of, components))
    case 'either': {
      const all = telling.of.map((one) => answerSchema(one, components))
      return all.length === 1 ? { ...all[0] } : { anyOf: all }
    }
    case 'by key': {
      const of = answerSchema(telling.of, components)
      if (telling.keys.length === 0) return { type: 'object', additionalProperties: of }
      return { type: 'object', properties: Object.fromEntries(telling.keys.map((key) => [key, of])) }
    }
    case 'named':
      return components.ref(telling.name, telling.of, () => answerSchema(telling.of, components))
    case 'record':
      return recordSchema(telling, components)
    case 'free':
      return { 'x-free': true }
  }
}

function recordSchema(
  { definition, shape, more }: Extract<Telling, { kind: 'record' }>,
  components: Components,
): Schema {
  if (Object.keys(more).length > 0) {
    const [plain, added] = [recordObject(definition, shape, components), objectOf(more, components)]
    return {
      ...plain,
      properties: { ...plain.properties, ...added.properties },
      required: [...(plain.required ?? []), ...(added.required ?? [])],
    }
  }
  const name = `${typeName(definition.wire)}${shape === 'list' ? 'Row' : ''}`
  return components.ref(name, definition, () => recordObject(definition, shape, components))
}

const KEPT: AnswerObject = {
  id: 'number',
  version: 'number',
  created_at: 'date',
  updated_at: 'date',
  deleted_at: 'date?',
}

function recordObject(definition: Definition, shape: 'show' | 'list', components: Components): Schema {
  const person = nullable(answerSchema(NAMED, components))
  const kept = objectOf(KEPT, components)
  const properties: Record<string, Schema> = {
    ...kept.properties,
    created_by: person,
    ...(shape === 'show' && { updated_by: person }),
    ...Object.fromEntries(
      shownFields(definition, shape).map(([name, field]) => [name, fieldSchema(field, shape, components)]),
    ),
  }
  return {
    type: 'object',
    description: `${definition.one}${shape === 'list' ? ', as lists show it' : ''}`,
    properties,
    required: Object.keys(properties),
  }
}

/** A field as a record shows it. */
function fieldSchema(field: Field, shape: 'show' | 'list', components: Components): Schema {
  const schema = isSealedField(field) ? { type: 'string' } : OUT[field.kind](field, components)
  const masked = isSealedField(field) || (shape === 'list' && isMaskedInLists(field) && schema.type === 'string')
  const said = { title: field.label, ...(field.hint && { description: field.hint }), ...(masked && MASKED) }
  const whole = { ...schema, ...(schema.$ref ? {} : said) }
  return field.kind !== 'computed' && / not null/.test(` ${restOf(field)}`) ? whole : nullable(whole)
}

const MASKED = { description: 'Masked' }

type Out = (field: Field, components: Components) => Schema
const string: Out = () => ({ type: 'string' })
const integer: Out = () => ({ type: 'integer' })
const number: Out = () => ({ type: 'number' })
const choiceOf = ({ of = [] }: Field): Schema => ({
  type: 'string',
  ...(of.length > 0 && { enum: of.map(({ value }) => value) }),
})
const OUT: Record<Kind, Out> = {
  text: string,
  longText: string,
  richText: () => ({ type: 'string', description: 'HTML, cleaned' }),
  email: string,
  phone: string,
  digits: string,
  taxCode: string,
  identityNumber: string,
  money: () => ({ type: 'integer', description: 'Whole đồng' }),
  count: integer,
  decimal: number,
  percentage: number,
  date: () => ({ type: 'string', format: 'date' }),
  moment: () => ({ type: 'string', format: 'date-time' }),
  flag: () => ({ type: 'boolean' }),
  choice: choiceOf,
  choices: (field) => ({ type: 'array', items: choiceOf(field) }),
  ref: (_, components) => answerSchema(NAMED, components),
  refs: (_, components) => ({ type: 'array', items: answerSchema(NAMED, components) }),
  address: (_, components) => answerSchema(ADDRESS, components),
  files: (_, components) => ({ type: 'array', items: answerSchema(STORED_FILE, components) }),
  signature: string,
  lines: ({ line = {} }, components) => ({
    type: 'array',
    items: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(line).map(([name, field]) => [name, nullable(OUT[field.kind](field, components))]),
      ),
    },
  }),
  computed: (field, components) => OUT[field.as ?? 'text'](field, components),
}
