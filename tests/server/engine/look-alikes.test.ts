import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { tableModules } from '../../../src/modules/index.ts'
import { rows } from '../../../src/server/db/db.ts'
import { identityKey, isIdentity } from '../../../src/shared/vietnam/look-alike.ts'
import { bookOf, sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'
import { PASSWORD } from '../../setup/password.ts'

const chain = await startChain()
const admin = await chain.person()
type Shown = Record<string, unknown> & { id: number; version: number; fields?: Record<string, string> }
/** What these need beside what is looked at here. */
const NEEDED: Record<string, object> = { store: { manager: admin.id }, dept: { manager: admin.id } }
const send = (path: string, body: object) =>
  chain.call<Shown>('POST', path, { by: admin, body: { ...NEEDED[path], ...body } })

const SHY = '\u00AD'
const ZERO_WIDTH = '\u200B'

describe('a text of one line', () => {
  const hidden: [string, string][] = [
    ['an escape', '\u001B[31mU1'],
    ['a bell', 'U\u00071'],
    ['a mark of direction', 'U\u202E1'],
    ['an isolate of direction', '\u2066U1'],
    ['a zero-width space', `U${ZERO_WIDTH}1`],
    ['a soft hyphen', `U${SHY}1`],
    ['a joiner between letters', 'U\u200D1'],
    ['a variation selector behind a letter', 'U1\uFE0F'],
    ['a filler', 'U1\u3164'],
    ['a byte order mark', '\uFEFFU1'],
    ['invisible tags', 'U1\u{E0041}'],
    ['half a character', 'U1\uD83D'],
  ]
  test.each(hidden)('with %s is refused, and the field is named', async (_what, name) => {
    const answer = await send('store', { code: 'HIDDEN', name })
    expect(answer.status).toBe(422)
    expect(answer.data.fields?.name).toMatch(/cannot be seen/)
  })

  const kept: [string, string, string][] = [
    ['line ends and tabs', 'Cửa hàng\r\n\tCầu  Giấy ', 'Cửa hàng Cầu Giấy'],
    ['blanks of other widths', 'Cửa\u00A0hàng\u3000Cầu\u2009Giấy', 'Cửa hàng Cầu Giấy'],
    ['a family', 'Gia đình 👨‍👩‍👧‍👦', 'Gia đình 👨‍👩‍👧‍👦'],
    ['a red heart', 'Yêu ❤️ thương', 'Yêu ❤️ thương'],
    ['a coloured hand and a judge', '👍🏽 👩🏽‍⚖️', '👍🏽 👩🏽‍⚖️'],
    ['a key and a flag', '1️⃣ 🇻🇳 🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1️⃣ 🇻🇳 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['Korean and Vietnamese in parts', 'Hà Nội 서울'.normalize('NFD'), 'Hà Nội 서울'],
  ]
  test.each(kept)('with %s is kept as it is read', async (what, name, seen) => {
    const answer = await send('store', { code: `K ${kept.findIndex(([one]) => one === what)}`, name })
    expect(answer.status).toBe(201)
    expect(answer.data.name).toBe(seen)
  })

  test('of several lines keeps its lines; a password is taken to the letter', async () => {
    const ticket = await chain.ticket(admin, { content: '<p>một</p>\n<p>hai</p>' })
    expect(ticket.id).toBeGreaterThan(0)
    const person = await chain.person()
    const odd = ` mật\tkhẩu ${ZERO_WIDTH} dài lắm `
    const changed = await chain.call('POST', 'change-password', {
      by: person,
      body: { current_password: PASSWORD, new_password: odd },
    })
    expect(changed.status).toBe(200)
    const again = (password: string) => chain.call('POST', 'login', { body: { email: person.email, password } })
    expect((await again(odd)).code).toBe(0)
    expect((await again(odd.trim())).code).toBe(1101)
  })
})

describe('what looks the same is there once', () => {
  const looks = ['U1', 'u1', 'Ｕ１', ' U1 ', 'ｕ1']

  test('store codes, user codes, shippers, tags, departments and all others', async () => {
    const made: [string, (value: string) => object][] = [
      ['store', (code) => ({ code, name: 'Một' })],
      ['shipper', (code) => ({ code, name: 'Một', phone: '0912345678', store: chain.stores[0] })],
      ['tag', (name) => ({ name })],
      ['dept', (name) => ({ name })],
      ['solution', (name) => ({ name, solution: 'apology', wording: 'a' })],
      ['ticket-type', (name) => ({ name })],
      ['supplier-group', (name) => ({ name })],
      ['canned-reply', (name) => ({ name, body: 'a' })],
    ]
    for (const [path, body] of made) {
      expect((await send(path, body('U1'))).status, path).toBe(201)
      for (const look of looks) expect((await send(path, body(look))).status, `${path} ${look}`).toBe(409)
      expect((await send(path, body('U2'))).status, path).toBe(201)
    }
  })

  test('an update to what looks like another is refused, one of the own writing is not', async () => {
    const { data: one } = await send('store', { code: 'V1', name: 'Một' })
    await send('store', { code: 'V2', name: 'Hai' })
    const put = (body: object) => chain.call<Shown>('PUT', `store/${one.id}`, { by: admin, body })
    expect((await put({ version: one.version, code: 'ｖ２' })).status).toBe(409)
    const own = await put({ version: one.version, code: 'v1' })
    expect([own.status, own.data.code]).toEqual([200, 'v1'])
  })

  test('many at the same moment make one', async () => {
    const many = await Promise.all(
      looks.map((code) => send('store', { code: code.replace('1', '9').replace('１', '９'), name: 'Một' })),
    )
    expect(many.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
  })

  test('e-mails of staff are plain letters, whatever their case and width', async () => {
    const body = (user_code: string, email: string) => ({
      user_code,
      user_name: 'Người mới',
      email,
      role: 1,
      department: chain.departments[0],
      position: '1',
      employee_code: `20260000000000${user_code.charCodeAt(1)}`,
    })
    const first = await send('user', body('E1', 'Ｍai.Lan@Chain.example'))
    expect([first.status, first.data.email]).toEqual([201, 'mai.lan@chain.example'])
    expect((await send('user', body('E2', 'MAI.LAN@chain.example'))).status).toBe(409)
    for (const email of [
      'mаi.lan@chain.example',
      'mai.lan@chаin.example',
      `mai${ZERO_WIDTH}.lan@chain.example`,
      'mại.lan@chain.example',
    ])
      expect((await send('user', body('E3', email))).data.fields, email).toHaveProperty('email')
    const signedIn = await chain.call('POST', 'login', { body: { email: 'ＭAI.lan@CHAIN.example', password: 'wrong' } })
    expect(signedIn.code).toBe(1101)
  })

  test('who has an address from before still signs in by it', async () => {
    const person = await chain.person()
    await sql`update users set email = 'Ｍinh@Chain.example' where id = ${person.id}`.execute(chain.db)
    const signedIn = await chain.call('POST', 'login', { body: { email: 'minh@chain.example', password: PASSWORD } })
    expect(signedIn.code).toBe(0)
  })

  test('the database itself says so, by the same rule', async () => {
    const insert = (code: string) => sql`insert into stores (code, name) values (${code}, 'Một')`.execute(chain.db)
    await insert('W1')
    for (const code of ['w1', 'Ｗ1', `W${ZERO_WIDTH}1`, 'W1 ', '\tW1'])
      await expect(insert(code)).rejects.toThrow(/stores_code_unique/)
    const texts = ['ＡＢｃ', 'Ｋho  \u00A0A', `x${SHY}${ZERO_WIDTH}y`, 'ĐẶNG ỚI', '㈜한국', 'ﬁ', 'Ⅳ', '❤️', '\u2003', '']
    const found = await rows(
      chain.db,
      { key: 'string' },
      sql`select identity_key(t) as key from unnest(${texts}::text[]) with ordinality as x (t, nth) order by nth`,
    )
    expect(found.map(({ key }) => key)).toEqual(texts.map(identityKey))
  })
})

test('a workbook goes the same way: what looks the same is the same record, twice in it is once too many', async () => {
  await send('store', { code: 'X1', name: 'Một' })
  const lines = [
    ['ｘ１', 'Một mới'],
    ['X2', 'Hai'],
    ['x2', 'Hai lần'],
    ['X3', `Ba${ZERO_WIDTH}`],
  ]
  const read = await sent(chain, 'store', admin, await bookOf(['Store code', 'Store name'], lines), {
    lang: 'en',
  })
  expect(read.counts).toMatchObject({ new: 1, changed: 1, bad: 2 })
  expect(read.rows.map(({ line, said }) => [line, Object.keys(said)])).toEqual([
    [4, ['code']],
    [5, ['name']],
  ])
})

test('every identity is unique by what it looks like', async () => {
  const identities = tableModules.flatMap((module) =>
    Object.entries(module.fields).flatMap(([name, field]) =>
      isIdentity(field) ? [`${module.table}_${name}_unique`] : [],
    ),
  )
  const { rows } = await sql<{
    name: string
  }>`select indexname as name from pg_indexes where indexdef like 'CREATE UNIQUE%identity_key%'`.execute(chain.db)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(identities.toSorted())
})
