import { refuse } from '../../shared/refusals.ts'
import { readBoxes } from './mp4.ts'
import { looksLikeMpeg } from './mpeg.ts'

/** A video whose bytes are checked as they pass; what turns out wrong ends the reading with a refusal. */
export function checkVideo(
  format: 'mp4' | 'mpeg',
  head: Buffer,
  bytes: AsyncIterable<Uint8Array>,
): { type: string; content: AsyncIterable<Uint8Array> } {
  if (format === 'mp4') return { type: 'video/mp4', content: readBoxes(bytes) }
  const type = looksLikeMpeg(head)
  if (!type) refuse('file not accepted')
  return { type, content: bytes }
}
