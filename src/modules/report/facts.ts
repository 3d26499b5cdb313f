import { formatMoment } from '../../shared/format.ts'
import type { Language } from '../../shared/language.ts'
import { tIn } from '../../shared/language.ts'
import { spanWords } from '../../shared/time/spans.ts'
import type { ReportKind } from './kinds.ts'
import type { Report } from './report.ts'

interface Reader {
  /** With whose rights it was made. */
  name: string
  language: Language
  timeZone: string
}

/** What a report is of, in words: its period, what it is compared with, its filters, and who made it when. */
export function factsOf(
  report: Report,
  { label }: ReportKind,
  { name, language, timeZone }: Reader,
): [string, string][] {
  const say = (text: string) => tIn(language, text)
  return [
    [say('Report'), say(label)],
    [say('Period'), spanWords(report.period)],
    ...(report.compared ? [[say('Compared with'), spanWords(report.compared)] satisfies [string, string]] : []),
    ...report.narrowed,
    [say('Seen with the permissions of'), name],
    [say('As of'), formatMoment(new Date(), timeZone)],
  ]
}
