/** Pieces are handed on when they reach this. */
export const PIECE = 256 * 1024
const ROOM = PIECE + 16 * 1024
/** One that is written and two that may be packed: `zipped` holds no more, and new ones for each would be most of what is to be cleared away. */
const PIECES = 3
/** Beyond it the call costs less than the loop. */
const SHORT = 48

/** XML as bytes, which a million rows are quicker written in than as text. */
export class XmlBytes {
  /** The oldest first. */
  readonly #used: Buffer<ArrayBuffer>[] = []
  #bytes: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(ROOM)
  #at = 0

  get length(): number {
    return this.#at
  }

  /** Takes back all that was written after there were so many bytes. */
  cut(length: number): void {
    this.#at = length
  }

  put(part: Uint8Array, from = 0, to = part.length): void {
    this.#need(to - from)
    const bytes = this.#bytes
    let at = this.#at
    if (to - from > SHORT) bytes.set(part.subarray(from, to), at)
    else for (let n = from; n < to; n += 1) bytes[at++] = part[n] ?? 0
    this.#at += to - from
  }

  text(text: string): void {
    this.#need(text.length * 3)
    this.#at += this.#bytes.write(text, this.#at)
  }

  toString(): string {
    return this.#bytes.toString('utf8', 0, this.#at)
  }

  /** What was written since it was last taken; its bytes are written over when the third after it is begun. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#at)
    this.#used.push(this.#bytes)
    this.#bytes = (this.#used.length === PIECES && this.#used.shift()) || Buffer.allocUnsafeSlow(ROOM)
    this.#at = 0
    return taken
  }

  #need(more: number): void {
    if (this.#at + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(2 * (this.#at + more))
    larger.set(this.#bytes.subarray(0, this.#at))
    this.#bytes = larger
  }
}
