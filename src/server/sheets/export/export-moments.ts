import { dayOpen, wallText } from '../xlsx/cell-xml.ts'
import type { XmlBytes } from '../xlsx/xml-bytes.ts'
import { wholeAt } from './copied-text.ts'

/**
 * Writes the value that the database sent in these bytes of a row as a cell without its place; false where the cell stays empty.
 * `isPlain`: none of its bytes needs care.
 */
export type CellWriter = (out: XmlBytes, rows: Buffer, from: number, to: number, isPlain: boolean) => boolean

const DAY_MINUTES = 1440
/** What each minute adds to its day: to write a fraction anew for every moment is dear. */
const PARTS_OF_A_DAY = Array.from({ length: DAY_MINUTES }, (_, minute) =>
  Buffer.from(`${minute === 0 ? '' : (minute / DAY_MINUTES).toFixed(15).replace(/0+$/, '').slice(1)}</v></c>`),
)
const DAYS_MOST = 50_000

/** Writes moments, which come as the minutes that their wall clock shows since 1970. */
export function momentWriter(): CellWriter {
  const days = new Map<number, Uint8Array | null>()
  const openOf = (day: number): Uint8Array | null => {
    const known = days.get(day)
    if (known !== undefined) return known
    if (days.size > DAYS_MOST) days.clear()
    const open = dayOpen(day)
    const bytes = open === null ? null : Buffer.from(open)
    days.set(day, bytes)
    return bytes
  }
  return (out, rows, from, to) => {
    const minutes = wholeAt(rows, from, to) ?? Number(rows.toString('latin1', from, to))
    const day = Math.floor(minutes / DAY_MINUTES)
    const open = openOf(day)
    const part = PARTS_OF_A_DAY[minutes - day * DAY_MINUTES]
    if (open && part) {
      out.put(open)
      out.put(part)
    } else out.text(wallText(minutes))
    return true
  }
}
