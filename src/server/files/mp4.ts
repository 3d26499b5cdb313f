import { refuse } from '../../shared/refusals.ts'

/** Passes an MP4 through while walking its boxes: brand first, one sane table of contents, picture tracks, media, nothing else. */
export async function* readBoxes(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const walk = new BoxWalk()
  for await (const chunk of bytes) {
    walk.take(chunk)
    yield chunk
  }
  walk.end()
}

const BRANDS = /^(isom|iso\d|mp4\d|avc1|M4V |M4VH|M4VP|MSNV|mmp4|qt {2}|3gp\w|dash|f4v )$/
const TOP = new Set([
  'ftyp',
  'moov',
  'mdat',
  'free',
  'skip',
  'wide',
  'uuid',
  'udta',
  'meta',
  'moof',
  'mfra',
  'sidx',
  'styp',
  'pdin',
  'emsg',
  'prft',
])
const TRACKS = new Set(['vide', 'soun', 'meta', 'mdta', 'tmcd', 'hint', 'auxv'])
const INSIDE = new Set(['moov', 'trak', 'mdia'])
const LARGEST_CONTENTS = 24 * 2 ** 20

/** Knows where in the file it is, and keeps only what it must look into. */
class BoxWalk {
  private kept: Uint8Array[] = []
  private missing = 8
  private skipping = 0
  private isHeader = true
  private box = ''
  private seen: string[] = []
  private endless = false

  take(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length) {
      if (this.endless) return
      const wanted = this.skipping > 0 ? this.skipping : this.missing
      const part = chunk.subarray(at, at + wanted)
      at += part.length
      if (this.skipping > 0) this.skipping -= part.length
      else this.keep(part)
    }
  }

  end(): void {
    const isWhole = this.endless || (this.skipping === 0 && this.isHeader && this.kept.length === 0)
    if (!isWhole || !this.seen.includes('moov') || !this.seen.includes('mdat')) refuse('file not accepted')
  }

  private keep(part: Uint8Array) {
    this.kept.push(part)
    this.missing -= part.length
    if (this.missing > 0) return
    const whole = Buffer.concat(this.kept)
    if (this.isHeader) this.open(whole)
    else {
      look(this.box, whole)
      this.next()
    }
  }

  private open(header: Buffer) {
    const [size, box] = [header.readUInt32BE(0), header.toString('latin1', 4, 8)]
    if (size === 1 && header.length === 8) {
      this.missing = 8
      return
    }
    const isFirst = this.seen.length === 0
    if (!TOP.has(box) || isFirst !== (box === 'ftyp')) refuse('file not accepted')
    if (box === 'moov' && this.seen.includes('moov')) refuse('file not accepted')
    this.seen.push(box)
    this.box = box
    if (size === 0 && box === 'mdat') this.endless = true
    else this.enter(header, size)
  }

  private enter(header: Buffer, size: number) {
    const body = (size === 1 ? Number(header.readBigUInt64BE(8)) : size) - header.length
    const isLookedInto = this.box === 'ftyp' || this.box === 'moov'
    if (body < 0 || (isLookedInto && (body > LARGEST_CONTENTS || body < 8))) refuse('file not accepted')
    this.next()
    if (!isLookedInto) this.skipping = body
    else {
      this.isHeader = false
      this.missing = body
    }
  }

  private next() {
    this.kept = []
    this.missing = 8
    this.isHeader = true
  }
}

function look(box: string, body: Buffer) {
  if (box === 'ftyp') {
    if (body.length > 512 || !BRANDS.test(body.toString('latin1', 0, 4))) refuse('file not accepted')
    return
  }
  const tracks = handlersIn(body, 0)
  if (!tracks.includes('vide') || tracks.some((track) => !TRACKS.has(track))) refuse('file not accepted')
}

/** The kinds of all tracks; boxes must fill each other exactly. */
function handlersIn(body: Buffer, depth: number): string[] {
  const found: string[] = []
  for (let at = 0; at < body.length; ) {
    // QuickTime closes some lists with four zero bytes.
    if (body.length - at === 4 && body.readUInt32BE(at) === 0) break
    if (body.length - at < 8 || depth > 4) refuse('file not accepted')
    const size = body.readUInt32BE(at)
    if (size < 8 || at + size > body.length) refuse('file not accepted')
    const box = body.toString('latin1', at + 4, at + 8)
    const inner = body.subarray(at + 8, at + size)
    if (INSIDE.has(box)) found.push(...handlersIn(inner, depth + 1))
    else if (box === 'hdlr' && depth === 2) found.push(inner.toString('latin1', 8, 12))
    at += size
  }
  return found
}
