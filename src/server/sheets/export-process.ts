/**
 * A process of its own for one export, so that the server's memory and its answers to others stay as they are: reads rows from a
 * cursor, writes the workbook to its output, and ends when the server goes.
 */
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { tIn } from '../../shared/language.ts'
import { sheetCell } from '../../shared/sheet.ts'
import { speakAll } from '../words.ts'
import type { ExportOrder, ExportProgress } from './export-order.ts'
import { ExportRows } from './export-rows.ts'
import { type SheetRow, workbook } from './workbook.ts'

/** Deflate's quickest: the rows must not wait for it, and text of this kind packs well anyway. */
const LEVEL = 1

setPriority(10)
const leave = () => process.exit(1)
process.on('disconnect', leave)
speakAll()
const order = JSON.parse(await text(process.stdin)) as ExportOrder // the server wrote it
const rows = await ExportRows.open(order)
/** A coded value has few words, said a million times. */
const words = new Map<string, string>()
const say = (label: string): string => {
  const known = words.get(label) ?? tIn(order.language, label)
  words.set(label, known)
  return known
}
const context = { timeZone: order.timeZone, say }
const columns = order.columns.map(({ field }) => ({ label: context.say(field.label), width: (field.width ?? 0) / 7 }))

async function* batches(): AsyncGenerator<SheetRow[]> {
  let done = 0
  for await (const batch of rows.batches()) {
    yield batch.map((values) => values.map((value, at) => cellOf(value, at)))
    done += batch.length
    tell({ rows: done, isDone: false })
  }
  tell({ rows: done, isDone: true })
}

const fields = order.columns.map((column) => column.field)
function cellOf(value: unknown, at: number) {
  const field = fields[at]
  return field ? sheetCell(value, field, context) : ({ type: 'empty' } as const)
}

function tell(progress: ExportProgress): void {
  process.send?.(progress)
}

await pipeline(
  Readable.from(workbook([{ name: order.sheetName, columns, batches: batches() }], { level: LEVEL }), {
    objectMode: false,
  }),
  process.stdout,
)
await rows.close()
process.off('disconnect', leave)
process.disconnect()
