import { Readable } from 'node:stream'
import type { SheetCell } from '../../../shared/sheet.ts'
import { lettersOf, rowXml, STYLES, xmlText } from './cell-xml.ts'
import { SharedStrings } from './shared-strings.ts'
import { PIECE, XmlBytes } from './xml-bytes.ts'
import { ENTRY_BYTES_MOST, type ZipEntry, zipped } from './zip.ts'

export type SheetRow = readonly SheetCell[]

/** Rows that write themselves, `line` from 1, where telling their cells one by one would be dear. */
export interface WrittenRows {
  readonly length: number
  write(out: XmlBytes, at: number, line: number): void
}
export type RowBatch = readonly SheetRow[] | WrittenRows

export interface SheetColumn {
  /** In the reader's language. */
  label: string
  /** In characters; by the label's length where it is not given. */
  width?: number
  /** What may be chosen in it, as a range of another sheet such as `Lists!$A$2:$A$9`. */
  choices?: string
}

/** One sheet: a head, then rows in batches. What one sheet cannot hold goes on in a next one of the same head. */
export interface Sheet {
  name: string
  columns: readonly SheetColumn[]
  batches: Iterable<RowBatch> | AsyncIterable<RowBatch>
}

export interface WorkbookOptions {
  /** Of deflate; 6 unless the figures ask for haste. */
  level?: number
  /** Rows of one sheet, the head included; smaller in tests. */
  rowsMost?: number
  /** The texts that rows which write themselves share; looked at when all rows are written. */
  shared?: SharedStrings
}

/** The rows a sheet can have (ECMA-376). */
const ROWS_MOST = 1_048_576

/**
 * A workbook (.xlsx) of one sheet as a stream, in memory of a few rows. Rows are pulled as the reader takes them, and between
 * batches other work of the process goes on.
 * @public for the reports and for chosen rows of a list
 */
export const streamWorkbook = (
  rows: Iterable<SheetRow> | AsyncIterable<SheetRow>,
  columns: readonly SheetColumn[],
  name = 'Data',
): Readable => Readable.from(workbook([{ name, columns, batches: batchesOf(rows) }]), { objectMode: false })

/** The bytes of a workbook of several sheets. */
export const workbook = (sheets: readonly Sheet[], options: WorkbookOptions = {}): AsyncGenerator<Uint8Array> =>
  zipped(entriesOf(sheets, options), options.level)

const BATCH = 200

async function* batchesOf(rows: Iterable<SheetRow> | AsyncIterable<SheetRow>): AsyncGenerator<SheetRow[]> {
  let batch: SheetRow[] = []
  for await (const one of rows) {
    batch.push(one)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
    await new Promise(setImmediate)
  }
  if (batch.length > 0) yield batch
}

async function* entriesOf(
  sheets: readonly Sheet[],
  { rowsMost = ROWS_MOST, shared = new SharedStrings() }: WorkbookOptions,
): AsyncGenerator<ZipEntry> {
  yield file('[Content_Types].xml', CONTENT_TYPES)
  yield file('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']]))
  yield file('xl/styles.xml', STYLES)
  const names: string[] = []
  for (const sheet of sheets) {
    const rows = new RowSource(sheet)
    for (let part = 1; part === 1 || (await rows.hasMore()); part += 1) {
      names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`)
      yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheetXml(sheet.columns, rows, rowsMost) }
    }
  }
  yield file('xl/sharedStrings.xml', `${HEADER}<sst xmlns="${MAIN}">${shared.xml()}</sst>`)
  yield file('xl/workbook.xml', workbookXml(names))
  yield file(
    'xl/_rels/workbook.xml.rels',
    relations([
      ...names.map((_, at): [string, string] => ['worksheet', `worksheets/sheet${at + 1}.xml`]),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
  )
}

/** Rows in batches, of which a sheet may leave the rest to the next. */
class RowSource {
  readonly letters: readonly string[]
  readonly #source: AsyncIterator<RowBatch> | Iterator<RowBatch>
  #batch: RowBatch = []
  #at = 0

  constructor({ batches, columns }: Sheet) {
    this.letters = lettersOf(columns.length)
    this.#source = Symbol.asyncIterator in batches ? batches[Symbol.asyncIterator]() : batches[Symbol.iterator]()
  }

  async hasMore(): Promise<boolean> {
    while (this.#at >= this.#batch.length) {
      const next = await this.#source.next()
      if (next.done) return false
      this.#batch = next.value
      this.#at = 0
    }
    return true
  }

  writeNext(out: XmlBytes, line: number): void {
    if ('write' in this.#batch) this.#batch.write(out, this.#at, line)
    else out.text(rowXml(this.#batch[this.#at] ?? [], line, this.letters))
    this.#at += 1
  }

  get isAtEndOfBatch(): boolean {
    return this.#at >= this.#batch.length
  }
}

async function* sheetXml(
  columns: readonly SheetColumn[],
  rows: RowSource,
  rowsMost: number,
): AsyncGenerator<Uint8Array> {
  const head: SheetRow = columns.map(({ label }) => ({ type: 'text', text: label }))
  const out = new XmlBytes()
  let at = 1
  let bytes = 0
  out.text(`${sheetStart(columns)}${rowXml(head, at, rows.letters, true)}`)
  while (at < rowsMost && bytes < ENTRY_BYTES_MOST && (await rows.hasMore())) {
    while (at < rowsMost && !rows.isAtEndOfBatch) {
      at += 1
      rows.writeNext(out, at)
      if (out.length < PIECE) continue
      bytes += out.length
      yield out.take()
    }
  }
  out.text(`</sheetData>${sheetEnd(columns, rows.letters, at)}`)
  yield out.take()
}

const HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Every part is a sheet but those named: how many sheets there will be is known only at the end. */
const CONTENT_TYPES = `${HEADER}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${SPREADSHEET}.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`

const file = (name: string, text: string): ZipEntry => ({ name, content: [Buffer.from(text)] })

const relations = (targets: readonly [kind: string, target: string][]): string =>
  `${HEADER}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([kind, target], at) => `<Relationship Id="rId${at + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

const workbookXml = (names: readonly string[]): string =>
  `${HEADER}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
    .map((name, at) => `<sheet name="${xmlText(sheetName(name))}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets></workbook>`

/** A sheet's name has no more than 31 characters and none of these. */
const sheetName = (name: string): string => name.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31)

const NARROWEST = 10
const WIDEST = 60

function sheetStart(columns: readonly SheetColumn[]): string {
  const cols = columns.map(({ label, width }, at) => {
    const wide = Math.min(WIDEST, Math.max(NARROWEST, width ?? 0, label.length + 3))
    return `<col min="${at + 1}" max="${at + 1}" width="${wide}" customWidth="1"/>`
  })
  const frozen =
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft"/>'
  return `${HEADER}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>${cols.length > 0 ? `<cols>${cols.join('')}</cols>` : ''}<sheetData>`
}

function sheetEnd(columns: readonly SheetColumn[], letters: readonly string[], lastRow: number): string {
  const choosing = columns.flatMap(({ choices }, at) =>
    choices
      ? `<dataValidation type="list" allowBlank="1" showErrorMessage="0" sqref="${letters[at]}2:${letters[at]}${ROWS_MOST}"><formula1>${xmlText(choices)}</formula1></dataValidation>`
      : [],
  )
  const filter = columns.length > 0 ? `<autoFilter ref="A1:${letters.at(-1)}${lastRow}"/>` : ''
  const offered =
    choosing.length > 0 ? `<dataValidations count="${choosing.length}">${choosing.join('')}</dataValidations>` : ''
  return `${filter}${offered}</worksheet>`
}
