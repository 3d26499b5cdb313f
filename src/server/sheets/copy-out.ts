import type pg from 'pg'

/** Bytes that wait to be taken; beyond, the database does. */
const WAITING_MOST = 256 * 1024

/** The rows of a select in COPY's text format, as many at a time as have come; their bytes are gone when the next are asked for. */
export async function* copyOut(client: pg.Client, select: string): AsyncGenerator<Buffer> {
  const copy = client.query(new CopyOut(`copy (${select}) to stdout`))
  for (;;) {
    const rows = await copy.next()
    if (rows.length === 0) return
    yield rows
  }
}

/** What pg tells a statement of its own kind. It reads into the same bytes again and again, so they are copied at once. */
class CopyOut implements pg.Submittable {
  readonly #statement: string
  #connection: pg.Connection | undefined
  #filled = Buffer.allocUnsafeSlow(2 * WAITING_MOST)
  #taken = Buffer.allocUnsafeSlow(2 * WAITING_MOST)
  #length = 0
  #isOver = false
  #error: Error | undefined
  #wake = () => {}

  constructor(statement: string) {
    this.#statement = statement
  }

  /** Whole rows; none at the end. */
  async next(): Promise<Buffer> {
    while (this.#length === 0 && !this.#isOver)
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    if (this.#error) throw this.#error
    const length = this.#length
    ;[this.#filled, this.#taken] = [this.#taken, this.#filled]
    this.#length = 0
    if (length > WAITING_MOST) this.#connection?.stream.resume()
    return this.#taken.subarray(0, length)
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#length + chunk.length > this.#filled.length) this.#grow(chunk.length)
    this.#filled.set(chunk, this.#length)
    this.#length += chunk.length
    if (this.#length > WAITING_MOST) this.#connection?.stream.pause()
    this.#wake()
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#isOver = true
    this.#wake()
  }

  handleError(error: Error): void {
    this.#error = error
    this.#isOver = true
    this.#wake()
  }

  #grow(more: number): void {
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + more))
    larger.set(this.#filled.subarray(0, this.#length))
    this.#filled = larger
  }
}
