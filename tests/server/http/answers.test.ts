import { expect, test } from 'vitest'
import { openApi } from '../../../src/server/http/openapi.ts'
import { loadModules } from '../../../src/server/module-registry.ts'
import { REFUSALS } from '../../../src/shared/refusals.ts'
import { answerCheck } from '../../setup/http/answer-check.ts'

const { routes } = await loadModules()
const document = openApi(routes)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
)

test('every call says what it answers: data, or the media type of its content', () => {
  const silent = routes.filter(({ answers, mediaType }) => answers === undefined && mediaType === undefined)
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

/** Values of any kind on purpose. */
const FREE = {
  'A draw as a list: number, version of the plan, store, day, digest of the bill, bill and phone (masked), total, random value, drawn, given, returned, code':
    'the rows of a fairness page, thousands at once',
  'A number, a key, several keys, or what was written; null where it was asked and not answered': 'SurveyAnswer',
  'a value of the field, as it was and as it is': 'Activity',
  'what the job was told': 'FailedJob',
  'the record as it stands; each call on a record tells its own': 'Refusal',
  'what stands there now, and what the file says': 'each import',
}

test('nothing that is answered is of any kind at all, but the few values that are so on purpose', () => {
  const free = new Set<string>()
  const untyped: string[] = []
  const look = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    if (Array.isArray(schema)) {
      for (const [n, one] of schema.entries()) look(one, `${at}/${n}`)
      return
    }
    const {
      $ref,
      type,
      anyOf,
      oneOf,
      allOf,
      enum: values,
      properties,
      items,
      additionalProperties,
    } = schema as Record<string, unknown> // an object
    if ('x-free' in schema) free.add('description' in schema ? String(schema.description) : at)
    else if (!($ref || type || anyOf || oneOf || allOf || values || 'const' in schema)) untyped.push(at)
    for (const [name, one] of Object.entries(properties ?? {})) look(one, `${at}.${name}`)
    for (const part of [items, anyOf, oneOf, allOf]) look(part ?? null, at)
    if (
      String(type).includes('object') &&
      !properties &&
      typeof additionalProperties !== 'object' &&
      !at.endsWith('openapi')
    )
      untyped.push(`${at}: object`)
    if (typeof additionalProperties === 'object') look(additionalProperties, `${at}.*`)
  }
  for (const { operationId, responses } of operations)
    for (const [status, { content }] of Object.entries(responses))
      for (const { schema } of Object.values((content ?? {}) as Record<string, { schema: unknown }>)) // as openApi writes it
        look(schema, `${operationId} ${status} ${operationId === 'openapi' ? 'openapi' : ''}`.trim())
  for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name)
  expect(untyped).toEqual([])
  expect([...free].toSorted()).toEqual(Object.keys(FREE).toSorted())
})

test('every call has a name of its own that a program can use, told by its address', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  expect(names.filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([])
  const named = Object.fromEntries(
    operations.map(({ method, path, operationId }) => [`${method} ${path}`, operationId]),
  )
  expect(named).toMatchObject({
    'GET /api/ticket': 'ticketList',
    'POST /api/ticket': 'ticketCreate',
    'GET /api/ticket/{id}': 'ticketGet',
    'PUT /api/ticket/{id}': 'ticketUpdate',
    'DELETE /api/ticket/{id}': 'ticketDelete',
    'POST /api/ticket/{id}/assign': 'ticketAssign',
    'GET /api/store/get-name': 'storeNames',
    'POST /api/login': 'login',
  })
})

test('every code of a refusal is told once, with its status and its words', () => {
  const { oneOf = [] } = document.components.schemas.ErrorCode ?? {}
  expect(oneOf.map((one) => one.const)).toEqual(
    Object.values(REFUSALS)
      .map(({ code }) => code)
      .toSorted((a, b) => a - b),
  )
  for (const { title, description } of oneOf) expect(description, String(title)).toMatch(/^\d{3}: [A-Z].+\.$/s)
  expect(oneOf.filter(({ description }) => description?.includes('{{'))).toEqual([])
})

test('an answer that says more, less or otherwise than its description is found, whatever its call', async () => {
  const call = { method: 'POST', url: '/api/file-key', status: 200, type: 'application/json; charset=utf-8' }
  const answered = (Data: unknown) => answerCheck(call, JSON.stringify({ ErrorCode: 0, ErrorDescription: '', Data }))
  expect(await answered({ key: 'k', seconds: 300 })).toEqual([])
  for (const wrong of [{ key: 'k' }, { key: 'k', seconds: '300' }, { key: 'k', seconds: 300, more: 1 }, null])
    expect((await answered(wrong)).join(), JSON.stringify(wrong)).toContain('POST /api/file-key 200')
  const refused = { ErrorCode: 1, ErrorDescription: '', Data: {} }
  expect((await answerCheck({ ...call, status: 404 }, JSON.stringify(refused))).join()).toContain('ErrorCode')
  expect(await answerCheck({ ...call, status: 202 }, '{}')).toEqual([
    'POST /api/file-key: nothing is said of status 202',
  ])
})
