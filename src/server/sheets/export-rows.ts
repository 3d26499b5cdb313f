import pg from 'pg'
import type { Field } from '../../shared/fields.ts'
import type { SheetContext } from '../../shared/sheet.ts'
import { cellWriter, idsIn } from './export-cells.ts'
import type { ExportOrder } from './export-order.ts'

const BATCH = 1000
/** Names kept of records that refs point at. */
const NAMES_MOST = 200_000

type Raw = string | null

/** The rows of an export, from a cursor of one snapshot. */
export class ExportRows {
  readonly #order: ExportOrder
  readonly #client: pg.Client
  readonly #names = new Map<string, Map<string, string>>()

  private constructor(order: ExportOrder, client: pg.Client) {
    this.#order = order
    this.#client = client
  }

  static async open(order: ExportOrder): Promise<ExportRows> {
    const client = new pg.Client({
      connectionString: order.url,
      application_name: 'export',
      connectionTimeoutMillis: 5000,
      types: { getTypeParser: () => (text: string) => text },
      options: `-c TimeZone=UTC -c statement_timeout=${order.statementTimeout} -c idle_in_transaction_session_timeout=60000 -c client_connection_check_interval=5000 -c cursor_tuple_fraction=1`,
    })
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    await client.query(`declare wanted no scroll cursor for ${order.sql}`, [...order.parameters])
    return new ExportRows(order, client)
  }

  /** Rows as finished cells without their places. */
  async *batches(context: SheetContext): AsyncGenerator<string[][]> {
    const writers = this.#order.columns.map(({ field }) =>
      cellWriter(field, context, (id) => this.#names.get(field.to ?? '')?.get(id) ?? ''),
    )
    let next = this.#fetch()
    for (;;) {
      const rows = await next
      if (rows.length === 0) return
      // The database gathers the next rows while these are written.
      next = this.#fetch()
      next.catch(() => {})
      await this.#learnNames(rows)
      yield rows.map((row) => row.map((raw, at) => (raw === null ? '' : (writers[at]?.(raw) ?? ''))))
    }
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  async #fetch(): Promise<Raw[][]> {
    const found = await this.#client.query<Raw[]>({ text: `fetch ${BATCH} from wanted`, rowMode: 'array' })
    return found.rows
  }

  /** Looks up the names of what these rows point at, each once. */
  async #learnNames(rows: readonly Raw[][]): Promise<void> {
    for (const [to, columns] of refsOf(this.#order)) {
      const known = this.#names.get(to) ?? new Map<string, string>()
      if (known.size > NAMES_MOST) known.clear()
      this.#names.set(to, known)
      const missing = new Set<string>()
      for (const row of rows)
        for (const { at, field } of columns) {
          const raw = row[at] ?? null
          if (raw === null) continue
          if (field.kind !== 'ref') for (const id of idsIn(raw)) known.has(id) || missing.add(id)
          else if (!known.has(raw)) missing.add(raw)
        }
      const target = this.#order.targets[to]
      if (missing.size === 0 || !target) continue
      const { table, title } = target
      const found = await this.#client.query<[string, string]>({
        text: `select id, ${pg.escapeIdentifier(title)} from ${pg.escapeIdentifier(table)} where id = any($1::bigint[])`,
        values: [[...missing]],
        rowMode: 'array',
      })
      for (const [id, name] of found.rows) known.set(id, name)
    }
  }
}

type RefColumns = Map<string, { at: number; field: Field }[]>

function refsOf({ columns }: ExportOrder): RefColumns {
  const found: RefColumns = new Map()
  for (const [at, { field }] of columns.entries())
    if (field.to) found.set(field.to, [...(found.get(field.to) ?? []), { at, field }])
  return found
}
