import type { RefusalName } from '../../src/shared/refusals.ts'
import * as make from './parts.ts'

export interface Upload {
  /** What it is, as the end of 'accepts …' or 'refuses …'. */
  what: string
  name: string
  bytes: () => Buffer | Promise<Buffer>
}
export interface Refused extends Upload {
  as: RefusalName
}

const MEGABYTE = 2 ** 20
const text = (content: string) => () => Buffer.from(content)
const joined = (first: () => Promise<Buffer>, after: string | Buffer) => async () =>
  Buffer.concat([await first(), Buffer.from(after)])
const PAGE = '<!doctype html><html><body><script>alert(1)</script></body></html>'
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>'
const ARCHIVE = Buffer.from('504b030414000000080000002100d41d8cd90000000000000000050000006f2e747874', 'hex')

/** Files that customers and staff really send. */
export const WANTED: readonly Upload[] = [
  { what: 'a photograph', name: 'IMG_2024.jpg', bytes: make.jpeg },
  { what: 'a photograph with a long ending', name: 'photo.jpeg', bytes: make.jpeg },
  { what: 'a photograph with a capital ending', name: 'DSC00012.JPG', bytes: make.jpeg },
  {
    what: 'a photograph with place and owner in its metadata',
    name: 'Khiếu nại hàng hỏng.jpg',
    bytes: make.jpegWithPlace,
  },
  { what: 'a name in decomposed Vietnamese', name: 'Hóa đơn số 5.png'.normalize('NFD'), bytes: make.png },
  { what: 'a name with dots and a number', name: 'Zalo 12.05.2025 1.5kg.png', bytes: make.png },
  { what: 'a screenshot', name: 'Ảnh chụp màn hình.png', bytes: make.png },
  { what: 'a WebP picture', name: 'shelf.webp', bytes: make.webp },
  { what: 'a still GIF', name: 'still.gif', bytes: make.gif },
  { what: 'a moving GIF', name: 'moving.gif', bytes: () => make.movingGif(4) },
  {
    what: 'a picture with harmless bytes after its end',
    name: 'motion.jpg',
    bytes: joined(make.jpeg, Buffer.alloc(300, 9)),
  },
  { what: 'a film', name: 'clip.mp4', bytes: () => make.mp4('vide', 'soun') },
  {
    what: 'a film with its contents at the end',
    name: 'end.mp4',
    bytes: () => Buffer.concat([make.brand('mp42'), make.media(200_000), make.contents(make.track('vide'))]),
  },
  {
    what: 'a film of a telephone with data tracks',
    name: 'phone.mp4',
    bytes: () => make.mp4('vide', 'soun', 'meta', 'tmcd'),
  },
  { what: 'an MPEG film', name: 'old.mpg', bytes: () => make.mpeg(40) },
  { what: 'an MPEG film called .mpeg', name: 'old.mpeg', bytes: () => make.mpeg(400) },
  { what: 'an MPEG film called .mpe', name: 'old.mpe', bytes: make.mpegPictures },
  { what: 'an MPEG film called .mpv', name: 'old.mpv', bytes: make.mpegPictures },
  { what: 'MPEG sound', name: 'call.mp2', bytes: () => make.mpegSound(30) },
]

const REFUSED_FILES: readonly Upload[] = [
  { what: 'an empty file', name: 'empty.jpg', bytes: text('') },
  { what: 'an SVG', name: 'drawing.svg', bytes: text(DRAWING) },
  { what: 'an SVG called PNG', name: 'drawing.png', bytes: text(DRAWING) },
  {
    what: 'an SVG with an XML heading called JPEG',
    name: 'drawing.jpg',
    bytes: text(`<?xml version="1.0"?>${DRAWING}`),
  },
  { what: 'a page', name: 'page.html', bytes: text(PAGE) },
  { what: 'a page called PNG', name: 'page.png', bytes: text(PAGE) },
  { what: 'a page called MP4', name: 'page.mp4', bytes: text(PAGE) },
  { what: 'a page behind a GIF heading', name: 'page.gif', bytes: text(`GIF89a${PAGE}`) },
  { what: 'a script that reads as GIF', name: 'run.gif', bytes: text('GIF89a/*\0\0\0\0\0\0*/=1;alert(1)//;') },
  {
    what: 'a real GIF with a script after its end',
    name: 'after.gif',
    bytes: joined(make.gif, '=1;alert(document.domain)'),
  },
  { what: 'a JPEG with a page after its end', name: 'after.jpg', bytes: joined(make.jpeg, PAGE) },
  { what: 'a PNG with PHP after its end', name: 'after.png', bytes: joined(make.png, '<?php system($_GET[0]); ?>') },
  { what: 'a JPEG with an archive after its end', name: 'archive.jpg', bytes: joined(make.jpeg, ARCHIVE) },
  {
    what: 'a PNG with a document after its end',
    name: 'document.png',
    bytes: joined(make.png, '%PDF-1.7 /OpenAction'),
  },
  { what: 'a WebP with a page after its end', name: 'after.webp', bytes: joined(make.webp, PAGE) },
  {
    what: 'a page in the comment of a JPEG',
    name: 'comment.jpg',
    bytes: async () => withComment(await make.jpeg(), PAGE),
  },
  { what: 'half a JPEG', name: 'half.jpg', bytes: async () => firstPart(await make.jpeg(), 0.4) },
  { what: 'half a PNG', name: 'half.png', bytes: async () => firstPart(await make.png(), 0.4) },
  { what: 'only the heading of a PNG', name: 'heading.png', bytes: async () => (await make.png()).subarray(0, 33) },
  { what: 'a PNG of 50,000 x 50,000', name: 'bomb.png', bytes: () => make.pngBomb(50_000, 50_000) },
  { what: 'a PNG of 7,000 x 7,000', name: 'large.png', bytes: () => make.pngBomb(7000, 7000) },
  { what: 'a PNG without a width', name: 'flat.png', bytes: () => make.pngBomb(0, 10) },
  { what: 'a PNG called JPEG', name: 'other.jpg', bytes: make.png },
  { what: 'a JPEG called MP4', name: 'photo.mp4', bytes: make.jpeg },
  { what: 'an MP4 called JPEG', name: 'film.jpg', bytes: () => make.mp4('vide') },
  { what: 'a TIFF', name: 'scan.tiff', bytes: () => make.scene().tiff().toBuffer() },
  { what: 'a TIFF called PNG', name: 'scan.png', bytes: () => make.scene().tiff().toBuffer() },
  { what: 'a picture without an ending', name: 'photo', bytes: make.jpeg },
  { what: 'a picture that is only an ending', name: '.jpg', bytes: make.jpeg },
  { what: 'a second ending of a script', name: 'photo.php.jpg', bytes: make.jpeg },
  { what: 'a second ending of a page', name: 'photo.html.png', bytes: make.png },
  { what: 'a program behind a picture ending', name: 'photo.jpg.exe', bytes: make.jpeg },
  { what: 'a program before a picture ending', name: 'invoice.EXE.jpg', bytes: make.jpeg },
  { what: 'a name with zero-width characters', name: 'photo\u200b.html\u200b.jpg', bytes: make.jpeg },
  { what: 'a name with a byte order mark', name: '\ufeffphoto\ufeff.jpg', bytes: make.jpeg },
  { what: 'a name written backwards', name: 'photo\u202egpj.exe.jpg', bytes: make.jpeg },
  { what: 'a name with a zero byte', name: 'photo.php\0.jpg', bytes: make.jpeg },
  { what: 'a name with a line break', name: 'photo\r\nSet-Cookie: a.jpg', bytes: make.jpeg },
  { what: 'a name that climbs folders', name: '../../etc/photo.jpg', bytes: make.jpeg },
  { what: 'a Windows path', name: 'C:\\photos\\photo.jpg', bytes: make.jpeg },
  { what: 'text called MP4', name: 'fake.mp4', bytes: text('this is no film at all') },
  {
    what: 'an MP4 heading with noise behind',
    name: 'fake.mp4',
    bytes: () => Buffer.concat([make.brand('isom'), Buffer.alloc(5000, 0xaa)]),
  },
  { what: 'an MP4 without contents', name: 'fake.mp4', bytes: () => Buffer.concat([make.brand('isom'), make.media()]) },
  {
    what: 'an MP4 without media',
    name: 'fake.mp4',
    bytes: () => Buffer.concat([make.brand('isom'), make.contents(make.track('vide'))]),
  },
  { what: 'an MP4 with a script track', name: 'script.mp4', bytes: () => make.mp4('vide', 'sdsm') },
  { what: 'an MP4 with a text track', name: 'text.mp4', bytes: () => make.mp4('vide', 'text') },
  { what: 'an MP4 of sound only', name: 'sound.mp4', bytes: () => make.mp4('soun') },
  { what: 'an MP4 cut off in its media', name: 'cut.mp4', bytes: () => firstPart(make.mp4('vide'), 0.8) },
  {
    what: 'an MP4 with a page behind it',
    name: 'page.mp4',
    bytes: () => Buffer.concat([make.mp4('vide'), Buffer.from(PAGE)]),
  },
  {
    what: 'an MP4 with two contents',
    name: 'two.mp4',
    bytes: () => Buffer.concat([make.mp4('vide'), make.contents(make.track('vide'))]),
  },
  { what: 'an MP4 whose box is larger than its parent', name: 'box.mp4', bytes: brokenBox },
  {
    what: 'a picture sequence called MP4',
    name: 'heic.mp4',
    bytes: () => Buffer.concat([make.brand('heic'), make.contents(make.track('vide')), make.media()]),
  },
  {
    what: 'an MPEG start code with noise behind',
    name: 'fake.mpg',
    bytes: () => Buffer.concat([Buffer.from([0, 0, 1, 0xba]), Buffer.alloc(5000, 0x41)]),
  },
  {
    what: 'an MPEG start code with a page behind',
    name: 'page.mpg',
    bytes: () => Buffer.concat([Buffer.from([0, 0, 1, 0xb3]), Buffer.from(PAGE)]),
  },
  {
    what: 'MP3 sound called MP2',
    name: 'song.mp2',
    bytes: () =>
      Buffer.concat(
        Array.from({ length: 5 }, () => Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)])),
      ),
  },
  { what: 'an archive', name: 'files.zip', bytes: () => ARCHIVE },
  { what: 'an archive called PNG', name: 'files.png', bytes: () => ARCHIVE },
  { what: 'a PDF called JPEG', name: 'paper.jpg', bytes: text('%PDF-1.7\n1 0 obj\nendobj') },
  {
    what: 'a program called JPEG',
    name: 'program.jpg',
    bytes: () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300)]),
  },
  { what: 'zeros called JPEG', name: 'zeros.jpg', bytes: () => Buffer.alloc(10_000) },
]

/** Files nobody should send; none is ever stored. */
export const UNWANTED: readonly Refused[] = [
  ...REFUSED_FILES.map((file) => ({ ...file, as: 'file not accepted' as const })),
  {
    what: 'a picture above 10 MB',
    name: 'heavy.jpg',
    bytes: async () => Buffer.concat([await make.jpeg(), Buffer.alloc(11 * MEGABYTE)]),
    as: 'too large',
  },
  {
    what: 'a film above 100 MB',
    name: 'heavy.mp4',
    bytes: () => Buffer.concat([make.mp4('vide'), make.media(101 * MEGABYTE)]),
    as: 'too large',
  },
]

const firstPart = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))

function withComment(image: Buffer, comment: string): Buffer {
  const header = Buffer.from([0xff, 0xfe, 0, 0])
  header.writeUInt16BE(comment.length + 2, 2)
  return Buffer.concat([image.subarray(0, 2), header, Buffer.from(comment), image.subarray(2)])
}

function brokenBox(): Buffer {
  const film = make.mp4('vide')
  const at = film.indexOf('trak') - 4
  film.writeUInt32BE(0x7fffffff, at)
  return film
}
