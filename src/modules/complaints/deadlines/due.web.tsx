import { DueText } from '../../../web/ui/due.tsx'
import { useNow } from '../../../web/ui/now.ts'
import { type Dated, dueOf } from './due.ts'

/** The deadline as a colour and a word, kept right while the page stays open. */
export function DueWord({ row }: { row: Dated }) {
  const at = row.paused_at && !row.due_at ? row.paused_at : (row.due_at ?? row.law_due_at ?? row.created_at)
  return <DueText at={at} due={dueOf(row, useNow())} />
}
