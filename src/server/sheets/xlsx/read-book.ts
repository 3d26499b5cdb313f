import { Unreadable } from '../import/unreadable.ts'
import type { BookRow, ChooseSheet } from './book.ts'
import { readCsv } from './read-csv.ts'
import { readXls } from './read-xls.ts'
import { readXlsx } from './read-xlsx.ts'

/**
 * The rows of one sheet in sight, by what the file is and not by what it is called.
 * @param how which one, by their names; the first unless said. Only a file that is said to be one is read as a text of cells: nothing in it tells.
 */
export function rowsOf(
  file: Buffer,
  { choose = () => 0, isText = false }: { choose?: ChooseSheet; isText?: boolean | undefined } = {},
): AsyncGenerator<BookRow[]> {
  if (file.length > 4 && file.readUInt32LE(0) === 0x04_03_4b_50) return readXlsx(file, choose)
  if (file.length > 8 && file.subarray(0, 8).equals(COMPOUND)) return readXls(file, choose)
  if (isText) return readCsv(file)
  throw new Unreadable('no workbook')
}

const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
