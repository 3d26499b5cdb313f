import { Readable } from 'node:stream'
import { type Sheet, type SheetRow, workbook } from '#server/sheets/sheets.ts'
import type { EventReport } from '../../../shared/draws/report.ts'
import { formatMoment } from '../../../shared/format.ts'
import { type Language, tIn } from '../../../shared/language.ts'
import { EMPTY_CELL, numberCell, type SheetCell, textCell } from '../../../shared/sheet.ts'

interface Reader {
  name: string
  language: Language
  timeZone: string
}

/** An event against its plan as a workbook: by gift, store and day. */
export function reportBook({ event, gifts, none, fit, stores, days }: EventReport, reader: Reader): Readable {
  const say = (words: string) => tIn(reader.language, words)
  const heads = (first: string, rest: readonly string[]) => [
    { label: say(first), width: 34 },
    ...rest.map((label) => ({ label: say(label), width: 16 })),
  ]
  const place = (label: SheetCell, one: { draws: number; given: number; planned: number }): SheetRow => [
    label,
    numberCell(one.draws),
    numberCell(one.given),
    numberCell(one.planned, 'decimal'),
  ]
  const facts: [string, SheetCell][] = [
    [say('Event name'), textCell(event.name)],
    [say('Event code'), textCell(event.code)],
    [say('Begins'), { type: 'date', at: event.from, hasTime: false }],
    [say('Ends'), { type: 'date', at: event.to, hasTime: false }],
    [say('Draws'), numberCell(event.draws)],
    [say('Bills'), numberCell(event.bills)],
    [say('Customers'), numberCell(event.customers)],
    ...(fit
      ? ([
          ['χ²', numberCell(fit.chiSquare, 'decimal')],
          [say('Degrees of freedom'), numberCell(fit.degrees)],
          [say('Probability by chance alone'), numberCell(fit.probability, 'plain')],
        ] satisfies [string, SheetCell][])
      : []),
    [say('Seen with the permissions of'), textCell(reader.name)],
    [say('As of'), textCell(formatMoment(new Date(), reader.timeZone))],
  ]
  const sheets: Sheet[] = [
    {
      name: say('Gifts'),
      columns: heads('Gift', [
        'Plan',
        'Gifts won',
        'Handed out',
        'Not taken',
        'Left over',
        'Value of gifts won',
        'Chance (%)',
        'Expected',
        'Drawn',
      ]),
      batches: [
        [
          ...gifts.map(
            (one): SheetRow => [
              textCell(one.name),
              ...[one.planned, one.given, one.handed_out, one.not_taken, one.left, one.value].map((value) =>
                numberCell(value),
              ),
              numberCell(one.chance, 'plain'),
              numberCell(one.expected, 'decimal'),
              numberCell(one.drawn),
            ],
          ),
          [
            textCell(say('No gift')),
            ...Array<SheetCell>(7).fill(EMPTY_CELL),
            numberCell(none.expected, 'decimal'),
            numberCell(none.drawn),
          ],
        ],
      ],
    },
    {
      name: say('By store'),
      columns: heads('Store', ['Draws', 'Gifts won', 'Plan']),
      batches: [stores.map((one) => place(textCell(one.name), one))],
    },
    {
      name: say('By day'),
      columns: heads('Day', ['Draws', 'Gifts won', 'Plan']),
      batches: [days.map((one) => place({ type: 'date', at: one.day, hasTime: false }, one))],
    },
    {
      name: say('About this report'),
      columns: [
        { label: say('Item'), width: 32 },
        { label: say('Value'), width: 60 },
      ],
      batches: [facts.map(([what, value]) => [textCell(what), value])],
    },
  ]
  return Readable.from(workbook(sheets), { objectMode: false })
}

export const reportName = ({ event }: EventReport, language: Language): string =>
  `${tIn(language, 'Won against planned').replace(/[^\p{L}\p{N}]+/gu, '-')}-${event.code}.xlsx`
