import type pg from 'pg'
import type { Named } from '../../../shared/fields.ts'

/** Names kept of records that refs point at. */
const NAMES_MOST = 200_000

/** The records of one module that rows point at: the name of each is looked up once, and its cell written once. */
export class Names {
  readonly #names = new Map<number, string>()
  readonly #cells = new Map<number, Uint8Array>()

  of(id: number): string {
    return this.#names.get(id) ?? ''
  }

  /** The cell of a record's name. */
  cell(id: number, written: (value: Pick<Named, 'name'>) => string): Uint8Array {
    let cell = this.#cells.get(id)
    if (!cell) {
      cell = Buffer.from(written({ name: this.of(id) }))
      this.#cells.set(id, cell)
    }
    return cell
  }

  /** Before the names of further rows come: room for them. */
  makeRoom(): void {
    if (this.#names.size <= NAMES_MOST) return
    this.#names.clear()
    this.#cells.clear()
  }

  isKnown(id: number): boolean {
    return this.#names.has(id)
  }

  /**
   * Those that are not there, too, so that they are not asked for again.
   * @param all the select of all records `x`
   */
  async learn(client: pg.Client, all: string, ids: number[]): Promise<void> {
    const found = await client.query<[string, string]>({
      text: `${all} where x.id = any($1::bigint[])`,
      values: [ids],
      rowMode: 'array',
    })
    for (const id of ids) this.#names.set(id, '')
    for (const [id, name] of found.rows) this.#names.set(Number(id), name)
  }
}
