import { type Clocked, clockOf } from '../../../shared/complaints/clock.ts'
import { DueText } from '../../../web/ui/due.tsx'
import { useNow } from '../../../web/ui/now.ts'

/** The clock of a complaint as a colour and a word, kept right while the page stays open. */
export function DueWord({ row }: { row: Clocked }) {
  const clock = clockOf(row, useNow())
  return <DueText at={clock?.at ?? row.created_at} due={clock} />
}
