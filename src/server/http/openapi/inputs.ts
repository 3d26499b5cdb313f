import { type Field, type Fields, isWritable, type Kind } from '../../../shared/fields.ts'
import { MOBILE_PATTERN, PHONE_PATTERN } from '../../../shared/vietnam/vietnam.ts'
import type { Route } from '../route.ts'
import type { Schema } from './schema.ts'

/** The schema of a request's body. */
export function bodySchema(
  fields: Fields,
  { isPartial, beside = {} }: Pick<Route, 'isPartial' | 'beside'> = {},
): Schema {
  const writable = Object.entries(fields).filter(([, field]) => isWritable(field))
  // A change may bring a few fields only, and always says which version of the record it is about.
  const needed = isPartial ? writable.filter(([name]) => name === 'version') : writable
  const required = needed.filter(([, field]) => field.required && field.default === undefined).map(([name]) => name)
  const besides = Object.entries(beside).map(([name, { isNeeded: _, ...schema }]) => [name, schema] as const)
  for (const [name, { isNeeded }] of Object.entries(beside)) if (isNeeded) required.push(name)
  return {
    type: 'object',
    properties: Object.fromEntries([...writable.map(([name, field]) => [name, schemaOf(field)] as const), ...besides]),
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  }
}

/** The fields of a record from another system, where what is pointed at may be named by its code or name. */
export const sentProperties = (fields: Fields): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => isWritable(field))
      .map(([name, field]) => [name, namable(field, schemaOf(field))]),
  )

const CALLED: Schema = { type: 'string', maxLength: 191, description: 'Its code or name' }

function namable({ kind, line = {} }: Field, schema: Schema): Schema {
  if (kind === 'ref') return { anyOf: [schema, CALLED] }
  if (kind === 'refs') return { ...schema, items: { anyOf: [schema.items ?? {}, CALLED] } }
  if (kind !== 'lines') return schema
  return { ...schema, items: { ...schema.items, properties: sentProperties(line) } }
}

const least = ({ length, min = length }: Field): Schema => (min === undefined ? {} : { minLength: min })

const id: Schema = { type: 'integer', minimum: 1 }
const placeCode: Schema = {
  type: ['string', 'null'],
  maxLength: 10,
  description: 'Of today, where they belong together; see GET /location',
}
const SCHEMAS: Record<Kind, (field: Field) => Schema> = {
  text: (f) => ({ type: 'string', maxLength: f.length ?? f.max ?? 255, ...least(f) }),
  longText: (f) => ({ type: 'string', maxLength: f.max ?? 20_000, ...least(f) }),
  richText: (f) => ({ type: 'string', maxLength: f.max ?? 20_000, description: 'HTML, cleaned by the server' }),
  email: () => ({ type: 'string', format: 'email', maxLength: 254 }),
  phone: (f) => ({ type: 'string', pattern: f.landline ? PHONE_PATTERN : MOBILE_PATTERN }),
  digits: (f) => ({ type: 'string', pattern: f.length ? `^[0-9]{${f.length}}$` : `^[0-9]{0,${f.max ?? 40}}$` }),
  taxCode: () => ({
    type: 'string',
    maxLength: 20,
    description: '10, 12 or 13 digits with a right check digit',
    examples: ['0100112437'],
  }),
  identityNumber: () => ({ type: 'string', pattern: '^[0-9]{12}$' }),
  money: (f) => ({ type: 'integer', minimum: f.min ?? 0, maximum: f.max ?? 999_999_999_999_999 }),
  count: (f) => ({ type: 'integer', minimum: f.min ?? 0, maximum: f.max ?? 2_147_483_647 }),
  decimal: (f) => ({ type: 'number', minimum: f.min ?? -1e12, maximum: f.max ?? 1e12 }),
  percentage: (f) => ({ type: 'number', minimum: f.min ?? 0, maximum: f.max ?? 100 }),
  date: () => ({ type: 'string', format: 'date' }),
  moment: () => ({ type: 'string', format: 'date-time' }),
  flag: () => ({ type: 'boolean' }),
  choice: (f) => ({ type: 'string', enum: (f.of ?? []).map((choice) => choice.value) }),
  choices: (f) => ({
    type: 'array',
    items: { type: 'string', enum: (f.of ?? []).map((choice) => choice.value) },
    maxItems: f.max ?? 50,
  }),
  ref: (f) => ({ ...id, description: `Id of a record of ${f.to}`, 'x-module': f.to }),
  refs: (f) => ({
    type: 'array',
    items: { ...id, 'x-module': f.to },
    maxItems: f.max ?? 50,
    description: `Ids of records of ${f.to}`,
  }),
  address: () => ({
    type: 'object',
    required: ['line'],
    additionalProperties: false,
    properties: {
      line: { type: 'string', maxLength: 255 },
      ...Object.fromEntries(
        ['ward', 'district', 'province'].map((name) => [name, { type: ['string', 'null'], maxLength: 100 }]),
      ),
      ward_code: placeCode,
      province_code: placeCode,
      former: { type: ['string', 'null'], maxLength: 255, description: 'Ward, district, province before July 2025' },
      text: { type: ['string', 'null'], maxLength: 500, description: 'As it was first written' },
      model: { type: 'integer', enum: [1, 2] },
    },
    examples: [
      {
        line: '12 Nguyễn Trãi',
        ward: 'Phường Bến Thành',
        ward_code: '26743',
        province: 'Thành phố Hồ Chí Minh',
        province_code: '79',
        model: 2,
      },
    ],
  }),
  files: (f) => ({
    type: 'array',
    items: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' },
    maxItems: f.max ?? 10,
    description: 'What POST /upload answered',
  }),
  signature: (f) =>
    f.private === 'sealed'
      ? {
          type: 'string',
          maxLength: 100_000,
          pattern: '^data:image/png;base64,iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$',
          description: 'A small PNG',
        }
      : { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' },
  lines: (f) => ({
    type: 'array',
    items: bodySchema(f.line ?? {}),
    maxItems: f.max ?? 100,
  }),
  computed: () => ({}),
}

function schemaOf(field: Field): Schema {
  const schema: Schema = { ...SCHEMAS[field.kind](field), title: field.label }
  if (schema.type === 'array') return field.required ? { ...schema, minItems: 1 } : schema
  if (field.required) return schema.type === 'string' ? { minLength: 1, ...schema } : schema
  return {
    ...schema,
    ...(typeof schema.type === 'string' && { type: [schema.type, 'null'] }),
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  }
}
