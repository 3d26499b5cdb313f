import { useDebouncedValue } from '@mantine/hooks'
import type { Watched } from '../../../shared/definition/odd-entries.ts'
import { oddWords } from '../../../shared/definition/odd-words.ts'
import { t } from '../../../shared/language.ts'
import css from './form.module.css'
import type { Form } from './use-form.ts'

/** What looks odd in a field, in words; undefined where nothing does. */
type OddIn = (name: string, form: Form) => string | undefined

/** Not while a word is half typed. */
const REST_MS = 600

/** Tells below the fields of a form what looks odd in them, once nobody types, and never stops anybody. */
export const oddNotes = (oddIn: OddIn) => (name: string, form: Form) => <OddNote words={oddIn(name, form)} />

function OddNote({ words }: { words: string | undefined }) {
  const [said] = useDebouncedValue(words, REST_MS)
  return said === undefined ? null : (
    <p role="status" className={`${css.note} ${css.odd}`}>
      {said}
    </p>
  )
}

/** What a form tells of the fields that its register watches. */
export const oddInOf =
  (watched: Watched): OddIn =>
  (name, { row, values }) => {
    const words = oddWords(watched, name, values[name], row ? Date.parse(row.created_at) : Date.now())
    return words && t(words)
  }
