import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { HEAD } from './copied-text.ts'

/** Bytes that wait to be taken; beyond, the database does. */
const WAITING_MOST = 256 * 1024

/** How long the rest of a message is stands behind its letter. */
const LENGTH_AT = 1
const ROW = 'd'.charCodeAt(0)

/**
 * The rows of a select in COPY's text format, as many at a time as have come, each behind the five bytes that head its message;
 * gone when the next are asked for.
 */
export async function* copyOut(client: pg.Client, select: string): AsyncGenerator<Buffer> {
  const copy = client.query(new CopyOut(`copy (${select}) to stdout`))
  for (;;) {
    const rows = await copy.next()
    if (rows.length === 0) return
    yield rows
  }
}

type Reader = (chunk: Buffer) => void

/**
 * What pg tells a statement of its own kind. Rows are taken from the connection before pg sees them, as it would make an object of
 * each, which is dearer than writing it; every other message is left to pg.
 */
class CopyOut implements pg.Submittable {
  readonly #statement: string
  #stream: Duplex | undefined
  /** Pg's own, while rows are not its to read. */
  #readers: Reader[] = []
  #filled = Buffer.allocUnsafeSlow(2 * WAITING_MOST)
  #taken = Buffer.allocUnsafeSlow(2 * WAITING_MOST)
  #length = 0
  /** So many of the bytes are whole rows; behind them is the beginning of a message. */
  #whole = 0
  #isOver = false
  #error: Error | undefined
  #wake = () => {}

  constructor(statement: string) {
    this.#statement = statement
  }

  /** Whole rows; none at the end. */
  async next(): Promise<Buffer> {
    while (this.#whole === 0 && !this.#isOver)
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    if (this.#error) throw this.#error
    const [whole, rest] = [this.#whole, this.#length - this.#whole]
    ;[this.#filled, this.#taken] = [this.#taken, this.#filled]
    this.#length = 0
    this.#whole = 0
    this.#append(this.#taken.subarray(whole, whole + rest))
    if (whole > WAITING_MOST) this.#stream?.resume()
    return this.#taken.subarray(0, whole)
  }

  submit(connection: pg.Connection): void {
    this.#stream = connection.stream
    this.#readers = this.#stream.listeners('data') as Reader[] // a stream without an encoding
    this.#stream.removeAllListeners('data').on('data', this.#read)
    connection.query(this.#statement)
  }

  readonly #read = (chunk: Buffer): void => {
    this.#append(chunk)
    while (this.#length - this.#whole >= HEAD) {
      const to = this.#whole + LENGTH_AT + this.#filled.readUInt32BE(this.#whole + LENGTH_AT)
      if (to > this.#length) break
      if (this.#filled[this.#whole] === ROW) this.#whole = to
      else this.#leave(to)
    }
    if (this.#whole > WAITING_MOST) this.#stream?.pause()
    this.#wake()
  }

  /** Takes out what stands between the whole rows and there, and lets pg read it. */
  #leave(to: number): void {
    const message = Buffer.from(this.#filled.subarray(this.#whole, to))
    this.#filled.copyWithin(this.#whole, to, this.#length)
    this.#length -= message.length
    for (const reader of this.#readers) reader(message)
  }

  #append(chunk: Buffer): void {
    const length = this.#length + chunk.length
    if (length > this.#filled.length) {
      const larger = Buffer.allocUnsafeSlow(2 * length)
      larger.set(this.#filled.subarray(0, this.#length))
      this.#filled = larger
    }
    this.#filled.set(chunk, this.#length)
    this.#length = length
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#stream?.off('data', this.#read)
    for (const reader of this.#readers) this.#stream?.on('data', reader)
    this.#isOver = true
    this.#wake()
  }

  handleError(error: Error): void {
    this.#error = error
    this.#isOver = true
    this.#wake()
  }
}
