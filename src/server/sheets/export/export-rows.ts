import pg from 'pg'
import type { SheetContext } from '../../../shared/sheet.ts'
import { lettersOf } from '../xlsx/cell-xml.ts'
import type { SharedStrings } from '../xlsx/shared-strings.ts'
import type { WrittenRows } from '../xlsx/workbook.ts'
import type { XmlBytes } from '../xlsx/xml-bytes.ts'
import { CopiedFields, isNull, textAt, wholeAt } from './copied-text.ts'
import { copyOut } from './copy-out.ts'
import { cellWriter, idsIn } from './export-cells.ts'
import type { CellWriter } from './export-moments.ts'
import { Names } from './export-names.ts'
import type { ExportOrder } from './export-order.ts'

/** The rows of an export, of one snapshot, and the names of what they point at, each as it was when it first came. */
export class ExportRows {
  readonly #order: ExportOrder
  readonly #client: pg.Client
  /** Asks for names while the rows come; absent where they point at nothing. */
  readonly #asking: pg.Client | null
  readonly #names: Map<string, Names>
  readonly #fields: CopiedFields

  private constructor(order: ExportOrder, client: pg.Client, asking: pg.Client | null) {
    this.#order = order
    this.#client = client
    this.#asking = asking
    this.#names = new Map(order.columns.flatMap(({ field: { to } }) => (to ? [[to, new Names()]] : [])))
    this.#fields = new CopiedFields(order.columns.length)
  }

  static async open(order: ExportOrder): Promise<ExportRows> {
    const isPointing = order.columns.some(({ field }) => field.to)
    const [client, asking] = await Promise.all([connected(order), isPointing ? connected(order) : null])
    return new ExportRows(order, client, asking)
  }

  async *batches(context: SheetContext, shared: SharedStrings): AsyncGenerator<WrittenRows> {
    const letters = lettersOf(this.#order.columns.length)
    const columns = this.#order.columns.map(({ field }, at) => ({
      open: Buffer.from(`<c r="${letters[at]}`),
      write: cellWriter(field, context, this.#names.get(field.to ?? '') ?? new Names(), shared),
    }))
    for await (const rows of copyOut(this.#client, this.#order.sql)) {
      const length = this.#fields.look(rows)
      await this.#learnNames(rows, length)
      yield new CopiedRows(rows, length, this.#fields, columns)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#client.end(), this.#asking?.end()])
  }

  async #learnNames(rows: Buffer, length: number): Promise<void> {
    for (const [to, names] of this.#names) {
      names.makeRoom()
      const missing = new Set<number>()
      const miss = (id: number): void => {
        if (!names.isKnown(id)) missing.add(id)
      }
      for (const [column, { field }] of this.#order.columns.entries())
        if (field.to === to) this.#eachId(rows, length, column, field.kind !== 'ref', miss)
      const target = this.#order.targets[to]
      if (missing.size > 0 && target && this.#asking) await names.learn(this.#asking, target, [...missing])
    }
  }

  #eachId(rows: Buffer, length: number, column: number, isMany: boolean, seen: (id: number) => void): void {
    for (let row = 0; row < length; row += 1) {
      const [from, to] = [this.#fields.from(row, column), this.#fields.to(row, column)]
      if (isNull(rows, from, to)) continue
      if (isMany) for (const id of idsIn(textAt(rows, from, to))) seen(id)
      else seen(wholeAt(rows, from, to) ?? 0)
    }
  }
}

async function connected({ url, statementTimeout, timeZone }: ExportOrder): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'export',
    connectionTimeoutMillis: 5000,
    types: { getTypeParser: () => (text: string) => text },
    options: `-c TimeZone=${timeZone} -c statement_timeout=${statementTimeout} -c client_connection_check_interval=5000 -c max_parallel_workers_per_gather=0`,
  })
  await client.connect()
  return client
}

interface Column {
  /** All of its cells but the line that follows. */
  open: Buffer
  write: CellWriter
}

/** The line of the row that is being written, as its cells name it. */
const PLACE = Buffer.alloc(16)
const ROW_OPEN = Buffer.from('<row r="')
const ROW_OPENED = Buffer.from('>')
const ROW_CLOSE = Buffer.from('</row>')

/** Rows as the database sent them; gone when the next are there. */
class CopiedRows implements WrittenRows {
  readonly length: number
  readonly #rows: Buffer
  readonly #fields: CopiedFields
  readonly #columns: readonly Column[]

  constructor(rows: Buffer, length: number, fields: CopiedFields, columns: readonly Column[]) {
    this.#rows = rows
    this.length = length
    this.#fields = fields
    this.#columns = columns
  }

  write(out: XmlBytes, row: number, line: number): void {
    const placed = PLACE.write(`${line}"`, 'latin1')
    out.put(ROW_OPEN)
    out.put(PLACE, 0, placed)
    out.put(ROW_OPENED)
    for (let column = 0; column < this.#columns.length; column += 1) this.#writeCell(out, row, column, placed)
    out.put(ROW_CLOSE)
  }

  #writeCell(out: XmlBytes, row: number, column: number, placed: number): void {
    const from = this.#fields.from(row, column)
    const to = this.#fields.to(row, column)
    const cell = this.#columns[column]
    if (!cell || to === from || isNull(this.#rows, from, to)) return
    const before = out.length
    out.put(cell.open)
    out.put(PLACE, 0, placed)
    if (!cell.write(out, this.#rows, from, to, this.#fields.isPlain(row, column))) out.cut(before)
  }
}
