import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A cell as LibreOffice understood it. */
export interface OfficeCell {
  /** `string`, `float`, `date`, `boolean`, `percentage`; empty cells have none. */
  type: string | undefined
  /** The value behind what is shown: a number, or `2026-11-20T14:30:00`. */
  value: string | undefined
  text: string
  formula: string | undefined
}
export interface OfficeSheet {
  name: string
  rows: OfficeCell[][]
}

/** Lets LibreOffice turn a file into another kind: xlsx, xls, csv, fods. */
export async function converted(content: Uint8Array, from: string, to: string): Promise<Uint8Array> {
  const [made] = await convertedAll([content], from, to)
  if (!made) throw new Error('LibreOffice made nothing')
  return made
}

export type FlatCell = { across?: number; down?: number } & (
  | { text: string }
  | { number: number }
  | { day: string }
  | { formula: string }
)

/** A flat OpenDocument sheet, for LibreOffice to make a workbook of. */
export function flatSheet(rows: readonly (readonly (FlatCell | null)[])[]): Uint8Array {
  const marks = ({ across = 1, down = 1 }: FlatCell) =>
    ` table:number-columns-spanned="${across}" table:number-rows-spanned="${down}"`
  const cell = (one: FlatCell | null): string => {
    if (!one) return '<table:table-cell/>'
    const covered = '<table:covered-table-cell/>'.repeat((one.across ?? 1) - 1)
    if ('text' in one)
      return `<table:table-cell office:value-type="string"${marks(one)}><text:p>${one.text}</text:p></table:table-cell>${covered}`
    if ('number' in one) return `<table:table-cell office:value-type="float" office:value="${one.number}"/>`
    if ('day' in one)
      return `<table:table-cell table:style-name="day" office:value-type="date" office:date-value="${one.day}"/>`
    return `<table:table-cell table:formula="of:=${one.formula}"/>`
  }
  const lines = rows.map(
    (row) => `<table:table-row>${row.length > 0 ? row.map(cell).join('') : '<table:table-cell/>'}</table:table-row>`,
  )
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles><number:date-style style:name="N1"><number:day number:style="long"/><number:text>/</number:text><number:month number:style="long"/><number:text>/</number:text><number:year number:style="long"/></number:date-style><style:style style:name="day" style:family="table-cell" style:data-style-name="N1"/></office:automatic-styles><office:body><office:spreadsheet><table:table table:name="Sheet1">${lines.join('')}</table:table></office:spreadsheet></office:body></office:document>`)
}

/** Several at once: starting it takes longer than a file. */
async function convertedAll(contents: readonly Uint8Array[], from: string, to: string): Promise<Uint8Array[]> {
  const folder = await mkdtemp(join(tmpdir(), 'office-'))
  const out = join(folder, 'out')
  try {
    const files = contents.map((_, at) => join(folder, `book${at}.${from}`))
    for (const [at, content] of contents.entries()) await writeFile(files[at] ?? '', content)
    const profile = `-env:UserInstallation=file://${folder}/profile`
    await run('soffice', [profile, '--headless', '--convert-to', to, '--outdir', out, ...files], { timeout: 120_000 })
    return await Promise.all(contents.map((_, at) => readFile(join(out, `book${at}.${to}`))))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Opens a workbook in LibreOffice, which calculates it anew, and tells what stands in its cells. */
export const opened = async (content: Uint8Array, from = 'xlsx'): Promise<OfficeSheet[]> =>
  (await openedAll([content], from))[0] ?? []

export async function openedAll(contents: readonly Uint8Array[], from = 'xlsx'): Promise<OfficeSheet[][]> {
  const flat = await convertedAll(contents, from, 'fods')
  return flat.map((bytes) => sheetsOf(new TextDecoder().decode(bytes)))
}

/** The sheets of a flat OpenDocument. */
function sheetsOf(flat: string): OfficeSheet[] {
  return [...flat.matchAll(/<table:table table:name="([^"]*)"[^>]*>(.*?)<\/table:table>/gs)].map(
    ([, name = '', inner = '']) => ({
      name: plain(name),
      rows: [...inner.matchAll(/<table:table-row([^>]*)>(.*?)<\/table:table-row>/gs)].flatMap(
        ([, marks = '', row = '']) => repeated(marks, 'rows', cellsOf(row)),
      ),
    }),
  )
}

const cellsOf = (row: string): OfficeCell[] =>
  [...row.matchAll(/<table:(?:covered-)?table-cell([^>]*?)(?:\/>|>(.*?)<\/table:(?:covered-)?table-cell>)/gs)].flatMap(
    ([, marks = '', inner = '']) => {
      const type = mark(marks, 'office:value-type')
      const cell: OfficeCell = {
        type,
        value: mark(marks, 'office:value') ?? mark(marks, 'office:date-value') ?? mark(marks, 'office:boolean-value'),
        text: [...inner.matchAll(/<text:p(?:\/>|[^>]*>(.*?)<\/text:p>)/gs)]
          .map(([, text = '']) => plain(text))
          .join('\n'),
        formula: mark(marks, 'table:formula'),
      }
      return type === undefined && Number(mark(marks, 'table:number-columns-repeated') ?? 1) > 50
        ? []
        : repeated(marks, 'columns', cell)
    },
  )

function repeated<T>(marks: string, what: 'rows' | 'columns', one: T): T[] {
  const times = Number(mark(marks, `table:number-${what}-repeated`) ?? 1)
  return times > 10_000 ? [] : Array.from({ length: times }, () => one)
}

const mark = (marks: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(marks)?.[1]
  return found === undefined ? undefined : plain(found)
}

const plain = (xml: string): string =>
  xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, times = '1') => ' '.repeat(Number(times)))
    .replace(/<text:tab\/>/g, '\t')
    .replace(/<text:line-break\/>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(x[\da-f]+|\d+);/gi, (_, code: string) => String.fromCodePoint(Number(code.replace(/^x/i, '0x'))))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
