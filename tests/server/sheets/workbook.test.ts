import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Sheet, type SheetRow, workbook } from '../../../src/server/sheets/sheets.ts'
import { streamWorkbook } from '../../../src/server/sheets/xlsx/workbook.ts'
import type { SheetCell } from '../../../src/shared/sheet.ts'
import { opened } from '../../setup/office.ts'

const text = (value: string): SheetCell => ({ type: 'text', text: value })
const number = (value: number, format: 'whole' | 'decimal' | 'percent' = 'whole'): SheetCell => ({
  type: 'number',
  number: value,
  format,
})
const day = (at: string): SheetCell => ({ type: 'date', at, hasTime: at.length > 10 })

async function bytesOf(sheets: Sheet[], rowsMost?: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of workbook(sheets, { rowsMost })) parts.push(part)
  return Buffer.concat(parts)
}

describe('a workbook of ours, opened in LibreOffice', () => {
  test('holds numbers and dates as such, codes with their zeros, and every script', async () => {
    const rows: SheetRow[] = [
      [
        text('0012'),
        number(1_234_567),
        number(0.125, 'percent'),
        number(1.25, 'decimal'),
        day('2026-02-04'),
        day('2026-11-20 14:30'),
      ],
      [
        text('Giá “32.000 ₫” & <b>'),
        { type: 'empty' },
        number(-3),
        number(0),
        day('1890-01-01'),
        text('감사합니다 🙏'),
      ],
      [
        text('một\nhai\r\nba'),
        text('  trước và sau  '),
        text('_x0041_'),
        text('a\u0001b\uffffc'),
        text('\ud800'),
        text('😀'),
      ],
    ]
    const [sheet] = await opened(
      await buffer(
        streamWorkbook(
          rows,
          'abcdef'.split('').map((label) => ({ label })),
          'Dữ liệu',
        ),
      ),
    )
    expect(sheet?.name).toBe('Dữ liệu')
    const cells = (at: number) => sheet?.rows[at]?.slice(0, 6) ?? []
    expect(cells(0).map((cell) => cell.text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(cells(1).map(({ type, value, text: shown }) => [type, value ?? shown])).toEqual([
      ['string', '0012'],
      ['float', '1234567'],
      ['percentage', '0.125'],
      ['float', '1.25'],
      ['date', '2026-02-04'],
      ['date', '2026-11-20T14:30:00'],
    ])
    expect(cells(1)[4]?.text).toBe('04/02/2026')
    expect(cells(1)[5]?.text).toBe('20/11/2026 14:30')
    expect(cells(2).map((cell) => cell.text)).toEqual([
      'Giá “32.000 ₫” & <b>',
      '',
      '-3',
      '0',
      '1890-01-01',
      '감사합니다 🙏',
    ])
    expect(cells(3).map((cell) => cell.text)).toEqual([
      'một\nhai\nba',
      '  trước và sau  ',
      '_x0041_',
      'abc',
      '\ufffd',
      '😀',
    ])
  })

  test('goes on in a further sheet with the same head when one is full, and stands with no row at all', async () => {
    const batches = [
      [[text('1')], [text('2')]],
      [[text('3')], [text('4')], [text('5')]],
    ]
    const sheets = await opened(
      await bytesOf(
        [
          { name: 'Số', columns: [{ label: 'Mã' }], batches },
          { name: 'Trống', columns: [{ label: 'Mã' }], batches: [] },
        ],
        3,
      ),
    )
    expect(sheets.map(({ name, rows }) => [name, ...rows.map((row) => row[0]?.text)])).toEqual([
      ['Số', 'Mã', '1', '2'],
      ['Số 2', 'Mã', '3', '4'],
      ['Số 3', 'Mã', '5'],
      ['Trống', 'Mã'],
    ])
  })
})

test('rows that fail end the stream with their error, never with a file', async () => {
  async function* failing(): AsyncGenerator<SheetRow> {
    yield [text('1')]
    throw new Error('the rows ended early')
  }
  await expect(buffer(streamWorkbook(failing(), [{ label: 'Mã' }]))).rejects.toThrow('the rows ended early')
})

test('rows are made no longer when nobody reads on', async () => {
  let made = 0
  function* rows(): Generator<SheetRow> {
    for (; made < 400_000; made += 1) yield [text(`Phản ánh ${made}`), number(made)]
  }
  for await (const part of streamWorkbook(rows(), [{ label: 'Tiêu đề' }, { label: 'Số' }]))
    if (part.length > 1000) break
  for (let before = -1; before !== made; await pause(100)) before = made
  expect(made).toBeLessThan(400_000)
})
