import { open } from 'node:fs/promises'

/** A place in the write-ahead log, from PostgreSQL's way of writing it. */
export function lsnOf(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export interface Span {
  timeline: number
  start: bigint
  /** The first byte that is not needed any more. */
  stop: bigint
  segmentBytes: number
  systemIdentifier: bigint
}

export interface Segment {
  name: string
  /** Where it begins. */
  start: bigint
}

/** The segments of the write-ahead log that hold a span (XLogFileName in PostgreSQL's xlog_internal.h). */
export function segmentsOf({ timeline, start, stop, segmentBytes }: Span): Segment[] {
  const size = BigInt(segmentBytes)
  const segments: Segment[] = []
  for (let number = start / size; number * size < stop; number++) {
    const perFile = 2n ** 32n / size
    const name = [BigInt(timeline), number / perFile, number % perFile]
      .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
      .join('')
    segments.push({ name, start: number * size })
  }
  return segments
}

const HEADER = 40

/**
 * Whether a segment is really this part of this cluster's log up to the span's end: every page says where it belongs
 * (XLogPageHeaderData, xlog_internal.h), so a recycled, cut or foreign file shows.
 */
export async function isSegmentWhole(path: string, segment: Segment, span: Span): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    if ((await file.stat()).size !== span.segmentBytes) return false
    const header = Buffer.alloc(HEADER)
    await file.read(header, 0, HEADER, 0)
    const pageBytes = header.readUInt32LE(36)
    if (header.readBigUInt64LE(24) !== span.systemIdentifier || header.readUInt32LE(32) !== span.segmentBytes)
      return false
    if (pageBytes < 1024 || pageBytes > 65_536) return false
    // A segment that was ended before it was full holds zeros from there on.
    let isEnded = false
    for (let at = 0; at < span.segmentBytes && segment.start + BigInt(at) < span.stop; at += pageBytes) {
      await file.read(header, 0, 16, at)
      const place = header.readBigUInt64LE(8)
      isEnded ||= place === 0n && segment.start > 0n
      if (place !== (isEnded ? 0n : segment.start + BigInt(at))) return false
    }
    return true
  } finally {
    await file.close()
  }
}
