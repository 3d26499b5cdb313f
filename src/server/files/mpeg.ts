/** What the first bytes of an MPEG-1 or -2 file are: a film, sound only, or null where the codes do not follow each other. */
export function looksLikeMpeg(head: Buffer): string | null {
  const code = head.length > 12 ? head.readUInt32BE(0) : 0
  if (code === PACK) return holdsPackets(head) ? 'video/mpeg' : null
  if (code === SEQUENCE) return holdsPictures(head) ? 'video/mpeg' : null
  return holdsSound(head) ? 'audio/mpeg' : null
}

const PACK = 0x1ba
const SEQUENCE = 0x1b3
const PICTURE = Buffer.from([0, 0, 1, 0])

// Packs and packets tell their own length, so that a chain of them cannot come about by chance.
function holdsPackets(head: Buffer): boolean {
  let at = 0
  let packets = 0
  let hasVideo = false
  while (at + 14 <= head.length) {
    if (head.readUIntBE(at, 3) !== 1) return false
    const id = head.readUInt8(at + 3)
    if (id < 0xb9) return false
    if (id === 0xb9) break
    hasVideo ||= (id & 0xf0) === 0xe0
    packets += 1
    at += id === 0xba ? packLength(head, at) : 6 + head.readUInt16BE(at + 4)
  }
  return hasVideo && packets >= 3
}

const packLength = (head: Buffer, at: number) =>
  head.readUInt8(at + 4) >> 6 === 1 ? 14 + (head.readUInt8(at + 13) & 7) : 12

function holdsPictures(head: Buffer): boolean {
  const [width, height] = [head.readUIntBE(4, 2) >> 4, head.readUIntBE(5, 2) & 0xfff]
  return width > 0 && height > 0 && head.indexOf(PICTURE, 8) > 0
}

const KILOBITS = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
const HERTZ = [44_100, 48_000, 32_000]

/** Three frames of MPEG-1 layer II in a row. */
function holdsSound(head: Buffer): boolean {
  let at = 0
  for (let frame = 0; frame < 3; frame += 1) {
    if (at + 4 > head.length || (head.readUInt16BE(at) & 0xfffe) !== 0xfffc) return false
    const [kilobits, hertz] = [KILOBITS[head.readUInt8(at + 2) >> 4], HERTZ[(head.readUInt8(at + 2) >> 2) & 3]]
    if (!kilobits || !hertz) return false
    at += Math.floor((144_000 * kilobits) / hertz) + ((head.readUInt8(at + 2) >> 1) & 1)
  }
  return true
}
