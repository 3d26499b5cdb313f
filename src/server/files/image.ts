import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { refuse } from '../../shared/refusals.ts'
import { limitConcurrency } from '../concurrency-limit.ts'

const MOST_PIXELS = 40_000_000
const LONGEST_SIDE = 3200
const MOST_FRAMES = 200
const THUMBNAIL_SIDE = 320
const SECONDS = 20

sharp.cache(false)
// One image a thread: uploads must not take the cores from the requests.
sharp.concurrency(1)

export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp'
export interface RemadeImage {
  type: string
  content: Uint8Array
  width: number
  height: number
  thumbnail: Uint8Array
}

/** Draws the picture anew: upright, without metadata or anything that hid behind it; whatever is no clean picture is refused. */
export function remakeImage(read: () => Promise<Buffer>, format: ImageFormat): Promise<RemadeImage> {
  return inTurn(async () => redraw(await read(), format))
}

/** A picture of forty megapixels takes a good hundred megabytes while it is drawn. */
const inTurn = limitConcurrency(2)

async function redraw(bytes: Buffer, format: ImageFormat): Promise<RemadeImage> {
  if (holdsStowaway(bytes, format)) refuse('file not accepted')
  try {
    const options = await readingOf(bytes, format)
    const upright = sharp(bytes, options).timeout({ seconds: SECONDS }).autoOrient()
    const fitted = upright.resize({
      width: LONGEST_SIDE,
      height: LONGEST_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    const whole = await encode(fitted, format).toBuffer({ resolveWithObject: true })
    const thumbnail = await thumbnailOf(bytes)
    const height = whole.info.pageHeight ?? whole.info.height
    return { type: `image/${format}`, content: whole.data, width: whole.info.width, height, thumbnail }
  } catch {
    refuse('file not accepted')
  }
}

/** The small picture of a list. */
export async function thumbnailOf(bytes: Uint8Array): Promise<Uint8Array> {
  const reading = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 }).timeout({
    seconds: SECONDS,
  })
  const sides = { width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true } as const
  return reading.autoOrient().resize(sides).webp({ quality: 76, effort: 3 }).toBuffer()
}

// The header is read before any pixel is: a bomb of 50,000 x 50,000 is never unfolded.
async function readingOf(bytes: Buffer, format: ImageFormat): Promise<SharpOptions> {
  const still: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error' }
  const found: Metadata = await sharp(bytes, still).metadata()
  const pixels = found.width * found.height
  if (found.format !== format || pixels === 0 || pixels > MOST_PIXELS) throw new Error('not the picture it says')
  const frames = found.pages ?? 1
  const isMoving = frames > 1 && frames <= MOST_FRAMES && pixels * frames <= MOST_PIXELS
  return isMoving ? { ...still, animated: true } : still
}

function encode(image: Sharp, format: ImageFormat): Sharp {
  if (format === 'jpeg') return image.jpeg({ quality: 84 })
  if (format === 'png') return image.png({ compressionLevel: 7 })
  if (format === 'webp') return image.webp({ quality: 84, effort: 3 })
  return image.gif({ effort: 4 })
}

/** Whether it also reads as something a browser or a machine would run. */
function holdsStowaway(bytes: Buffer, format: ImageFormat): boolean {
  if (format === 'gif' && (bytes.toString('latin1', 6, 8) === '/*' || !endsAsGif(bytes))) return true
  if (format === 'jpeg' && bytes.toString('latin1', 4, 6) === '/*') return true
  return holdsArchive(bytes) || MARKS.test(bytes.toString('latin1'))
}

const MARKS = /<script|<\?php|<html|<!doctype|<iframe|<svg\s+xmlns|%PDF-1|javascript:/i

const ARCHIVE = Buffer.from('PK\u0003\u0004')

// Four bytes come about by chance in ten megabytes; with a version and a method that exist they do not.
function holdsArchive(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(ARCHIVE); at >= 0; at = bytes.indexOf(ARCHIVE, at + 4)) {
    if (at + 10 > bytes.length) return false
    const [version, method] = [bytes.readUInt16LE(at + 4), bytes.readUInt16LE(at + 8)]
    if (version <= 63 && (method === 0 || method === 8)) return true
  }
  return false
}

// Scripts ride in GIFs behind the picture's last byte; a few zeros there are harmless padding.
function endsAsGif(bytes: Buffer): boolean {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0 && bytes.length - end < 64) end -= 1
  return bytes[end - 1] === 0x3b
}
