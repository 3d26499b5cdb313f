import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../../tests/setup/at-the-end.ts'
import { UNWANTED, type Upload, WANTED } from '../../../tests/upload-corpus/corpus.ts'
import * as make from '../../../tests/upload-corpus/parts.ts'
import { Refusal } from '../../shared/refusals.ts'
import { acceptUpload, UPLOAD_LIMITS } from './accept.ts'
import { localStore } from './store.ts'

const store = localStore(newFolder('accept'))

describe('the door for files', () => {
  test.each(WANTED)('accepts $what', async (upload) => {
    const { accepted, bytes } = await send(upload)
    expect(accepted.name).toBe(upload.name.normalize('NFC').replace(/\.([^.]+)$/, (ending) => ending.toLowerCase()))
    expect(bytes.length).toBeGreaterThan(0)
    expect(accepted.thumbnail === null).toBe(!accepted.type.startsWith('image/'))
  })

  test.each(UNWANTED)('refuses $what', async (upload) => {
    const found = await send(upload).then(
      () => 'accepted',
      (error: unknown) => (error instanceof Refusal ? error.refusal : error),
    )
    expect(found).toBe(upload.as)
  })

  test('draws a photograph upright and keeps nothing of where and by whom it was taken', async () => {
    const upload = { what: '', name: 'place.jpg', bytes: make.jpegWithPlace }
    expect((await sharp(await upload.bytes()).metadata()).exif?.includes('Nguyen Van A')).toBe(true)
    const { accepted, bytes } = await send(upload)
    const found = await sharp(bytes).metadata()
    expect([found.exif, found.xmp, found.iptc, found.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect([accepted.width, accepted.height]).toEqual([480, 640])
    expect(bytes.includes('Nguyen')).toBe(false)
  })

  test('drops what hides behind the end of a picture', async () => {
    const bytes = async () => Buffer.concat([await make.png(), Buffer.from('remember the milk')])
    const sent = await send({ what: '', name: 'tail.png', bytes })
    expect(sent.bytes.includes('milk')).toBe(false)
  })

  test('keeps a GIF moving', async () => {
    const { bytes, accepted } = await send({ what: '', name: 'moving.gif', bytes: () => make.movingGif(4) })
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(4)
    expect([accepted.width, accepted.height]).toEqual([60, 40])
  })

  test('makes a thumbnail of at most 320 pixels', async () => {
    const { accepted } = await send({ what: '', name: 'photo.jpg', bytes: make.jpeg })
    const found = await sharp(Buffer.from(accepted.thumbnail ?? [])).metadata()
    expect([found.format, found.width, found.height]).toEqual(['webp', 320, 240])
  })

  test('leaves a film as it came, byte for byte, however it is cut into pieces', async () => {
    const film = make.mp4('vide', 'soun')
    for (const size of [1, 7, 64, 5000]) {
      const { bytes } = await send({ what: '', name: 'film.mp4', bytes: () => film }, size)
      expect(bytes.equals(film)).toBe(true)
    }
  })

  test('shortens a name without losing its ending', async () => {
    const { accepted } = await send({ what: '', name: `${'ả'.repeat(300)}.jpg`, bytes: make.jpeg })
    expect([...accepted.name].length).toBe(191)
    expect(accepted.name.endsWith('ả.jpg')).toBe(true)
  })
})

async function send(upload: Upload, size = 60_000) {
  const whole = await upload.bytes()
  const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, at) =>
    whole.subarray(at * size, (at + 1) * size),
  )
  const accepted = await acceptUpload(Readable.from(pieces, { objectMode: false }), upload.name, UPLOAD_LIMITS, store)
  const parts: Uint8Array[] = []
  for await (const part of accepted.content instanceof Uint8Array ? [accepted.content] : accepted.content)
    parts.push(part)
  return { accepted, bytes: Buffer.concat(parts) }
}
