import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApi } from '../../../src/server/http/openapi.ts'
import { loadModules } from '../../../src/server/module-registry.ts'

export interface Answered {
  method: string
  /** As the route is declared. */
  url: string
  status: number
  type: unknown
}
/** What of an answer its description does not tell, in words. */
export type AnswerCheck = (call: Answered, payload: string) => Promise<string[]>

/** So many answers of each call and status are looked at one by one, then one of so many: they differ in their values only. */
const FIRST = 200
const THEN_EVERY = 25

const ajv = new Ajv2020({ strict: false, allErrors: true })
ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
for (const format of ['email', 'binary']) ajv.addFormat(format, true)

const described = loadModules().then(({ routes }) => {
  const document = openApi(routes)
  ajv.addSchema(closed(document) as object, 'api')
  return document.paths
})
const judges = new Map<string, ValidateFunction | null>()
const seen = new Map<string, number>()

export const answerCheck: AnswerCheck = async ({ method, url, status, type }, payload) => {
  const path = url.replace(/:(\w+)/g, '{$1}')
  const operation = (await described)[path]?.[method.toLowerCase()]
  // A route that a test has made up.
  if (!operation) return []
  const told = operation.responses[status] ? String(status) : 'default'
  const call = `${method} ${path} ${told}`
  const times = (seen.get(call) ?? 0) + 1
  seen.set(call, times)
  if (times > FIRST && times % THEN_EVERY !== 0) return []
  if (status < 400 && told === 'default') return [`${method} ${path}: nothing is said of status ${status}`]
  if (!String(type).startsWith('application/json')) return []
  const judge = judgeOf(call, operation.responses[told] ?? {}, ['paths', path, method.toLowerCase(), 'responses', told])
  if (!judge) return [`${call}: answers JSON, of which nothing is said`]
  if (judge(JSON.parse(payload))) return []
  const said = (judge.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${call}: ${instancePath.replace(/\d+/g, 'n')} ${message} ${JSON.stringify(params)}`,
  )
  return [...new Set(said)].slice(0, 8)
}

function judgeOf(call: string, response: { $ref?: string }, path: readonly string[]): ValidateFunction | null {
  const known = judges.get(call)
  if (known !== undefined) return known
  const at = response.$ref ?? `#/${path.map(asPart).join('/')}`
  const judge = ajv.getSchema(`api${at}/content/${asPart('application/json')}/schema`) ?? null
  judges.set(call, judge)
  return judge
}

const asPart = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** The description is open to what comes later; today's answers say nothing that it does not tell. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, closed(part)]))
  return 'properties' in parts && 'type' in parts ? { additionalProperties: false, ...parts } : parts
}
