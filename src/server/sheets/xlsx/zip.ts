import { crc32, createDeflateRaw } from 'node:zlib'

export type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>
export interface ZipEntry {
  name: string
  content: Chunks
}

/** Sizes stand in 32 bits: whoever fills an entry begins the next one before this, and nobody writes a whole longer than it. */
export const ENTRY_BYTES_MOST = 3_500_000_000
const WHOLE_BYTES_MOST = 0xff_ff_ff_ff

/**
 * A zip file as it comes to be, in memory of one chunk: an entry's sizes follow its content (a data descriptor), the directory
 * stands at the end. Whoever is cut off in between holds no zip file.
 * @param level of deflate: 1 is quick, 6 is small
 */
export async function* zipped(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  level = 6,
): AsyncGenerator<Uint8Array> {
  const directory: Uint8Array[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const measured: Measured = { crc: 0, bytes: 0, packed: 0 }
    const local = localHeader(name)
    yield local
    for await (const part of deflated(content, level, measured)) {
      measured.packed += part.length
      yield part
    }
    const descriptor = descriptorOf(measured)
    yield descriptor
    directory.push(centralHeader(name, measured, offset))
    offset += local.length + measured.packed + descriptor.length
    if (offset > WHOLE_BYTES_MOST || measured.bytes > WHOLE_BYTES_MOST)
      throw new Error('The file grew beyond a zip file')
  }
  yield* directory
  yield endOf(
    directory.length,
    directory.reduce((sum, one) => sum + one.length, 0),
    offset,
  )
}

interface Measured {
  crc: number
  bytes: number
  packed: number
}

async function* deflated(content: Chunks, level: number, measured: Measured): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw({ level, chunkSize: 64 * 1024 })
  const feed = async () => {
    // While one piece is packed the next is made; no more than two are held.
    let before: Promise<void> | undefined
    for await (const chunk of content) {
      measured.crc = crc32(chunk, measured.crc)
      measured.bytes += chunk.length
      const packed = new Promise<void>((done) => deflate.write(chunk, () => done()))
      await before
      if (deflate.destroyed) return // nobody reads on
      before = packed
    }
    deflate.end()
  }
  feed().catch((error: unknown) => deflate.destroy(error instanceof Error ? error : new Error(String(error))))
  yield* deflate as AsyncIterable<Uint8Array> // without an encoding its parts are bytes
}

/** Names are UTF-8, and sizes follow the content. */
const FLAGS = 0x08_08
const DEFLATED = 8
/** The first day a zip file can name: the same rows make the same file. */
const DAY = 0x00_21
const VERSION = 20

function localHeader(name: string): Uint8Array {
  const text = Buffer.from(name)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04_03_4b_50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(FLAGS, 6)
  header.writeUInt16LE(DEFLATED, 8)
  header.writeUInt16LE(DAY, 12)
  header.writeUInt16LE(text.length, 26)
  return Buffer.concat([header, text])
}

function descriptorOf({ crc, bytes, packed }: Measured): Uint8Array {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08_07_4b_50, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(packed, 8)
  descriptor.writeUInt32LE(bytes, 12)
  return descriptor
}

function centralHeader(name: string, { crc, bytes, packed }: Measured, offset: number): Uint8Array {
  const text = Buffer.from(name)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02_01_4b_50, 0)
  header.writeUInt16LE(VERSION, 4)
  header.writeUInt16LE(VERSION, 6)
  header.writeUInt16LE(FLAGS, 8)
  header.writeUInt16LE(DEFLATED, 10)
  header.writeUInt16LE(DAY, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(bytes, 24)
  header.writeUInt16LE(text.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, text])
}

function endOf(entries: number, directoryBytes: number, offset: number): Uint8Array {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
