import type { FileStore } from './store.ts'

const MOST_BOXES = 64
/** The heading of a film's table of contents stands at its very beginning. */
const LOOKED_INTO = 4096

/** How many seconds an MP4 plays, read from its headings alone; null where it does not say. */
export async function secondsOf(files: FileStore, path: string): Promise<number | null> {
  const size = await files.size(path)
  for (let at = 0, n = 0; size !== null && at + 8 < size && n < MOST_BOXES; n += 1) {
    const head = await bytesAt(files, path, at, 16)
    if (!head || head.length < 8) return null
    const [short, name] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    if (name === 'moov') return secondsIn(await bytesAt(files, path, at, LOOKED_INTO))
    const length = short === 1 && head.length >= 16 ? Number(head.readBigUInt64BE(8)) : short
    if (length < 8) return null
    at += length
  }
  return null
}

/** The movie header box: version, dates, units a second, units (ISO/IEC 14496-12, 8.2.2). */
function secondsIn(contents: Buffer | null): number | null {
  const at = contents?.indexOf('mvhd', 0, 'latin1') ?? -1
  if (!contents || at < 0 || at + 36 > contents.length) return null
  const isLong = contents[at + 4] === 1
  const perSecond = contents.readUInt32BE(at + (isLong ? 24 : 16))
  const units = isLong ? Number(contents.readBigUInt64BE(at + 28)) : contents.readUInt32BE(at + 20)
  return perSecond > 0 ? units / perSecond : null
}

async function bytesAt(files: FileStore, path: string, start: number, length: number): Promise<Buffer | null> {
  const part = await files.get(path, { start, end: start + length - 1 })
  if (!part) return null
  const chunks: Buffer[] = []
  for await (const chunk of part) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
