import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse } from '../../shared/refusals.ts'
import { codeOf } from '../db/db.ts'
import { limitBandwidth } from './bandwidth-limit.ts'
import type { Call, FileBounds } from './route.ts'

const MEGABYTE = 2 ** 20
const FIELDS_MOST = 5
/** What names and lines between the files take. */
const FRAME_BYTES = 64 * 1024

/** A file on its way in; its bytes can be read once. */
export interface Incoming {
  filename: string
  bytes: AsyncIterable<Uint8Array>
}

/** Lets forms with files in, on the routes of this scope. */
export async function takeForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false })
}

/**
 * The one way in for files: reads those in the field `file` of a form one by one, within the bounds of the route.
 * @param take keeps one file, read to its end or refused
 * @param drop lets go of what `take` answered; called for all of them when the call is refused or its sender leaves
 * @throws Refusal: too many, too large, or not to be read; the rest of the body is left to `boundBodies`
 */
export async function receiveFiles<T>(
  { request }: Pick<Call, 'request'>,
  bounds: FileBounds,
  take: (file: Incoming) => Promise<T>,
  drop: (taken: T) => Promise<unknown>,
): Promise<T[]> {
  if (!request.isMultipart()) refuse('unsupported type')
  if (Number(request.headers['content-length'] ?? 0) > bounds.total + FRAME_BYTES) refuseLarge(bounds.total)
  const taken: T[] = []
  try {
    for await (const file of filesOf(request, bounds)) taken.push(await take(file))
    if (taken.length === 0) refuse('malformed')
    return taken
  } catch (error) {
    await Promise.allSettled(taken.map(drop))
    throw error
  }
}

async function* filesOf(request: FastifyRequest, bounds: FileBounds): AsyncGenerator<Incoming> {
  const limits = { files: bounds.files, fields: FIELDS_MOST, fieldSize: 1024, fileSize: bounds.total }
  const parts = request.files({ limits })
  const left = { bytes: bounds.total }
  for (;;) {
    const { value: part, done } = await parts.next().catch((error: unknown) => refuseForm(error, bounds))
    if (done) return
    if (part.fieldname !== 'file') refuse('malformed')
    // Bytes without a name are a file too, whatever the library's types say.
    yield { filename: (part.filename as string | undefined) ?? '', bytes: bytesOf(part, bounds, left) }
  }
}

async function* bytesOf(
  { file }: MultipartFile,
  bounds: FileBounds,
  left: { bytes: number },
): AsyncGenerator<Uint8Array> {
  const chunks = file.iterator({ destroyOnReturn: false })
  let length = 0
  for (;;) {
    const { value: chunk, done } = await chunks.next().catch((error: unknown) => refuseForm(error, bounds))
    if (done) break
    length += chunk.length
    left.bytes -= chunk.length
    if (length > bounds.each) refuseLarge(bounds.each)
    if (left.bytes < 0) refuseLarge(bounds.total)
    yield chunk
    await limitBandwidth(chunk.length)
  }
  if (file.truncated) refuseLarge(bounds.total)
}

/** Whatever the parser says about a form is about the form. */
function refuseForm(error: unknown, { files }: FileBounds): never {
  if (error instanceof Refusal) throw error
  if (codeOf(error) === 'FST_FILES_LIMIT') refuse('too many files', { params: { most: files } })
  refuse('malformed')
}

const refuseLarge = (bytes: number): never => refuse('too large', { params: { max: `${bytes / MEGABYTE} MB` } })
