/**
 * A process of its own for one export, so that the server's memory and its answers to others stay as they are: reads rows from a
 * cursor, writes the workbook to its output, and ends when the server goes.
 */
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { tIn } from '../../../shared/language.ts'
import { speakOnly } from '../../translations.ts'
import { SharedStrings } from '../xlsx/shared-strings.ts'
import { type WrittenRows, workbook } from '../xlsx/workbook.ts'
import type { ExportOrder, ExportProgress } from './export-order.ts'
import { ExportRows } from './export-rows.ts'

/** Deflate's quickest: the rows must not wait for it, and text of this kind packs well anyway. */
const LEVEL = 1
/** `process.stdout` would hold up the rows while the server is busy elsewhere: it writes to a pipe before it goes on. */
const OUTPUT = 1
/** Rows. */
const REPORTED_EVERY = 5000

const leave = () => process.exit(1)
process.on('disconnect', leave)
const order = JSON.parse(await text(process.stdin)) as ExportOrder // the server wrote it
speakOnly(order.language)
const rows = await ExportRows.open(order)
const shared = new SharedStrings()
const context = { timeZone: order.timeZone, say: (label: string) => tIn(order.language, label) }
const columns = order.columns.map(({ field }) => ({ label: context.say(field.label), width: (field.width ?? 0) / 7 }))

async function* batches(): AsyncGenerator<WrittenRows> {
  let done = 0
  let reported = 0
  for await (const batch of rows.batches(context, shared)) {
    yield batch
    done += batch.length
    if (done - reported < REPORTED_EVERY) continue
    tell({ rows: done, isDone: false })
    reported = done
  }
  tell({ rows: done, isDone: true })
}

function tell(progress: ExportProgress): void {
  process.send?.(progress)
}

await pipeline(
  Readable.from(workbook([{ name: order.sheetName, columns, batches: batches() }], { level: LEVEL, shared }), {
    objectMode: false,
  }),
  new Socket({ fd: OUTPUT, readable: false, writable: true }),
)
await rows.close()
process.off('disconnect', leave)
process.disconnect()
