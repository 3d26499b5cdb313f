import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { modules } from '../../../src/modules/index.ts'
import { isUnusable } from '../../../src/server/sheets/xlsx/book.ts'
import { rowsOf } from '../../../src/server/sheets/xlsx/read-book.ts'
import { streamWorkbook } from '../../../src/server/sheets/xlsx/workbook.ts'
import { checkValue } from '../../../src/shared/checks.ts'
import {
  address,
  choice,
  choices,
  count,
  date,
  decimal,
  digits,
  email,
  type Field,
  flag,
  identityNumber,
  longText,
  moment,
  money,
  percentage,
  phone,
  ref,
  refs,
  taxCode,
  text,
} from '../../../src/shared/fields.ts'
import { type SheetContext, sheetCell, valueOfCell } from '../../../src/shared/sheet.ts'
import { sent } from '../../setup/books.ts'
import { startChain } from '../../setup/chain.ts'

const chain = await startChain()
const admin = await chain.person()

const levels = [
  { value: 'a', label: 'High' },
  { value: 'b', label: 'Low' },
] as const
const context: SheetContext = {
  timeZone: 'Asia/Ho_Chi_Minh',
  say: (label) => ({ High: 'Cao', Low: 'Thấp', Yes: 'Có', No: 'Không' })[label] ?? label,
  idOf: (_module, written) => Number(/^Mục (\d+)$/.exec(written)?.[1] ?? 0) || null,
}
const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
const digit = (n: number) => fc.stringMatching(new RegExp(`^\\d{${n}}$`))
const id = fc.integer({ min: 1, max: 1_000_000 })
const days = fc
  .date({ min: new Date('1900-03-02'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))

/** Before, clocks stood apart by seconds. */
const recent = days.filter((day) => day > '1975')

/** Every kind of field that a cell can hold, with values that its check takes. */
const KINDS: [Field, fc.Arbitrary<unknown>][] = [
  [text('A'), words],
  [longText('A'), fc.array(words, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n'))],
  [email('A'), fc.emailAddress()],
  [phone('A'), digit(7).map((rest) => `091${rest}`)],
  [digits('A', { length: 16 }), digit(16)],
  [digits('A'), digit(6)],
  [taxCode('A'), fc.constant('0100112437')],
  [identityNumber('A'), digit(12)],
  [money('A'), fc.integer({ min: 0, max: 999_999_999_999_999 })],
  [count('A'), fc.integer({ min: 0, max: 2_147_483_647 })],
  [decimal('A'), fc.double({ min: -1e12, max: 1e12, noNaN: true, noDefaultInfinity: true }).map((n) => n + 0)],
  [percentage('A'), fc.integer({ min: 0, max: 100_000 }).map((n) => n / 1000)],
  [date('A'), days],
  [
    moment('A'),
    fc
      .tuple(recent, fc.integer({ min: 0, max: 1439 }))
      .map(([day, minutes]) => new Date(Date.parse(day) + minutes * 60_000).toISOString()),
  ],
  [flag('A'), fc.boolean()],
  [choice('A', levels), fc.constantFrom('a', 'b')],
  [choices('A', levels), fc.subarray(['a', 'b'], { minLength: 1 })],
  [ref('A', 'stores'), id],
  [refs('A', 'stores'), fc.uniqueArray(id, { minLength: 1, maxLength: 4 })],
  [
    address('A'),
    fc.constant({ line: '12 Nguyễn Trãi', ward: 'Bến Thành', district: null, province: 'Hồ Chí Minh', model: 2 }),
  ],
]

test('a value of any kind survives export, workbook and import', async () => {
  const samples = KINDS.map(([field, values]) =>
    fc.sample(values, { numRuns: 200, seed: 7 }).map((value) => checked(field, value)),
  )
  const rows = Array.from({ length: 200 }, (_, at) =>
    KINDS.map(([field], column) => sheetCell(shownValue(field, samples[column]?.[at]), field, context)),
  )
  const book = await buffer(
    streamWorkbook(
      rows,
      KINDS.map((_, at) => ({ label: `K${at}` })),
    ),
  )
  const read = []
  for await (const batch of rowsOf(book)) read.push(...batch)
  expect(read).toHaveLength(201)
  for (const [at, row] of read.slice(1).entries())
    for (const [column, [field]] of KINDS.entries()) {
      const cell = row.cells[column] ?? null
      if (isUnusable(cell)) throw new Error('A cell of ours is unusable')
      const back = checkValue(field, valueOfCell(cell, field, context))
      const value = samples[column]?.[at]
      expect(back, `${field.kind} ${JSON.stringify(value)}`).toEqual({
        value: field.kind === 'decimal' ? expect.closeTo(Number(value), 6) : value,
      })
    }
})

/** What the product would keep of it: checked, without what no cell can hold, nor the apostrophe that a cell marks words with. */
function checked(field: Field, value: unknown): unknown {
  const found = checkValue(field, value)
  if ('error' in found) return field.kind === 'email' ? 'a@b.vn' : 'x'
  const isWords = field.kind === 'text' || field.kind === 'longText'
  if (!isWords || typeof found.value !== 'string') return found.value
  return (
    found.value
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .replace(/^'+/, '')
      .trim() || 'x'
  )
}

/** A ref is exported by its name. */
function shownValue(field: Field, value: unknown): unknown {
  if (field.kind === 'ref') return { id: value, name: `Mục ${String(value)}` }
  if (field.kind === 'refs') return (value as number[]).map((one) => ({ id: one, name: `Mục ${one}` }))
  return value
}

test('every list that goes out comes back as the same, whichever the language', async () => {
  const { db } = chain
  await sql`insert into shippers (code, name, phone, identity_number, vehicle, store) values ('G1', 'Nguyễn =An', '0912345678', '001090000001', 'van', ${chain.stores[0]}), ('G2', '-Trần', '0912345679', null, null, ${chain.stores[1]})`.execute(
    db,
  )
  await sql`insert into stores (code, name, phone, address, parking_spaces) values ('S9', 'Siêu thị 9', '0912345670', '{"line":"Số 5, ngõ 3","ward":"Bến Thành","district":null,"province":"Hồ Chí Minh","ward_code":"1","model":2}', 12)`.execute(
    db,
  )
  await sql`insert into tags (name) values ('@nhãn'), ('한국어 태그')`.execute(db)
  await sql`insert into holidays (day, name) values ('2031-02-04', 'Nghỉ')`.execute(db)
  for (const module of modules.filter(({ sheets, name }) => sheets.export && sheets.import && name !== 'complaints')) {
    const kept = await chain.call<{ total: number }>('GET', `${module.wire}?perpage=1`, { by: admin })
    if (kept.data.total === 0) continue
    for (const lang of ['vi', 'ko']) {
      const answer = await fetch(`${chain.url}/api/${module.wire}/export?columns=*`, {
        headers: { authorization: `Bearer ${admin.token}`, cookie: `lang=${lang}` },
      })
      const book = new Uint8Array(await answer.arrayBuffer())
      const read = await sent(chain, module.wire, admin, book, { lang })
      expect(read.counts, `${module.name} ${lang} ${JSON.stringify(read.problem ?? read.rows)}`).toMatchObject({
        new: 0,
        changed: 0,
        bad: 0,
        same: kept.data.total,
      })
    }
  }
}, 600_000)
