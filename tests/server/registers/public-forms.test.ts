import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../../../scripts/web/files-below.ts'
import { type PublicForm, publicForm } from '../../../src/modules/public-form.ts'
import { PUBLIC_FORMS } from '../../../src/modules/public-pages.ts'
import { shippers } from '../../../src/modules/shippers/shippers.ts'
import { checkValue } from '../../../src/shared/checks.ts'
import { vatConsent } from '../../../src/shared/consents/vat.ts'
import { email } from '../../../src/shared/fields.ts'
import { LANGUAGES, tIn } from '../../../src/shared/language.ts'
import { tell } from '../../../src/shared/message.ts'
import { startChain } from '../../setup/chain.ts'

const root = join(import.meta.dirname, '../../..')
const chain = await startChain()

const files = filesBelow(root, 'src/modules', /\.public\.ts$/)
const exported = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
const isForm = (value: unknown): value is PublicForm =>
  typeof value === 'object' && value !== null && 'questions' in value
const forms = exported.flatMap((values) => Object.values(values)).filter(isForm)

test('every form of the table of contents is a value of its module', () => {
  expect(forms.map(({ name }) => name).toSorted()).toEqual(Object.keys(PUBLIC_FORMS).toSorted())
})

test.each(forms)('the server takes $name, and names each field that is missing', async ({ path, fields }) => {
  const { status, data } = await chain.call<{ fields: object }>('POST', path, { body: {} })
  expect(status).toBe(422)
  const required = Object.keys(fields).filter((name) => fields[name]?.required && fields[name].default === undefined)
  expect(Object.keys(data.fields)).toEqual(expect.arrayContaining([...required, 'agreed']))
})

test.each(forms)('what $name says of a field left empty names its label, or asks for it', ({ fields, questions }) => {
  for (const [name, field] of Object.entries(fields).filter(([, { required }]) => required)) {
    const found = checkValue(field, null)
    const message = 'error' in found ? found.error : ''
    if (tell(message, 'en').startsWith('Please ')) continue
    for (const language of LANGUAGES)
      expect(tell(message, language)).toContain(tIn(language, questions[name]?.label ?? field.label))
  }
})

test('a form of another address, or of fields that its module does not have, does not compile', () => {
  const rest = {
    path: 'shippers/ask',
    summary: '',
    consent: vatConsent,
    intro: { title: '', lead: '', points: [] },
    send: '',
    thanks: { title: '', lead: '', label: '', again: '' },
  }
  // @ts-expect-error nobody would find this page
  publicForm('no-such-form', shippers, { ...rest, parts: [] })
  // @ts-expect-error shippers have no such field
  publicForm('feedback', shippers, { ...rest, parts: [{ title: '', asks: { colour: {} } }] })
  const own = publicForm('feedback', shippers, {
    ...rest,
    parts: [{ title: '', asks: { colour: { field: email('Colour') } } }],
  })
  expect(own.fields.colour.kind).toBe('email')
})

test('an address has ten sendings of each form an hour, and that of a store two hundred', async () => {
  const strict = await startChain({
    RATE_LIMITS: 'default',
    TRUST_PROXY: '127.0.0.1',
    STORE_NETWORKS: '203.0.113.0/28',
  })
  const send = async (from: string, path: string) =>
    (await strict.call('POST', path, { body: {}, headers: { 'x-forwarded-for': from } })).status
  const [one, two] = forms.map(({ path }) => path)
  if (!one || !two) throw new Error('There are fewer than two forms')
  const sendings = async (from: string, n: number) => {
    const statuses: number[] = []
    for (let at = 0; at < n; at += 1) statuses.push(await send(from, one))
    return statuses
  }
  expect(await sendings('198.51.100.9', 11)).toEqual([...Array<number>(10).fill(422), 429])
  expect(await send('198.51.100.9', two)).toBe(422)
  expect(new Set(await sendings('203.0.113.5', 200))).toEqual(new Set([422]))
  expect(await send('203.0.113.5', one)).toBe(429)
})
