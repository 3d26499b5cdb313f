import pg from 'pg'
import { type Field, shownAs } from '../../shared/fields.ts'
import type { ExportOrder } from './export-order.ts'

const BATCH = 1000
/** Names kept of records that refs point at. */
const NAMES_MOST = 200_000

type Raw = string | null

/** The rows of an export as the interpreters of cells take them, from a cursor of one snapshot. */
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

  async *batches(): AsyncGenerator<unknown[][]> {
    const readers = this.#order.columns.map(({ field }) => READERS[shownAs(field)] ?? plain)
    let next = this.#fetch()
    for (;;) {
      const rows = await next
      if (rows.length === 0) return
      // The database gathers the next rows while these are written.
      next = this.#fetch()
      next.catch(() => {})
      await this.#learnNames(rows)
      yield rows.map((row) => row.map((value, at) => this.#valueOf(value, at, readers[at] ?? plain)))
    }
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  async #fetch(): Promise<Raw[][]> {
    const found = await this.#client.query<Raw[]>({ text: `fetch ${BATCH} from wanted`, rowMode: 'array' })
    return found.rows
  }

  #valueOf(value: Raw, at: number, read: (value: string) => unknown): unknown {
    if (value === null) return null
    const field = this.#order.columns[at]?.field
    if (!field?.to) return field?.private ? value : read(value)
    const names = this.#names.get(field.to)
    return field.kind === 'ref'
      ? { name: names?.get(value) ?? '' }
      : idsIn(value).map((id) => ({ name: names?.get(id) ?? '' }))
  }

  /** Looks up the names of what these rows point at, each once. */
  async #learnNames(rows: readonly Raw[][]): Promise<void> {
    for (const [to, columns] of refsOf(this.#order)) {
      const known = this.#names.get(to) ?? new Map<string, string>()
      if (known.size > NAMES_MOST) known.clear()
      this.#names.set(to, known)
      const missing = new Set<string>()
      for (const row of rows)
        for (const { at, field } of columns)
          for (const id of field.kind === 'ref' ? [row[at] ?? null] : idsIn(row[at] ?? null))
            if (id !== null && !known.has(id)) missing.add(id)
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

const idsIn = (value: Raw): string[] => (value === null || value === '[]' ? [] : value.slice(1, -1).split(','))

const plain = (value: string): unknown => value
const flag = (value: string): unknown => value === 't'

/** The text that PostgreSQL sends, as the value a record shows. */
const READERS: Partial<Record<ReturnType<typeof shownAs>, (value: string) => unknown>> = {
  money: Number,
  count: Number,
  decimal: Number,
  percentage: Number,
  moment: (value) => new Date(Number(value)),
  flag,
  signature: flag,
  choices: JSON.parse,
  address: JSON.parse,
  files: JSON.parse,
  lines: JSON.parse,
}
