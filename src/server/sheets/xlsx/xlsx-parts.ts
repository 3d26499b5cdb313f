import { posix } from 'node:path'
import { Unreadable } from '../import/unreadable.ts'
import { type ChooseSheet, isDateFormat } from './book.ts'
import { attribute, type TagReader, XmlTags } from './xml-tags.ts'

export type PartOf = (name: string) => AsyncIterable<Uint8Array> | null

interface Book {
  /** The part of the chosen sheet. */
  sheet: string
  strings: string | null
  /** By cell format: whether it shows a date. */
  dateStyles: boolean[]
  is1904: boolean
}

/** Finds a workbook's parts by its relations, wherever they lie. */
export async function readBook(part: PartOf, choose: ChooseSheet): Promise<Book> {
  const root = await relationsOf(part, '')
  const main = root.find(({ kind }) => kind === 'officeDocument')?.target
  if (!main) throw new Unreadable('no workbook')
  const { sheets, is1904 } = await sheetsOf(part, main)
  const relations = await relationsOf(part, main)
  const visible = sheets.filter(({ isVisible }) => isVisible)
  const wanted = visible[choose(visible.map(({ name }) => name))] ?? sheets[0]
  const sheet = relations.find(({ id, kind }) => kind === 'worksheet' && id === wanted?.relation)?.target
  if (!sheet) throw new Unreadable('no workbook')
  const styles = relations.find(({ kind }) => kind === 'styles')?.target
  return {
    sheet,
    strings: relations.find(({ kind }) => kind === 'sharedStrings')?.target ?? null,
    dateStyles: styles ? await dateStylesOf(part, styles) : [],
    is1904,
  }
}

interface Relation {
  id: string
  kind: string
  target: string
}

async function relationsOf(part: PartOf, of: string): Promise<Relation[]> {
  const found: Relation[] = []
  const folder = posix.dirname(of)
  await read(part(posix.join(folder, '_rels', `${posix.basename(of)}.rels`)), {
    open(name, attributes) {
      if (name !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return
      const target = attribute(attributes, 'Target') ?? ''
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        kind: (attribute(attributes, 'Type') ?? '').split('/').at(-1) ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(folder, target),
      })
    },
    close() {},
  })
  return found
}

async function sheetsOf(part: PartOf, main: string) {
  const sheets: { relation: string; name: string; isVisible: boolean }[] = []
  let is1904 = false
  await read(part(main), {
    open(name, attributes) {
      if (name === 'sheet')
        sheets.push({
          relation: attribute(attributes.replace(/\sname\s*=\s*("[^"]*"|'[^']*')/, ''), 'id') ?? '',
          name: attribute(attributes, 'name') ?? '',
          isVisible: (attribute(attributes, 'state') ?? 'visible') === 'visible',
        })
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute(attributes, 'date1904') ?? '')
    },
    close() {},
  })
  return { sheets, is1904 }
}

/** Number formats that are dates by convention (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

async function dateStylesOf(part: PartOf, styles: string): Promise<boolean[]> {
  const formats = new Map<number, boolean>()
  const found: boolean[] = []
  let isCells = false
  await read(part(styles), {
    open(name, attributes) {
      if (name === 'numFmt')
        formats.set(Number(attribute(attributes, 'numFmtId')), isDateFormat(attribute(attributes, 'formatCode') ?? ''))
      else if (name === 'cellXfs') isCells = true
      else if (name === 'xf' && isCells) {
        const id = Number(attribute(attributes, 'numFmtId') ?? 0)
        found.push(formats.get(id) ?? isBuiltInDate(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') isCells = false
    },
  })
  return found
}

async function read(part: AsyncIterable<Uint8Array> | null, reader: TagReader): Promise<void> {
  const tags = new XmlTags(reader)
  for await (const chunk of part ?? []) tags.push(chunk)
}
