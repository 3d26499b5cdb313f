import { Readable } from 'node:stream'
import { Unreadable } from '../import/unreadable.ts'
import { type BookRow, CELL_MOST, COLUMNS_MOST } from './book.ts'

const BATCH = 500
/** Where two stand in as many lines, the first: a comma is also in amounts and addresses. */
const SEPARATORS = [';', '\t', ','] as const
/** So much of the file tells what parts its cells. */
const LOOKED_AT = 16_384
const PART = 65_536

/** The rows of a text of cells, as spreadsheets and other programs save it: UTF-8, or UTF-16 with its mark; parted by ; , or tabs. */
export async function* readCsv(file: Buffer): AsyncGenerator<BookRow[]> {
  const { text, separator } = parted(textIn(file))
  let batch: BookRow[] = []
  let line = 0
  for await (const written of rowsIn(text, separator)) {
    line += 1
    const cells = written.slice(0, COLUMNS_MOST).map(bare)
    if (cells.some((cell) => cell !== null)) batch.push({ line, cells })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function textIn(file: Buffer): string {
  const mark = file.length > 1 ? file.readUInt16BE(0) : 0
  const encoding = mark === 0xff_fe ? 'utf-16le' : mark === 0xfe_ff ? 'utf-16be' : 'utf-8'
  if (encoding === 'utf-8' && file.includes(0)) throw new Unreadable('no workbook')
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    throw new Unreadable('other letters')
  }
}

/** What parts the cells: as the first line says (`sep=;`), else what stands in most of the first lines. */
function parted(text: string): { text: string; separator: string } {
  const said = /^sep=([^\r\n])\r?\n/i.exec(text)
  if (said?.[1]) return { text: text.slice(said[0].length), separator: said[1] }
  const lines = text
    .slice(0, LOOKED_AT)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n|\r/)
  const linesWith = (separator: string) => lines.filter((line) => line.includes(separator)).length
  const separator = SEPARATORS.reduce((best, one) => (linesWith(one) > linesWith(best) ? one : best))
  return { text, separator }
}

/** Rows of cells (RFC 4180): what stands in quotes may hold separators, line ends, and quotes written twice. */
async function* rowsIn(text: string, separator: string): AsyncGenerator<string[]> {
  const { CsvError, parse } = await import('csv-parse')
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
  })
  try {
    yield* Readable.from(partsOf(Buffer.from(text))).pipe(parser)
  } catch (error) {
    throw error instanceof CsvError ? new Unreadable('damaged') : error
  }
}

/** A part at a time, so that few rows wait to be taken. */
function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PART) yield bytes.subarray(at, at + PART)
}

/** `="00123"` is how programs keep the zeros of a number from a spreadsheet. */
const bare = (cell: string): string | null =>
  (/^\s*="([^"]*)"\s*$/.exec(cell)?.[1] ?? cell).trim().slice(0, CELL_MOST) || null
