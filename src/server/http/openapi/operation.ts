import type { Definition } from '../../../shared/resource.ts'
import { flagsOfRight } from '../../../shared/users/permissions.ts'
import { Told } from '../answers.ts'
import { LATE_HEADER } from '../late.ts'
import { type FileBounds, needsBody, type Parameter, type QueryParameters, type Route } from '../route.ts'
import { exampleRefusal, refusalData } from './errors.ts'
import { bodySchema } from './inputs.ts'
import { answerSchema } from './outputs.ts'
import { type Components, nullable, type Schema, typeName } from './schema.ts'

/** A part of the document that is no schema. */
export type Part = Record<string, unknown>

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: Part[]
  requestBody?: Part
  responses: Record<string, Part>
}

export const tagOf = ({ path }: Route): string => (path.startsWith('public/') ? 'public' : (path.split('/')[0] ?? ''))

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

export function operationOf(route: Route, operationId: string, components: Components): Operation {
  const isOpen = route.needs === 'nothing'
  const parameters = parametersOf(route)
  return {
    operationId,
    summary: `${route.summary}.${neededBy(route)}`,
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
      requestBody: { required: true, content: { 'multipart/form-data': { schema: filesSchema(route.files) } } },
    }),
    responses: responsesOf(route, components),
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

function parametersOf(route: Route): Part[] {
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: route.pathTexts?.includes(name ?? '') ? { type: 'string' } : { type: 'integer', minimum: 1 },
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

const described = (where: 'query' | 'header', parameters: QueryParameters = {}): Part[] =>
  Object.entries(parameters).flatMap(([name, said]) => {
    const parameter: Parameter = typeof said === 'string' ? { says: said, schema: { type: 'string' } } : said
    const { says, schema, isRequired = false, isHidden: isUntold } = parameter
    return isUntold ? [] : [{ name, in: where, required: isRequired, description: says, schema }]
  })

function responsesOf(route: Route, components: Components): Operation['responses'] {
  const json = (description: string, schema: Schema): Part => ({
    description,
    content: { 'application/json': { schema } },
  })
  return {
    [route.creates || route.files ? 201 : 200]: doneOf(route, components),
    ...(route.query?.check && route.creates && { 200: json('Nothing is wrong', envelope({ type: 'null' })) }),
    ...(route.needs !== 'nothing' && { 401: refused('NoSession', components) }),
    ...(neededBy(route) && { 403: refused('NoPermission', components) }),
    404: refused('NotFound', components),
    ...(route.body && {
      409: json('Stale version, duplicate, or not allowed now', conflictSchema(route, components)),
      422: refused('Invalid', components),
    }),
    429: refused('TooMany', components),
    default: refused('Refused', components),
  }
}

const REFUSED = {
  NoSession: { says: 'No valid key or session', example: 'no session' },
  NoPermission: { says: 'A flag is lacking', example: 'no permission' },
  NotFound: { says: 'Not there, or not open to the caller', example: 'not found' },
  Invalid: { says: 'Some fields are not right', example: 'invalid' },
  TooMany: { says: 'Too many requests; Retry-After says how many seconds to wait', example: 'too many' },
  Refused: { says: 'Any other refusal, by its ErrorCode', example: 'unavailable' },
} as const

const refused = (name: keyof typeof REFUSED, components: Components): Part =>
  components.response(name, () => {
    const { says, example } = REFUSED[name]
    const content = { schema: refusalSchema(components), examples: { [name]: exampleRefusal(example) } }
    return { description: says, content: { 'application/json': content } }
  })

function doneOf(route: Route, components: Components): Part {
  if (route.mediaType) {
    const isJson = route.mediaType === 'application/json'
    const schema = isJson ? { type: 'object', additionalProperties: true } : { type: 'string' }
    return { description: 'The content', content: { [route.mediaType]: { schema } } }
  }
  const data = answerSchema(route.answers ?? null, components)
  const isOnlyChecked = route.query?.check && !route.creates
  const done = envelope(isOnlyChecked ? { ...nullable(data), description: 'null where `check` asks' } : data)
  const schema = route.limit === 'sign-in' ? { anyOf: [done, refusalSchema(components)] } : done
  return { description: 'Done', content: { 'application/json': { schema } } }
}

const envelope = (data: Schema): Schema => ({
  type: 'object',
  properties: { ErrorCode: { const: 0 }, ErrorDescription: { type: 'string' }, Data: data },
  required: ['ErrorCode', 'ErrorDescription', 'Data'],
})

const refusalOf = (data: Schema): Schema => ({
  type: 'object',
  properties: {
    ErrorCode: { $ref: '#/components/schemas/ErrorCode' },
    ErrorDescription: { type: 'string', description: 'For people, in the language of the call' },
    Data: data,
  },
  required: ['ErrorCode', 'ErrorDescription', 'Data'],
})

const RECORD: Schema = { 'x-free': true, description: 'the record as it stands; each call on a record tells its own' }

const refusalSchema = (components: Components): Schema =>
  components.ref('Refusal', null, () => ({ ...refusalOf(refusalData(RECORD)), description: 'ErrorCode tells why' }))

/** Of a call on a record its conflict brings the record as it stands. */
function conflictSchema({ answers }: Route, components: Components): Schema {
  const definition = definitionIn(answers)
  if (!definition) return refusalSchema(components)
  const record = nullable(answerSchema(new Told({ kind: 'record', definition, shape: 'show', more: {} }), components))
  return components.ref(`${typeName(definition.wire)}Conflict`, definition, () => refusalOf(refusalData(record)))
}

const definitionIn = (answers: Route['answers']): Definition | undefined =>
  answers instanceof Told && answers.telling.kind === 'record' && answers.telling.shape === 'show'
    ? answers.telling.definition
    : undefined
