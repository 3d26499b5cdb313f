import { describe, expect, test } from 'vitest'
import { modules } from '../../src/modules/index.ts'
import { type Field, isSortable, isWritable, shownAs } from '../../src/shared/fields.ts'
import { entriesOf, isMadeByHand } from '../../src/shared/resource.ts'
import { startChain } from '../setup/chain.ts'
import { validRecords } from '../setup/records/valid-records.ts'

const chain = await startChain()
const admin = await chain.person()

const { valid, validValue } = validRecords(chain, admin)

/** Counter-examples of a field's own rules. */
function wrongValues(field: Field): unknown[] {
  const wrong: unknown[] = []
  if (field.required && field.default === undefined) wrong.push('', null)
  if (field.kind === 'text' && field.max) wrong.push('x'.repeat(field.max + 1))
  if (field.kind === 'text') wrong.push(5, { a: 1 })
  if (field.length) wrong.push('1'.repeat(field.length - 1), '1'.repeat(field.length + 1))
  if (field.kind === 'digits') wrong.push('12a4')
  if (field.kind === 'email') wrong.push('no e-mail', 'a@b', 'a b@c.vn')
  if (field.kind === 'phone') wrong.push('091234567', '09123456789', '0112345678')
  if (field.kind === 'identityNumber') wrong.push('12345678901', '1234567890123')
  if (field.kind === 'choice') wrong.push('none of these', 5)
  if (field.kind === 'ref') wrong.push('1', -1, 1.5, 999_999_999)
  if (field.kind === 'date') wrong.push('2026-02-30', '20/11/2026', 5)
  if (field.kind === 'count' || field.kind === 'money') wrong.push('5', 1.5, -1, Number.MAX_SAFE_INTEGER + 2)
  if (field.kind === 'flag') wrong.push('yes', 1)
  if (field.kind === 'address')
    wrong.push('a street', { ward: 'no line' }, { line: '1', ward_code: '26743', province_code: '01' })
  return wrong
}

const isUnfiltered = (field: Field): boolean =>
  field.private === 'sealed' ||
  field.secret === true ||
  ['longText', 'richText', 'files', 'signature', 'lines'].includes(shownAs(field))

const shown = modules.filter((module) => !module.internal && isMadeByHand(module))

describe.each(shown.map((module) => [module.name, module] as const))('%s', (_name, module) => {
  test('a made-up record survives create, show, list, search, update, history, trash and restore', async () => {
    const body = valid(module)
    const made = await chain.call<Record<string, unknown> & { id: number; version: number }>('POST', module.wire, {
      by: admin,
      body,
    })
    expect(made.status, JSON.stringify(made.data)).toBe(201)
    const { id } = made.data
    for (const [name, field] of entriesOf(module))
      if (isWritable(field) && field.private !== 'sealed') expectSame(field, made.data[name], body[name], name)
    const one = await chain.call<object>('GET', `${module.wire}/${id}`, { by: admin })
    expect(one.data).toMatchObject(
      JSON.parse(JSON.stringify({ ...made.data, invitation: undefined, key: undefined, secret: undefined })),
    )
    const list = await chain.call<{ data: { id: number }[]; total: number }>('GET', `${module.wire}?perpage=1000`, {
      by: admin,
    })
    expect(list.data.data.map((row) => row.id)).toContain(id)
    expect(list.data.total).toBe(list.data.data.length)
    const names = await chain.call<{ data: { id: number; name: string }[] }>(
      'GET',
      `${module.wire}/get-name?id=${id}`,
      { by: admin },
    )
    expect(names.data.data[0]?.id).toBe(id)
    const told = module.title in body ? module.title : (Object.keys(body)[0] ?? '')
    const changed = await chain.call<{ version: number }>('PUT', `${module.wire}/${id}`, {
      by: admin,
      body: { version: 1, [told]: body[told] },
    })
    expect(changed.data.version).toBe(2)
    const historyOf = () => chain.call<{ total: number }>('GET', `${module.wire}/${id}/history`, { by: admin })
    const { total } = (await historyOf()).data
    expect(total).toBeGreaterThanOrEqual(2)
    const saved = await chain.call<{ version: number }>('PUT', `${module.wire}/${id}`, {
      by: admin,
      body: { version: 2 },
    })
    expect(saved.data.version).toBe(2)
    expect((await historyOf()).data.total).toBe(total)
    expect((await chain.call('DELETE', `${module.wire}/${id}`, { by: admin })).status).toBe(200)
    const after = await chain.call<{ data: { id: number }[] }>('GET', `${module.wire}?perpage=1000`, { by: admin })
    expect(after.data.data.map((row) => row.id)).not.toContain(id)
    const trash = await chain.call<{ data: { id: number }[]; total: number }>(
      'GET',
      `${module.wire}?perpage=1000&trashed=1`,
      { by: admin },
    )
    expect(trash.data.data.map((row) => row.id)).toContain(id)
    expect(trash.data.total).toBe(trash.data.data.length)
    const back = await chain.call<{ version: number }>('POST', `${module.wire}/${id}/restore`, {
      by: admin,
      body: { version: 3 },
    })
    expect(back.status).toBe(200)
    expect((await chain.call('GET', `${module.wire}/${id}`, { by: admin })).status).toBe(200)
  })

  test('every rule of every field refuses its counter-example by name', async () => {
    for (const [name, field] of entriesOf(module).filter(([, one]) => isWritable(one)))
      for (const wrong of wrongValues(field)) {
        const answer = await chain.call<{ fields?: object }>('POST', module.wire, {
          by: admin,
          body: { ...valid(module), [name]: wrong },
        })
        expect(answer.status, `${name} = ${JSON.stringify(wrong)}`).toBe(422)
        expect(answer.data.fields, `${name} = ${JSON.stringify(wrong)}`).toHaveProperty(name)
      }
  })

  for (const [name, field] of entriesOf(module).filter(([, one]) => one.unique && isWritable(one)))
    test(`no two live records share ${name}, even when made at once`, async () => {
      const value = validValue(field)
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          chain.call<{ fields?: object }>('POST', module.wire, {
            by: admin,
            body: { ...valid(module), [name]: value },
          }),
        ),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect(answer.status).toBe(409)
        expect(answer.data.fields).toHaveProperty(name)
      }
    })

  if (module.uniqueTogether)
    test(`no two live records share all of ${module.uniqueTogether.join(', ')}, even when made at once`, async () => {
      const body = valid(module)
      for (const name of module.uniqueTogether ?? [])
        if (typeof body[name] === 'number' && module.fields[name]?.kind !== 'ref') body[name] = 77
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => chain.call<{ fields?: object }>('POST', module.wire, { by: admin, body })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
      for (const answer of answers.filter(({ status }) => status === 409))
        expect(answer.data.fields).toHaveProperty(module.uniqueTogether?.[0] ?? '')
    })

  test('sorts by every column it says it can, and pages never overlap', async () => {
    for (let n = 0; n < 2; n++)
      expect((await chain.call('POST', module.wire, { by: admin, body: valid(module) })).status).toBe(201)
    const listOf = async (query: string) => {
      const { status, data } = await chain.call<{ data: ({ id: number } & Record<string, unknown>)[] }>(
        'GET',
        `${module.wire}?${query}`,
        { by: admin },
      )
      expect(status, query).toBe(200)
      return data.data
    }
    const [first = [], next = []] = await Promise.all([1, 2].map((page) => listOf(`perpage=1&page=${page}`)))
    expect(new Set([...first, ...next].map(({ id }) => id)).size).toBe(2)
    const listed = module.list.filter((name) => module.fields[name])
    const sorting = listed.filter((name) => module.fields[name] && isSortable(module.fields[name]))
    expect(sorting).not.toEqual([])
    for (const name of [...sorting, 'created_at', 'id']) {
      const [up, down] = [await listOf(`sort=${name}&perpage=100`), await listOf(`sort=-${name}&perpage=100`)]
      expect(runsOf(up, name), name).toEqual(runsOf(down, name).toReversed())
      if (name === 'id')
        expect(up.map(({ id }) => id)).toEqual(up.map(({ id }) => id).toSorted((one, other) => one - other))
    }
    for (const name of listed.filter((one) => !sorting.includes(one)))
      expect((await chain.call('GET', `${module.wire}?sort=${name}`, { by: admin })).status, name).toBe(422)
  })

  test('what no list is narrowed by is refused by name: by list, export and a bulk act alike', async () => {
    const unfiltered = entriesOf(module).flatMap(([name, field]) => (isUnfiltered(field) ? [name] : []))
    for (const name of [...unfiltered, 'updated_by']) {
      const asked = [
        chain.call<{ fields?: object }>('GET', `${module.wire}?${name}=1`, { by: admin }),
        chain.call<{ fields?: object }>('GET', `${module.wire}?${name}[]=1`, { by: admin }),
        ...(module.sheets.export
          ? [chain.call<{ fields?: object }>('GET', `${module.wire}/export?${name}=1`, { by: admin })]
          : []),
        chain.call<{ fields?: object }>('POST', `${module.wire}/bulk/restore`, {
          by: admin,
          body: { query: `${name}=1` },
        }),
      ]
      for (const answer of await Promise.all(asked)) {
        expect(answer.status, name).toBe(422)
        expect(answer.data.fields, name).toHaveProperty(name)
      }
    }
  })

  test('every ref points at a module, and every listed column is a field', () => {
    for (const [, field] of entriesOf(module)) if (field.to) expect(modules.map((one) => one.name)).toContain(field.to)
    for (const name of module.list) expect(module.fields).toHaveProperty(name)
  })
})

/** What stands in a column from above to below, what is alike and beside each other once, and what is empty never. */
const runsOf = (list: readonly Record<string, unknown>[], name: string): unknown[] =>
  list
    .map((one) => JSON.stringify(one[name] ?? null))
    .filter((value) => value !== 'null')
    .filter((value, at, all) => value !== all[at - 1])

function expectSame(field: Field, got: unknown, given: unknown, name: string): void {
  if (given === null || given === undefined) return
  if (field.kind === 'ref')
    expect((got as { id: number }).id, name).toBe(given) // a ref is shown with its id
  else if (field.kind === 'refs')
    expect(
      (got as { id: number }[]).map(({ id }) => id),
      name,
    ).toEqual(given)
  else if (field.kind === 'moment')
    expect(new Date(String(got)).getTime(), name).toBe(new Date(String(given)).getTime())
  else if (field.kind === 'lines')
    expect((got as object[]).length, name).toBe((given as object[]).length) // lines, as they were given
  else if (field.kind === 'address') expect(got, name).toMatchObject(given)
  else expect(got, name).toEqual(given)
}
