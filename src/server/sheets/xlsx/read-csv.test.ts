import { expect, test } from 'vitest'
import { Unreadable } from '../import/unreadable.ts'
import type { BookCell } from './book.ts'
import { rowsOf } from './read-book.ts'

async function read(file: Buffer | string): Promise<[line: number, ...BookCell[]][]> {
  const found: [number, ...BookCell[]][] = []
  for await (const rows of rowsOf(Buffer.from(file as string), { isText: true }))
    found.push(...rows.map(({ line, cells }): [number, ...BookCell[]] => [line, ...cells]))
  return found
}
const problemOf = (file: Buffer | string) =>
  read(file).then(
    () => null,
    (error: unknown) => (error instanceof Unreadable ? error.problem : error),
  )

const TABLE = [
  ['Số yêu cầu', 'Số tiền'],
  ['V000012', '1.250.000,00'],
]
const ROWS = TABLE.map((cells, at) => [at + 1, ...cells])

test.each([
  [';', (text: string) => Buffer.from(text)],
  ['\t', (text: string) => Buffer.from(`\ufeff${text}`)],
  [';', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['\t', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('a text of cells parted by %j is read, whichever mark it begins with', async (separator, encoded) => {
  expect(await read(encoded(TABLE.map((cells) => cells.join(separator)).join('\r\n')))).toEqual(ROWS)
})

test('commas part cells where nothing else does, and not within quotes', async () => {
  expect(await read('\ufeffSố yêu cầu,Tên,Số tiền\nV1,"Công ty ""A"", Hà Nội",100\n"V2","hai\ndòng",\n')).toEqual([
    [1, 'Số yêu cầu', 'Tên', 'Số tiền'],
    [2, 'V1', 'Công ty "A", Hà Nội', '100'],
    [3, 'V2', 'hai\ndòng', null],
  ])
})

test('a file may say what parts its cells, and rows that say nothing keep their line', async () => {
  expect(await read('sep=|\r\nSố yêu cầu|Số tiền\r\n\r\nV1|1;2;3')).toEqual([
    [1, 'Số yêu cầu', 'Số tiền'],
    [3, 'V1', '1;2;3'],
  ])
})

test('a text of many parts is read whole, wherever a part ends, and whatever ends its lines', async () => {
  const rows = 20_000
  const found = await read(
    Array.from({ length: rows }, (_, at) => `V${at};"ế""😀"${['\r\n', '\n', '\r'][at % 3]}`).join(''),
  )
  expect(found).toHaveLength(rows)
  expect(found.filter(([line, name, said]) => name !== `V${line - 1}` || said !== 'ế"😀')).toEqual([])
})

test('zeros that a program guarded from spreadsheets stay, and other formulas are only text', async () => {
  expect(await read('Số;Khác\n="00000012";=1+1\n"=""007""";x')).toEqual([
    [1, 'Số', 'Khác'],
    [2, '00000012', '=1+1'],
    [3, '007', 'x'],
  ])
})

test('what is no text, has letters of another code, or a quote without its end is told', async () => {
  expect(await problemOf(Buffer.from('%PDF-1.7\0\0\0 no text'))).toBe('no workbook')
  expect(await problemOf(Buffer.from('Số yêu cầu;Ngày'.replace('ố', 'o'), 'latin1'))).toBe('other letters')
  expect(await problemOf('Số yêu cầu;Ngày\n"V1;2026-11-24\n')).toBe('damaged')
})
