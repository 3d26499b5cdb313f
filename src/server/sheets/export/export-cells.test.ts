import fc from 'fast-check'
import { expect, test } from 'vitest'
import { count, decimal, type Field, moment, money, phone, text } from '../../../shared/fields.ts'
import { type SheetContext, sheetCell } from '../../../shared/sheet.ts'
import { cellBody } from '../xlsx/cell-xml.ts'
import { SharedStrings } from '../xlsx/shared-strings.ts'
import { XmlBytes } from '../xlsx/xml-bytes.ts'
import { decoded } from '../xlsx/xml-tags.ts'
import { CopiedFields, isNull, textAt } from './copied-text.ts'
import { cellWriter } from './export-cells.ts'
import { Names } from './export-names.ts'

const context: SheetContext = { timeZone: 'UTC', say: (label) => label }
const ESCAPES: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
/** As PostgreSQL sends a row. */
function copied(values: readonly (string | null)[]): Buffer {
  const cells = values.map((value) => value?.replace(/[\\\b\f\n\r\t\v]/g, (one) => ESCAPES[one] ?? one) ?? '\\N')
  const row = Buffer.from(`d....${cells.join('\t')}\n`)
  row.writeUInt32BE(row.length - 1, 1)
  return row
}

const fields = new CopiedFields(1)
const out = new XmlBytes()

/** A value of a field as the cell that the export writes of it. */
function written(field: Field, value: string): string {
  const rows = copied([value])
  fields.look(rows)
  out.cut(0)
  const isWritten = cellWriter(field, context, new Names(), new SharedStrings())(
    out,
    rows,
    fields.from(0, 0),
    fields.to(0, 0),
    fields.isPlain(0, 0),
  )
  const body = out.toString()
  expect(isWritten).toBe(body !== '')
  return body
}

/** Whether blanks are kept is said only where there are any to keep. */
const meant = (body: string) => decoded(body.replace(' xml:space="preserve"', ''))
const words = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({
    unit: fc.constantFrom(...'=+-@＝ \t\n\r\\N_x0041&<>"\'0aZđỆỹ한힣ऀ\u1e9f\u1efaꯀ\ufffe\u00b7'),
    minLength: 1,
  }),
)
/** What PostgreSQL can hold. */
const held = words.filter((value) => value.isWellFormed() && !value.includes('\u0000'))

test('bytes that the database sends become the same cells as values', () => {
  fc.assert(
    fc.property(held, (value) => {
      for (const field of [text('A'), phone('A')])
        expect(meant(written(field, value))).toBe(meant(cellBody(sheetCell(value, field, context))))
    }),
    { numRuns: 500 },
  )
  const numbers = ['0', '-1', '7', '999999999999999', '1234567890123456', '1.50', '0.125', '-0.5', '10.00', '1e3']
  for (const field of [money('A'), count('A'), count('A', { ungrouped: true }), decimal('A')])
    for (const value of numbers) expect(written(field, value)).toBe(cellBody(sheetCell(Number(value), field, context)))
})

test('a year has no marks between thousands, a quantity has', () => {
  const formatOf = (field: Field) => /s="(\d)"/.exec(written(field, '2027'))?.[1]
  expect(formatOf(count('Year', { ungrouped: true }))).toBe('0')
  expect(formatOf(count('Rows'))).toBe('3')
})

test('a moment is the very number that its day and minute are', () => {
  for (let minutes = 0; minutes < 1440; minutes += 1) {
    const shown = Number(/<v>(.*)<\/v>/.exec(written(moment('A'), String(29_384_640 + minutes)))?.[1])
    expect(shown).toBe(20_406 + 25_569 + minutes / 1440)
  }
  expect(written(moment('A'), String(Date.UTC(1890, 0, 1) / 60_000))).toContain('1890-01-01 00:00')
})

test('rows of several fields are told apart, and nothing is no text', () => {
  const rows = [
    ['a\tb', null, ''],
    ['\\N', 'dòng\nhai', '\\'],
  ]
  const bytes = Buffer.concat(rows.map(copied))
  const fields = new CopiedFields(3)
  expect(fields.look(bytes)).toBe(2)
  const read = rows.map((row, at) =>
    row.map((_, column) => {
      const [from, to] = [fields.from(at, column), fields.to(at, column)]
      return isNull(bytes, from, to) ? null : textAt(bytes, from, to)
    }),
  )
  expect(read).toEqual(rows)
})

test('a text that many cells show stands once, until there is no more room for such', () => {
  const shared = new SharedStrings()
  const cell = (value: string) => shared.body({ type: 'text', text: value })
  expect(cell('Mới')).toBe(cell('Mới'))
  expect(shared.xml()).toBe('<si><t xml:space="preserve">Mới</t></si>')
  for (let n = 0; n < 60_000; n += 1) cell(`Khách ${n}`)
  expect(cell('Thảo & Anh')).toContain('Thảo &amp; Anh')
  expect(cell('Mới')).not.toContain('Mới')
})
