import { type SheetRow, workbook } from '../../src/server/sheets/sheets.ts'
import type { ImportView } from '../../src/shared/api.ts'
import type { SheetCell } from '../../src/shared/sheet.ts'
import type { Chain, Person } from './chain.ts'

export type Written = string | number | null | { day: string }

export interface WrittenSheet {
  name: string
  head: readonly string[]
  rows: readonly (readonly Written[])[]
}

/** A workbook as a person would fill it in: a head and rows. */
export const bookOf = (head: readonly string[], rows: readonly (readonly Written[])[]): Promise<Uint8Array> =>
  bookOfSheets([{ name: 'Data', head, rows }])

/** The same of several sheets. */
export async function bookOfSheets(sheets: readonly WrittenSheet[]): Promise<Uint8Array> {
  const cell = (value: Written): SheetCell =>
    value === null
      ? { type: 'empty' }
      : typeof value === 'number'
        ? { type: 'number', number: value, format: 'decimal' }
        : typeof value === 'string'
          ? { type: 'text', text: value }
          : { type: 'date', at: value.day, hasTime: value.day.length > 10 }
  return gathered(
    workbook(
      sheets.map(({ name, head, rows }) => ({
        name,
        columns: head.map((label) => ({ label })),
        batches: [rows.map((row): SheetRow => row.map(cell))],
      })),
    ),
  )
}

export async function gathered(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const found: Uint8Array[] = []
  for await (const part of parts) found.push(part)
  return Buffer.concat(found)
}

/** Sends a workbook and waits until it is read; answers how it stands. */
export async function sent(
  chain: Chain,
  wire: string,
  by: Person | string,
  content: Uint8Array,
  { name = 'book.xlsx', lang = 'en', at }: { name?: string; lang?: string; at?: string } = {},
): Promise<ImportView> {
  const form = new FormData()
  form.append('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
  const headers = { cookie: `lang=${lang}` }
  const begun = await chain.call<{ id: number }>('POST', `${wire}/import`, { by, body: form, headers, at })
  if (begun.status !== 201) throw new Error(`The workbook was refused (${begun.status}): ${begun.text}`)
  return settled(chain, wire, by, begun.data.id, at)
}

/** Waits until an import neither reads nor writes. */
export async function settled(
  chain: Chain,
  wire: string,
  by: Person | string,
  id: number,
  at?: string,
): Promise<ImportView> {
  const until = Date.now() + 60_000
  for (;;) {
    const { data } = await chain.call<ImportView>('GET', `${wire}/import/${id}`, { by, at })
    if (data.state !== 'reading' && data.state !== 'importing') return data
    if (Date.now() > until) throw new Error(`The import hangs in ${data.state}`)
    await new Promise((soon) => setTimeout(soon, 50))
  }
}

/** Imports what was sent and read. */
export async function imported(
  chain: Chain,
  wire: string,
  by: Person | string,
  { id }: Pick<ImportView, 'id'>,
  changes = false,
): Promise<ImportView> {
  const begun = await chain.call('POST', `${wire}/import/${id}/start`, { by, body: { changes } })
  if (begun.status !== 200) throw new Error(`The import was refused: ${begun.text}`)
  return settled(chain, wire, by, id)
}
