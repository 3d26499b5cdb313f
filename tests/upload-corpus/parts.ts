import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Pieces that the corpus is made of; nothing is read from outside. */

const SCENE = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#e8eef5"/>
  <rect x="60" y="90" width="520" height="300" rx="18" fill="#0b6e99"/><circle cx="320" cy="240" r="90" fill="#ffd166"/></svg>`

export const scene = () => sharp(Buffer.from(SCENE))
export const jpeg = () => scene().jpeg().toBuffer()
export const png = () => scene().png().toBuffer()
export const webp = () => scene().webp().toBuffer()
export const gif = () => scene().resize(160).gif().toBuffer()

export async function movingGif(frames: number): Promise<Buffer> {
  const pictures = Array.from({ length: frames }, (_, at) => ({
    create: { width: 60, height: 40, channels: 3 as const, background: { r: (at * 40) % 256, g: 90, b: 160 } },
  }))
  return sharp(await Promise.all(pictures.map((picture) => sharp(picture).png().toBuffer())), {
    join: { animated: true },
  })
    .gif()
    .toBuffer()
}

/** A portrait as telephones make it: stored lying, with its place, its owner and how to turn it in the metadata. */
export const jpegWithPlace = () =>
  scene()
    .jpeg()
    .withExif({
      IFD0: { Make: 'Phone', Model: 'Private', Artist: 'Nguyen Van A' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '21/1 1/1 42/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '105/1 51/1 15/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>location</secret></x:xmpmeta>')
    .toBuffer()

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(body.length + 12)
  framed.writeUInt32BE(body.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), body.length + 8)
  return framed
}

/** A few kilobytes that would unfold to `width` x `height` pixels. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(Math.ceil(width / 8 + 1) * height, 2 ** 22)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function box(type: string, ...inner: Buffer[]): Buffer {
  const body = Buffer.concat(inner)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(body.length + 8, 0)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

const handler = (kind: string) => box('hdlr', Buffer.alloc(8), Buffer.from(kind, 'latin1'), Buffer.alloc(13))
export const track = (kind: string) =>
  box('trak', box('tkhd', Buffer.alloc(84)), box('mdia', box('mdhd', Buffer.alloc(24)), handler(kind)))
export const brand = (name: string) =>
  box(
    'ftyp',
    Buffer.concat([Buffer.from(name, 'latin1'), Buffer.from([0, 0, 2, 0]), Buffer.from('isomiso2mp41', 'latin1')]),
  )
export const contents = (...tracks: Buffer[]) => box('moov', box('mvhd', Buffer.alloc(100)), ...tracks)
export const media = (bytes = 4096) => box('mdat', Buffer.alloc(bytes, 7))
export const mp4 = (...kinds: string[]) => Buffer.concat([brand('isom'), contents(...kinds.map(track)), media()])

/** A program stream: packs, each with one packet of film. */
export function mpeg(packs: number): Buffer {
  const pack = Buffer.from([0, 0, 1, 0xba, 0x44, 0, 4, 0, 4, 1, 0, 0, 3, 0xf8])
  const packet = Buffer.concat([Buffer.from([0, 0, 1, 0xe0, 0x01, 0x00]), Buffer.alloc(256, 0x55)])
  return Buffer.concat([
    ...Array.from({ length: packs }, () => Buffer.concat([pack, packet])),
    Buffer.from([0, 0, 1, 0xb9]),
  ])
}

/** An elementary stream with a sequence and a picture. */
export const mpegPictures = () =>
  Buffer.concat([
    Buffer.from([0, 0, 1, 0xb3, 0x16, 0x01, 0x20, 0x13, 0xff, 0xff, 0xe0, 0x18]),
    Buffer.from([0, 0, 1, 0xb8, 0, 8, 0, 0, 0, 0, 1, 0, 0, 0x0f, 0xff, 0xf8]),
    Buffer.alloc(2000, 0x33),
  ])

/** MPEG-1 layer II sound of 192 kbit/s at 48 kHz. */
export const mpegSound = (frames: number) =>
  Buffer.concat(
    Array.from({ length: frames }, () => Buffer.concat([Buffer.from([0xff, 0xfd, 0xa4, 0x04]), Buffer.alloc(572, 1)])),
  )
