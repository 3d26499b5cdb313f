import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ALL_FLAGS, IDENTIFIERS } from '../../../src/shared/users/permissions.ts'
import { startChain } from '../../setup/chain.ts'
import { guidePrograms } from '../../setup/guides.ts'
import { clientFolder, mistakesIn } from '../../setup/http/client.ts'

const run = promisify(execFile)
const chain = await startChain()
const admin = await chain.person()
const made = await chain.call<{ key: string }>('POST', 'api-key', {
  by: admin,
  body: {
    name: 'Guides',
    purpose: 'The examples of the guides',
    permissions: Object.fromEntries(IDENTIFIERS.filter((id) => id !== 'system').map((id) => [id, ALL_FLAGS])),
  },
})
const { key } = made.data
const document = await (
  await fetch(`${chain.url}/api/openapi.json`, { headers: { authorization: `Bearer ${key}` } })
).text()
const folder = await clientFolder(document)
const programs = guidePrograms()
for (const { name, text } of programs) writeFileSync(join(folder, name), text)

test('the types made of the description know no any, and what the guides write by them is right', async () => {
  const types = readFileSync(join(folder, 'api.ts'), 'utf8').replace(/\/\*\*.*?\*\//gs, '')
  expect(types.match(/(: any\b|\bany\[\]|<any\b).*/g)).toBeNull()
  expect(await mistakesIn(folder)).toBe('')
})

test('a program sends the questions of a survey, and its answers', async () => {
  writeFileSync(
    join(folder, 'survey.ts'),
    `import createClient from 'openapi-fetch'
import type { paths } from './api.ts'
const api = createClient<paths>({ baseUrl: '' })
const options = [{ key: 'a', vi: 'Có' }, { key: 'b', vi: 'Không', en: 'No' }]
const questions = [
  { kind: 'choice' as const, text: { vi: 'Ngon không?', ko: '맛있습니까?' }, options },
  { kind: 'long' as const, text: { vi: 'Vì sao?' }, shown_if: { at: 0, is: ['b'] } },
]
await api.PUT('/api/survey/{id}/questions', { params: { path: { id: 1 } }, body: { version: 1, questions } })
const answers = { '1': 5, '2': 'a', '3': ['a', 'b'] }
await api.POST('/api/customer-survey-responses/submit', { body: { token: '', challenge: '', nonce: '', answers } })
`,
  )
  expect(await mistakesIn(folder)).toBe('')
})

test('a program that takes a name or a value for another is refused before it runs', async () => {
  writeFileSync(
    join(folder, 'wrong.ts'),
    `import createClient from 'openapi-fetch'
import type { paths } from './api.ts'
const api = createClient<paths>({ baseUrl: '' })
const { data, error } = await api.GET('/api/ticket/{id}', { params: { path: { id: 1 } } })
if (data) data.Data.titel
if (data) data.Data.title satisfies number
if (error) error.ErrorCode satisfies 1300
await api.POST('/api/ticket', { body: { titel: 'x' } })
await api.GET('/api/tickets')
`,
  )
  const found = [...(await mistakesIn(folder)).matchAll(/wrong\.ts\((\d+),/g)].map(([, line]) => Number(line))
  writeFileSync(join(folder, 'wrong.ts'), '')
  expect([...new Set(found)]).toEqual([5, 6, 7, 8, 9])
})

test.each(programs.map((one) => [one.name, one] as const))(
  'the guide’s own program %s runs as it stands',
  async (_name, one) => {
    const env = { ...process.env, HOST: chain.url, KEY: key }
    const [command, ...args] =
      one.language === 'sh' ? ['bash', '-euo', 'pipefail', one.name] : [process.execPath, one.name]
    const { stdout } = await run(command, args, { cwd: folder, env })
    expect(stdout.trim()).not.toBe('')
    expect(stdout).not.toMatch(/"ErrorCode":[1-9]/)
  },
)
