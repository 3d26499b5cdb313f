import type { Tone } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { Mark } from '../../../web/fields/cell.tsx'
import type { AnyRow } from '../../../web/screens/module.ts'

const GOOD = 80

/** How a customer scored, from 0 to 100; a low one says so in words too. */
export function Score({ row }: { row: AnyRow }) {
  if (typeof row.score !== 'number') return '–'
  return <Mark tone={toneOf(row.score, row.is_low === true)}>{scoreSaid(row)}</Mark>
}

export const scoreSaid = ({ score, is_low }: AnyRow): string =>
  is_low ? t('{{score}}, low', { score: Number(score) }) : String(score)

const toneOf = (score: number, isLow: boolean): Tone => (isLow ? 'bad' : score >= GOOD ? 'ok' : 'mute')
