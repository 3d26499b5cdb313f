import { Readable } from 'node:stream'
import { record } from '#server/activity/activity.ts'
import { XLSX } from '#server/http/answers.ts'
import { get } from '#server/http/route.ts'
import { type SheetColumn, type SheetRow, sendWorkbook, workbook } from '#server/sheets/sheets.ts'
import { wallClock } from '../../shared/format.ts'
import { tIn } from '../../shared/language.ts'
import { EMPTY_CELL, numberCell, type SheetCell, textCell } from '../../shared/sheet.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { linesOf, type RoundLine, roundOf } from './page.server.ts'
import { ROUND_STAGES, taskRounds } from './task-rounds.ts'

/** The round as its page shows it, a row a store, and a column for each number that was noted. */
export const exportRoute = get(
  ':id/export',
  { needs: 'report', mediaType: XLSX, summary: 'The round as a workbook: how far each store is' },
  async ({ db, id, actor, context, reply }) => {
    const round = await roundOf(db, id, actor)
    const lines = await linesOf(db, round, actor)
    const say = (words: string) => tIn(actor.language, words)
    const zone = context.config.timezone
    const name = `${normalizeText(round.title).replace(/[^\p{L}\p{N}]+/gu, '-')}-${wallClock(new Date(), zone).day}.xlsx`
    await record(db, actor, { action: 'export', module: taskRounds.name, recordId: id, title: round.title })
    const noted = [...new Set(lines.flatMap(({ notes }) => notes.map(({ title }) => title)))]
    const columns: SheetColumn[] = [
      ...[
        'Store code',
        'Store',
        'Person',
        'Stage',
        'Late',
        'Items done',
        'Items',
        'Photos',
        'Seen at',
        'Finished at',
      ].map((label) => ({ label: say(label) })),
      ...noted.map((label) => ({ label })),
    ]
    const rowOf = (line: RoundLine): SheetRow => [
      textCell(line.store.code),
      textCell(line.store.name),
      textCell(line.person?.name ?? ''),
      textCell(say(ROUND_STAGES.find(({ value }) => value === line.stage)?.label ?? '')),
      textCell(line.is_late ? say('Late') : line.was_late ? say('Done late') : ''),
      numberCell(line.items_done),
      numberCell(line.items),
      numberCell(line.photos.length),
      at(line.seen_at, zone),
      at(line.finished_at, zone),
      ...noted.map((title) => {
        const note = line.notes.find((one) => one.title === title)
        return note ? numberCell(note.number, 'decimal') : EMPTY_CELL
      }),
    ]
    return sendWorkbook(
      reply,
      name,
      Readable.from(workbook([{ name: say('Round'), columns, batches: [lines.map(rowOf)] }]), { objectMode: false }),
    )
  },
)

function at(moment: Date | null, zone: string): SheetCell {
  if (!moment) return EMPTY_CELL
  const { day, time } = wallClock(moment, zone)
  return { type: 'date', at: `${day} ${time}`, hasTime: true }
}
