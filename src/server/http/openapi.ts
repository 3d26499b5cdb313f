import type { Field, Fields, Kind } from '../../shared/fields.ts'
import { isWritable } from '../../shared/fields.ts'
import { REFUSALS } from '../../shared/refusals.ts'
import { flagsOfRight } from '../../shared/users/permissions.ts'
import { LATE_HEADER } from './late.ts'
import { type FileBounds, needsBody, type Parameter, type QueryParameters, type Route } from './route.ts'

type Schema = Record<string, unknown>
interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Schema[]
  requestBody?: Schema
  responses: Record<string, Schema>
}
interface Document {
  openapi: string
  info: Schema
  servers: Schema[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Schema
}

/** The OpenAPI 3.1 document, read from the same routes and fields that check every request. */
export function openApi(routes: readonly Route[]): Document {
  const paths: Document['paths'] = {}
  for (const route of routes) {
    const path = `/api/${route.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  const tags = [...new Set(routes.map(tagOf))].toSorted()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Back office API',
      version: '1.0.0',
      description: 'Back office of a retail chain.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: tags.map((name) => ({ name, description: `Calls of ${name}` })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Envelope: ENVELOPE,
        Refusal: { ...ENVELOPE, description: 'ErrorCode tells why; Data.fields maps a field to its message' },
      },
    },
  }
}

const ENVELOPE: Schema = {
  type: 'object',
  required: ['ErrorCode', 'ErrorDescription', 'Data'],
  properties: {
    ErrorCode: { type: 'integer', enum: [0, ...Object.values(REFUSALS).map((refusal) => refusal.code)] },
    ErrorDescription: { type: 'string' },
    Data: {},
  },
}

const tagOf = (route: Route): string => (route.path.startsWith('public/') ? 'public' : (route.path.split('/')[0] ?? ''))

/** In words, e.g. ` Needs complaints.edit and complaints.other.` */
const neededBy = ({ needs, readsAny = [] }: Route): string => {
  const rights =
    typeof needs === 'object' && 'permission' in needs
      ? flagsOfRight(needs.flag)
          .map((flag) => `${needs.permission}.${flag}`)
          .join(' and ')
      : readsAny.map((permission) => `${permission}.read`).join(' or ')
  return rights && ` Needs ${rights}.`
}

function operationOf(route: Route): Operation {
  const isOpen = route.needs === 'nothing'
  const needed = neededBy(route)
  const parameters = parametersOf(route)
  return {
    operationId: `${route.method.toLowerCase()}_${route.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: `${route.summary}.${needed}`,
    tags: [tagOf(route)],
    security: isOpen ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...((route.body ?? route.beside) && {
      requestBody: {
        required: needsBody(route),
        content: { 'application/json': { schema: bodySchema(route.body ?? {}, route) } },
      },
    }),
    ...(route.files && {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: filesSchema(route.files),
          },
        },
      },
    }),
    responses: responsesOf(route, isOpen),
  }
}

const filesSchema = ({ files, each }: FileBounds): Schema => {
  const file = { type: 'string', format: 'binary', description: `At most ${each / 2 ** 20} MB` }
  return {
    type: 'object',
    required: ['file'],
    properties: { file: files === 1 ? file : { type: 'array', items: file, minItems: 1, maxItems: files } },
  }
}

function parametersOf(route: Route): Schema[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema:
      name === 'id' && !/^(session|job|file)\//.test(route.path) ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }))
  const inQuery = described('query', route.query)
  const inHeader = described('header', { ...route.headers, ...(route.mayBeLate && LATE_HEADER) })
  const key =
    route.creates || route.mayBeLate
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            required: false,
            description: 'A repeat with the same key gives the first answer again',
            schema: { type: 'string', maxLength: 200 },
          },
        ]
      : []
  return [...inPath, ...inQuery, ...inHeader, ...key]
}

const described = (where: 'query' | 'header', parameters: QueryParameters = {}): Schema[] =>
  Object.entries(parameters).flatMap(([name, said]) => {
    const parameter: Parameter = typeof said === 'string' ? { says: said, schema: { type: 'string' } } : said
    const { says, schema, isRequired = false, isHidden: isUntold } = parameter
    return isUntold ? [] : [{ name, in: where, required: isRequired, description: says, schema }]
  })

function responsesOf(route: Route, isOpen: boolean): Operation['responses'] {
  const json = (name: string, description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  const content = {
    description: 'The content',
    ...(route.gives && { content: { [route.gives]: { schema: { type: 'string' } } } }),
  }
  const done = route.isRaw && route.method === 'GET' ? content : json('Envelope', 'Done')
  return {
    [route.creates ? '201' : '200']: done,
    ...(route.query?.check && { 200: json('Envelope', 'Nothing is wrong') }),
    ...(!isOpen && { 401: json('Refusal', 'No valid session') }),
    ...(neededBy(route) && { 403: json('Refusal', 'No permission') }),
    '404': json('Refusal', 'Not there, or not open to the caller'),
    ...(route.body && {
      409: json('Refusal', 'Stale version, duplicate, or not allowed now'),
      422: json('Refusal', 'Some fields are not right'),
    }),
    '429': json('Refusal', 'Too many requests'),
  }
}

function bodySchema(fields: Fields, { isPartial, beside = {} }: Pick<Route, 'isPartial' | 'beside'> = {}): Schema {
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
  phone: () => ({ type: 'string', pattern: '^0(3[2-9]|5[25689]|7[06-9]|8[1-9]|9[0-9]|2[0-9])[0-9]{7}$' }),
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
