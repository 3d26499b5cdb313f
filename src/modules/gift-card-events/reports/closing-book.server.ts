import { Readable } from 'node:stream'
import { type Sheet, type SheetRow, workbook } from '#server/sheets/sheets.ts'
import type { ClosingReport } from '../../../shared/draws/report.ts'
import { formatMoment } from '../../../shared/format.ts'
import { type Language, tIn } from '../../../shared/language.ts'
import { EMPTY_CELL, numberCell, textCell } from '../../../shared/sheet.ts'
import { LOG_STATES } from '../../gift-card-event-logs/flow.ts'

interface Reader {
  name: string
  language: Language
  timeZone: string
}

/** The closing report as a workbook: gifts, winners, and what proves the draws. */
export function closingBook(
  { event, counts, gifts, winners, plans, closing }: ClosingReport,
  reader: Reader,
): Readable {
  const say = (words: string) => tIn(reader.language, words)
  const stateOf = (state: string) => say(LOG_STATES.find(({ value }) => value === state)?.label ?? state)
  const moment = (at: string) => formatMoment(at, reader.timeZone)
  const sum = (of: (one: (typeof gifts)[number]) => number) => gifts.reduce((all, one) => all + of(one), 0)
  const facts: [string, string | number][] = [
    [say('Event name'), event.name],
    [say('Event code'), event.code],
    [say('Registration number'), event.registration_number ?? ''],
    [say('Begins'), moment(event.starts_at)],
    [say('Ends'), moment(event.ends_at)],
    [say('Stores'), event.stores.join(', ') || say('All stores')],
    [say('Draws made'), counts.draws],
    [say('Bills'), counts.bills],
    [say('Customers'), counts.customers],
    [say('Gifts won'), counts.given],
    [say('Handed out'), counts.handed_out],
    [say('Not taken'), counts.not_taken],
    [say('Draws at the end'), closing.count],
    [say('Code of the last draw'), closing.code],
    ...plans.flatMap(({ version, first, commitment, seed, reason }): [string, string | number][] => [
      [`${say('Seal')} ${version}`, commitment],
      [`${say('Secret number')} ${version}`, seed],
      [`${say('From draw')} ${version}`, first],
      ...(reason ? [[`${say('Why the plan changes')} ${version}`, reason] satisfies [string, string]] : []),
    ]),
    [say('Seen with the permissions of'), reader.name],
    [say('As of'), formatMoment(new Date(), reader.timeZone)],
  ]
  const sheets: Sheet[] = [
    {
      name: say('Gifts'),
      columns: [
        { label: say('Gift'), width: 34 },
        ...['Value of one', 'Plan', 'Gifts won', 'Left over', 'Value planned', 'Value of gifts won', 'Value left'].map(
          (label) => ({
            label: say(label),
            width: 16,
          }),
        ),
      ],
      batches: [
        [
          ...gifts.map((one) => [textCell(one.name), numberCell(one.price), ...figures(one)]),
          [
            textCell(say('Total')),
            EMPTY_CELL,
            ...figures({
              planned: sum((one) => one.planned),
              given: sum((one) => one.given),
              left: sum((one) => one.left),
              value_planned: sum((one) => one.value_planned),
              value: sum((one) => one.value),
              value_left: sum((one) => one.value_left),
            }),
          ],
        ],
      ],
    },
    {
      name: say('Winners'),
      columns: ['Draw no.', 'Day', 'Store', 'Gift', 'Bill', 'Customer', 'Phone', 'State', 'Code'].map((label) => ({
        label: say(label),
        width: 18,
      })),
      batches: [
        winners.map(
          (one): SheetRow => [
            numberCell(one.n),
            { type: 'date', at: one.day, hasTime: false },
            ...[one.store, one.gift, one.bill, one.name, one.phone, stateOf(one.state), one.code].map(textCell),
          ],
        ),
      ],
    },
    {
      name: say('About this report'),
      columns: [
        { label: say('Item'), width: 32 },
        { label: say('Value'), width: 80 },
      ],
      batches: [
        facts.map(([what, value]) => [textCell(what), typeof value === 'number' ? numberCell(value) : textCell(value)]),
      ],
    },
  ]
  return Readable.from(workbook(sheets), { objectMode: false })
}

export const closingName = ({ event }: ClosingReport, language: Language): string =>
  `${tIn(language, 'Closing report').replace(/[^\p{L}\p{N}]+/gu, '-')}-${event.code}.xlsx`

const figures = (
  one: Pick<ClosingReport['gifts'][number], 'planned' | 'given' | 'left' | 'value_planned' | 'value' | 'value_left'>,
) => [one.planned, one.given, one.left, one.value_planned, one.value, one.value_left].map((value) => numberCell(value))
