import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pdfmake from 'pdfmake'
import sharp from 'sharp'
import type { Paper } from './blocks.ts'
import { withFonts } from './font-fallback.ts'

/** Draws the paper of a folder (`paper.json`) into it (`paper.pdf`). A process of its own, so that the server stays free. */

const BEHIND_REQUESTS = 10
const LONGEST_SIDE = 1400
const MOST_PIXELS = 40_000_000

const folder = process.argv[2] ?? ''
setPriority(BEHIND_REQUESTS)
sharp.cache(false)
sharp.concurrency(1)

async function draw(paper: Paper): Promise<void> {
  pdfmake.setFonts(FONTS)
  pdfmake.setTableLayouts(LAYOUTS)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(folder) || FILES.includes(path))
  const images = await scaled(paper.pictures)
  const numbered = (page: number, pages: number) =>
    paper.pages.replace('{page}', String(page)).replace('{pages}', String(pages))
  const pdf = pdfmake.createPdf({
    info: { title: paper.title, author: paper.author, creator: paper.author, producer: paper.author },
    pageSize: 'A4',
    pageMargins: [48, 60, 48, 56],
    header: (page: number) =>
      page === 1 ? null : { text: withFaces(paper.head), style: 'small', margin: [48, 28, 48, 0] },
    footer: (page: number, pages: number) => ({
      columns: [
        { text: withFaces(paper.foot), style: 'small', width: '*' },
        { text: withFaces(numbered(page, pages)), style: 'small', width: 'auto' },
      ],
      columnGap: 16,
      margin: [48, 20, 48, 0],
    }),
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.25, color: '#000' },
    styles: STYLES,
    images,
    content: facesIn(paper.content, images),
  })
  await pdf.write(join(folder, 'paper.pdf'))
}

/** Pictures as small as print needs them; one that cannot be read is left out. */
async function scaled(pictures: Paper['pictures']): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [key, path] of Object.entries(pictures)) {
    const to = join(folder, `${key}.jpg`)
    const isDone = await sharp(path, { limitInputPixels: MOST_PIXELS, pages: 1 })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 74, chromaSubsampling: '4:2:0' })
      .toFile(to)
      .then(
        () => true,
        () => false,
      )
    if (isDone) found[key] = to
  }
  return found
}

/** Every text of a block in faces that have its letters; a picture that is not there leaves its place empty. */
function facesIn(value: unknown, images: Record<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => facesIn(one, images))
  if (typeof value !== 'object' || value === null) return value
  if ('image' in value && !(String(value.image) in images)) return { text: '' }
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === 'text' ? withFaces(one) : facesIn(one, images)]),
  )
}

function withFaces(text: unknown): unknown {
  if (typeof text === 'string') return withFonts(text)
  if (Array.isArray(text)) return text.flatMap(withFaces)
  if (typeof text !== 'object' || text === null || !('text' in text)) return text
  return { ...text, text: withFaces(text.text) }
}

const pathOf = (name: string): string => fileURLToPath(import.meta.resolve(name))
const ROBOTO = (name: string): string => pathOf(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`)
const NANUM = {
  normal: pathOf('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
  bold: pathOf('@expo-google-fonts/nanum-gothic/700Bold/NanumGothic_700Bold.ttf'),
}
const FONTS = {
  Roboto: {
    normal: ROBOTO('Regular'),
    bold: ROBOTO('Medium'),
    italics: ROBOTO('Italic'),
    bolditalics: ROBOTO('MediumItalic'),
  },
  Korean: { ...NANUM, italics: NANUM.normal, bolditalics: NANUM.bold },
}
const FILES = Object.values(FONTS).flatMap((font) => Object.values(font))

const STYLES = {
  chain: { fontSize: 10, bold: true },
  sender: { fontSize: 8.5, lineHeight: 1.2 },
  title: { fontSize: 18, bold: true, lineHeight: 1.15, alignment: 'center', margin: [0, 2, 0, 2] },
  subject: { fontSize: 12, bold: true, lineHeight: 1.2, alignment: 'center', margin: [0, 0, 0, 4] },
  signer: { fontSize: 10, bold: true },
  signing: { fontSize: 8.5, italics: true },
  caption: { fontSize: 8, color: '#333', margin: [0, 3, 0, 0] },
  under: { fontSize: 9.5, alignment: 'center' },
  heading: { fontSize: 12.5, bold: true, margin: [0, 16, 0, 6] },
  label: { fontSize: 8.5, color: '#333' },
  said: { fontSize: 9.5, margin: [0, 0, 0, 3] },
  small: { fontSize: 8, color: '#333' },
  mono: { fontSize: 7, color: '#222' },
  head: { fontSize: 8.5, bold: true, color: '#222' },
}

const LINE = '#d5dbe5'
const LAYOUTS = {
  facts: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: () => 0,
    paddingRight: () => 12,
    paddingTop: () => 2,
    paddingBottom: () => 2,
  },
  letterhead: {
    hLineWidth: (at: number) => (at === 1 ? 1 : 0),
    vLineWidth: () => 0,
    paddingLeft: () => 0,
    paddingRight: () => 12,
    paddingTop: () => 0,
    paddingBottom: () => 8,
  },
  lines: {
    hLineWidth: (at: number) => (at === 0 ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => LINE,
    paddingLeft: () => 0,
    paddingRight: () => 10,
    paddingTop: () => 5,
    paddingBottom: () => 5,
  },
  box: {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0.5,
    hLineColor: () => LINE,
    vLineColor: () => LINE,
    paddingLeft: () => 10,
    paddingRight: () => 10,
    paddingTop: () => 8,
    paddingBottom: () => 6,
  },
}

await draw(JSON.parse(await readFile(join(folder, 'paper.json'), 'utf8')) as Paper) // written by paper.ts
