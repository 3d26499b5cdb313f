import { Unreadable } from '../import/unreadable.ts'
import { type BookCell, type BookRow, CELL_MOST, type ChooseSheet, COLUMNS_MOST, dateOf, isDateFormat } from './book.ts'

/** The rows an old workbook can have. */
const ROWS_MOST = 65_536
const BATCH = 500
/** Names of streams in a compound file that make it no plain workbook. */
const MACROS = Buffer.from('_VBA_PROJECT_CUR', 'utf16le')
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')

/** The rows of a visible sheet of an old workbook, values only. */
export async function* readXls(file: Buffer, choose: ChooseSheet): AsyncGenerator<BookRow[]> {
  if (file.includes(ENCRYPTED)) throw new Unreadable('locked')
  if (file.includes(MACROS)) throw new Unreadable('macros')
  const { read, utils } = await import('@e965/xlsx')
  let book: ReturnType<typeof read>
  try {
    book = read(file, {
      type: 'buffer',
      dense: true,
      cellHTML: false,
      cellNF: true,
      cellText: false,
      sheetRows: ROWS_MOST,
    })
  } catch (error) {
    throw new Unreadable(error instanceof Error && /password|encrypt/i.test(error.message) ? 'locked' : 'damaged')
  }
  const visible = book.SheetNames.filter((_, at) => !book.Workbook?.Sheets?.[at]?.Hidden)
  const sheet = book.Sheets[visible[choose(visible)] ?? book.SheetNames[0] ?? '']
  if (!sheet) throw new Unreadable('no workbook')
  const is1904 = book.Workbook?.WBProps?.date1904 === true
  const data = (sheet['!data'] ?? []) as (OldCell | undefined)[][] // dense: rows of cells, with holes
  const first = sheet['!ref'] ? utils.decode_range(sheet['!ref']).s.r : 0
  let batch: BookRow[] = []
  for (let line = Math.max(0, first); line < data.length; line += 1) {
    const cells = (data[line] ?? []).slice(0, COLUMNS_MOST).map((cell) => (cell ? valueOfOld(cell, is1904) : null))
    if (cells.some((cell) => cell !== null)) batch.push({ line: line + 1, cells })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

interface OldCell {
  t: string
  v?: string | number | boolean | Date
  z?: string | number
  f?: string
}

function valueOfOld({ t, v, z, f }: OldCell, is1904: boolean): BookCell {
  if (t === 'e') return { unusable: 'error' }
  if (v === undefined || t === 'z') return f ? { unusable: 'formula' } : null
  if (typeof v === 'number') return typeof z === 'string' && isDateFormat(z) ? dateOf(v, is1904) : v
  return typeof v === 'string' ? v.slice(0, CELL_MOST) || null : v
}
