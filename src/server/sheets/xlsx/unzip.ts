import { once } from 'node:events'
import { createInflateRaw } from 'node:zlib'
import { Unreadable } from '../import/unreadable.ts'

/** One file in a zip, as its directory tells it; what is inflated is held to it. */
export interface Packed {
  name: string
  method: number
  packed: number
  bytes: number
  offset: number
}

const ENTRIES_MOST = 1000
/** Of all entries together: the sheet of 200,000 rows of 30 columns is 300 MB. */
const INFLATED_MOST = 400_000_000
/** Honest sheets of equal rows pack up to 100:1, small parts even better; deflate itself ends at 1032:1. */
const RATIO_MOST = 200
const RATIO_FROM = 1_000_000

/** Reads the directory at the end of a zip, and refuses one that would swell beyond all measure before a byte of it is inflated. */
export function directoryOf(file: Buffer): Map<string, Packed> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > file.length) throw new Unreadable('damaged')
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (count > ENTRIES_MOST) throw new Unreadable('too large')
  const found = new Map<string, Packed>()
  let inflated = 0
  for (let n = 0; n < count; n += 1) {
    if (at + 46 > end || file.readUInt32LE(at) !== 0x02_01_4b_50) throw new Unreadable('damaged')
    const entry = entryAt(file, at)
    inflated += entry.bytes
    const isBomb = entry.bytes > RATIO_FROM && entry.bytes > entry.packed * RATIO_MOST
    if (isBomb || inflated > INFLATED_MOST) throw new Unreadable('too large')
    if ((file.readUInt16LE(at + 8) & 1) !== 0) throw new Unreadable('locked')
    if (found.has(entry.name)) throw new Unreadable('damaged')
    found.set(entry.name, entry)
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return found
}

const entryAt = (file: Buffer, at: number): Packed => ({
  method: file.readUInt16LE(at + 10),
  packed: file.readUInt32LE(at + 20),
  bytes: file.readUInt32LE(at + 24),
  offset: file.readUInt32LE(at + 42),
  name: file.toString('utf8', at + 46, at + 46 + file.readUInt16LE(at + 28)),
})

const STORED = 0
const DEFLATED = 8

/** The content of an entry in pieces; it breaks off where it grows beyond what the directory said. */
export async function* inflated(file: Buffer, { method, packed, bytes, offset }: Packed): AsyncGenerator<Uint8Array> {
  if (offset + 30 > file.length || file.readUInt32LE(offset) !== 0x04_03_4b_50) throw new Unreadable('damaged')
  const from = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
  const content = file.subarray(from, from + packed)
  if (content.length < packed) throw new Unreadable('damaged')
  if (method === STORED) {
    yield content
    return
  }
  if (method !== DEFLATED) throw new Unreadable('damaged')
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 })
  const feed = async () => {
    for (let at = 0; at < content.length; at += 64 * 1024)
      if (!inflate.write(content.subarray(at, at + 64 * 1024))) await once(inflate, 'drain')
    inflate.end()
  }
  feed().catch(() => inflate.destroy(new Unreadable('damaged')))
  let length = 0
  try {
    for await (const chunk of inflate as AsyncIterable<Uint8Array>) {
      length += chunk.length
      if (length > bytes) throw new Unreadable('damaged')
      yield chunk
    }
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('damaged')
  } finally {
    inflate.destroy()
  }
}
