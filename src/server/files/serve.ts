import type { FastifyReply } from 'fastify'
import type { StoredFile } from '../../shared/fields.ts'
import { refuse } from '../../shared/refusals.ts'
import { type Located, otherPlaceOf, pathOf, thumbnailPathOf } from './paths.ts'
import type { ByteRange, FileStore } from './store.ts'

export interface SendOptions {
  thumbnail?: boolean
  download?: boolean
  /** The request's Range header. */
  range?: string | undefined
}

/** Sends a stored file, or the part of it that was asked for, so that it can only ever be looked at. */
export async function sendFile(
  reply: FastifyReply,
  store: FileStore,
  file: StoredFile & Located,
  options: SendOptions = {},
): Promise<FastifyReply> {
  const isThumbnail = options.thumbnail === true
  if (isThumbnail && !file.has_thumbnail) refuse('not found')
  const found = await find(store, file, isThumbnail ? thumbnailPathOf : pathOf)
  if (!found) refuse('not found')
  const type = isThumbnail ? 'image/webp' : file.type
  reply
    .header('content-type', type)
    .header('content-disposition', disposition(file, type, options.download === true))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-store')
    .header('accept-ranges', 'bytes')
  return sendBytes(reply, store, found, readRange(options.range, found.size))
}

async function sendBytes(
  reply: FastifyReply,
  store: FileStore,
  { path, size }: { path: string; size: number },
  range: ByteRange | 'whole' | 'outside',
) {
  if (range === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send()
  const content = await store.get(path, range === 'whole' ? undefined : range)
  if (!content) refuse('not found')
  if (range === 'whole') return reply.header('content-length', size).send(content)
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    .header('content-length', range.end - range.start + 1)
    .send(content)
}

async function find(store: FileStore, file: Located, pathIn: (file: Located) => string) {
  for (const place of [file, otherPlaceOf(file)]) {
    const path = pathIn(place)
    const size = await store.size(path)
    if (size !== null) return { path, size }
  }
  return null
}

/** One range only; several, or what is no range, get the whole file, as the standard allows. */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return 'whole'
  const [first, last] = [found[1] ?? '', found[2] ?? '']
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return 'whole'
  return start < size && start <= end ? { start, end } : 'outside'
}

const SHOWN = /^(image\/(png|jpeg|gif|webp)|video\/(mp4|mpeg)|audio\/mpeg)$/

function disposition(file: StoredFile, type: string, isDownload: boolean): string {
  const how = isDownload || !SHOWN.test(type) ? 'attachment' : 'inline'
  const name = encodeURIComponent(file.name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename*=UTF-8''${name}`
}
