import type { Located } from '#server/files/paths.ts'
import type { Block } from '#server/paper/blocks.ts'
import type { StoredFile } from '../../../shared/fields.ts'
import { formatBytes } from '../../../shared/format.ts'
import { type CaseReader, sayIn } from './format.server.ts'

export interface CaseFileFile extends Omit<StoredFile, 'has_thumbnail'> {
  sha256: string
  /** Of a film, where it says so. */
  seconds: number | null
  place: Located
  /** Its key among the pictures of the paper; null where it is only told. */
  key: string | null
}

interface Size {
  fit: [number, number]
  across: number
}
export const BIG: Size = { fit: [240, 260], across: 2 }
export const SMALL: Size = { fit: [92, 110], across: 3 }

/** Pictures side by side with their names; of films the name and how long they play. */
export function gallery(
  attached: readonly StoredFile[],
  files: readonly CaseFileFile[],
  size: Size,
  reader: CaseReader,
): Block[] {
  const found = attached.flatMap(({ id }) => files.find((file) => file.id === id) ?? [])
  const drawn = found.filter(({ key }) => key !== null)
  const rest = found.filter(({ key }) => key === null)
  const rows = Array.from(
    { length: Math.ceil(drawn.length / size.across) },
    (_, at): Block => ({
      columns: drawn.slice(at * size.across, (at + 1) * size.across).map(
        (file): Block => ({
          stack: [
            { image: String(file.key), fit: size.fit },
            { text: file.name, style: 'caption' },
          ],
          width: size.fit[0],
        }),
      ),
      columnGap: 12,
      margin: [0, 8, 0, 0],
      unbreakable: true,
    }),
  )
  return [
    ...rows,
    ...rest.map((file): Block => ({ text: describe(file, reader), style: 'small', margin: [0, 4, 0, 0] })),
  ]
}

function describe(file: CaseFileFile, reader: CaseReader): string {
  const say = sayIn(reader)
  const kind = file.type.startsWith('video/') ? say('Video') : say('Picture')
  const length = file.seconds === null ? '' : ` · ${playTimeOf(file.seconds)}`
  return `${kind}: ${file.name}${length} · ${formatBytes(file.bytes, reader.language)}`
}

const playTimeOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`

/** Every file with the sum that proves it unchanged, on as many pages as it takes. */
export function fileTable(heading: string, files: readonly CaseFileFile[], reader: CaseReader): Block {
  const rows = files.map((file): Block[] => [
    { text: describe(file, reader), style: 'small' },
    { text: file.sha256, style: 'mono' },
  ])
  const table = titled(heading, ['*', 256], rows, headOf(['File', 'SHA-256 of the stored file'], reader))
  return { table: { ...table, dontBreakRows: true }, layout: 'lines' }
}

export const headOf = (labels: readonly string[], reader: CaseReader): Block[] =>
  labels.map((label) => ({ text: sayIn(reader)(label), style: 'head' }))

/** A table whose heading, and head, stand above its first row, and again on each further page. */
export function titled(heading: string, widths: Table['widths'], rows: Block[][], head?: Block[]): Table {
  const title = widths.map(
    (_, at): Block => (at === 0 ? { text: heading, style: 'heading', colSpan: widths.length } : { text: '' }),
  )
  const heads = head ? [title, head] : [title]
  return { widths, headerRows: heads.length, keepWithHeaderRows: 1, body: [...heads, ...rows] }
}
type Table = NonNullable<Block['table']>
