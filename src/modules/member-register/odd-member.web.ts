import { t } from '../../shared/language.ts'
import { plainPhone } from '../../shared/vietnam/vietnam.ts'
import { oddNotes } from '../../web/screens/form/odd-note.tsx'
import type { Form } from '../../web/screens/form/use-form.ts'
import { nameWarnings, paperProblem, paperWarnings, phoneWarnings, plainNumber, type Warning } from './papers.ts'
import { WARNINGS } from './words.ts'

/** What looks odd in a registration that is being typed, as the server will note it; of what is not there yet, nothing. */
function oddInMember(name: string, { values }: Form): string | undefined {
  const typed = String(values[name] ?? '').trim()
  const found = typed ? (ODD[name]?.(typed, values) ?? []) : []
  const words = WARNINGS.filter(({ value }) => found.includes(value)).map(({ label }) => t(label))
  return words.length > 0 ? words.join(' · ') : undefined
}

export const oddBelow = oddNotes(oddInMember)

const ODD: Record<string, (typed: string, values: Form['values']) => Warning[]> = {
  full_name: nameWarnings,
  phone: (typed) => phoneWarnings(plainPhone(typed)),
  identity_number: (typed, values) => odd(typed, values).filter((one) => one !== 'age'),
  birth_date: (_, values) => odd(String(values.identity_number ?? ''), values).filter((one) => one === 'age'),
}

function odd(typed: string, { document, birth_date }: Form['values']): Warning[] {
  const paper = document === 'passport' ? 'passport' : 'citizen'
  const number = plainNumber(typed)
  if (typeof birth_date !== 'string' || !birth_date || paperProblem(paper, number)) return []
  return paperWarnings(paper, number, birth_date, new Date().toISOString().slice(0, 10))
}
