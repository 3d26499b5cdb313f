import { fileTypeFromBuffer } from 'file-type'
import { refuse } from '../../shared/refusals.ts'
import { remakeImage } from './image.ts'
import { checkName } from './names.ts'
import type { Content, FileStore } from './store.ts'
import { checkVideo } from './video.ts'

const MEGABYTE = 2 ** 20
export interface UploadLimits {
  maxImage: number
  maxVideo: number
}
export const UPLOAD_LIMITS: UploadLimits = { maxImage: 10 * MEGABYTE, maxVideo: 100 * MEGABYTE }

/** A file that may be stored. The content of a video is checked while it is read, to its last byte. */
export interface Accepted {
  name: string
  type: string
  content: Content
  width: number | null
  height: number | null
  thumbnail: Uint8Array | null
}

/**
 * Takes a picture or a video from someone we do not trust, or refuses it; type by content and by name, and both must agree.
 * A picture waits in the store, not in memory, until all of it has come.
 */
export async function acceptUpload(
  bytes: AsyncIterable<Uint8Array>,
  given: string,
  limits: UploadLimits,
  store: Pick<FileStore, 'setAside'>,
): Promise<Accepted> {
  const { name, extension } = checkName(given)
  const source = await peek(bytes)
  const format = await formatOf(source.head)
  if (!format || !EXTENSIONS[format].includes(extension)) refuse('file not accepted')
  if (format === 'mp4' || format === 'mpeg') {
    const { type, content } = checkVideo(format, source.head, capped(source.all, limits.maxVideo))
    return { name, type, content, width: null, height: null, thumbnail: null }
  }
  const aside = await store.setAside(capped(source.all, limits.maxImage))
  try {
    return { name, ...(await remakeImage(aside.read, format)) }
  } finally {
    await aside.remove()
  }
}

export const EXTENSIONS = {
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  gif: ['gif'],
  webp: ['webp'],
  mp4: ['mp4'],
  mpeg: ['mpg', 'mp2', 'mpeg', 'mpe', 'mpv'],
}
export type Format = keyof typeof EXTENSIONS

const FORMATS: Record<string, Format> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mp4', // a telephone's film renamed to .mp4; checkVideo looks at its brand
  'video/x-m4v': 'mp4',
  'video/3gpp': 'mp4',
  'video/MP1S': 'mpeg',
  'video/MP2P': 'mpeg',
  'video/mpeg': 'mpeg',
  'audio/mpeg': 'mpeg',
}

const HEAD = 64 * 1024

async function formatOf(head: Uint8Array): Promise<Format | undefined> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  return found && FORMATS[found.mime]
}

/** The first bytes, and the whole from its beginning. */
async function peek(bytes: AsyncIterable<Uint8Array>) {
  const chunks = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let length = 0
  while (length < HEAD) {
    const next = await chunks.next()
    if (next.done) break
    first.push(next.value)
    length += next.value.length
  }
  if (length === 0) refuse('file not accepted')
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* first
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value
  }
  return { head: Buffer.concat(first), all: all() }
}

async function* capped(chunks: AsyncIterable<Uint8Array>, most: number) {
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > most) refuse('too large', { params: { max: `${Math.floor(most / MEGABYTE)} MB` } })
    yield chunk
  }
}
