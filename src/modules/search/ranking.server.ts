import { sql } from 'kysely'
import { all, type Sql } from '#server/db/db.ts'
import { searchTextOf } from '#server/search/search.ts'
import type { Kind } from '../../shared/fields.ts'
import { type Definition, entriesOf } from '../../shared/resource.ts'
import { normalizeText } from '../../shared/vietnam/vietnam.ts'
import { wholeWords } from '../../shared/whole-words.ts'

/** Letters of a text that are looked at, to rank it and to tell why it was found. */
export const READ = 4000

export const isLong = (kind: Kind): boolean => kind === 'richText' || kind === 'longText'

/** What was typed, word by word, and as a phrase: 'ha dong' is sooner 'Hà Đông' than 'há cảo đông lạnh'. */
function partsOf(typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  return words.length > 1 ? [...words, words.join(' ')] : words
}

/** Letters beyond ASCII are some in every database. */
const matches = (text: Sql, pattern: string) => sql`(${text} ~ ${pattern} collate pg_catalog.pg_c_utf8)::int`
const quoted = (part: string) => part.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&')

/**
 * A join with the texts of the rows `r`, and their order: how many of the words stand whole there, then how many with the diacritics that
 * were typed, then how many in the short fields.
 */
export function ranking(definition: Definition, typed: string): { texts: Sql; order: Sql } {
  const columns = entriesOf(definition)
    .filter(([, field]) => field.search)
    .map(([name, { kind }]) => ({ column: sql`r.${sql.ref(name)}::text`, isName: !isLong(kind) }))
  const join = (ones: readonly Sql[]) => sql`concat_ws(' ', ${all([sql`''`, ...ones], sql`, `)})`
  const said = join(columns.map(({ column }) => sql`left(${column}, ${sql.lit(READ)})`))
  const names = join(columns.flatMap(({ column, isName }) => (isName ? [column] : [])))
  const parts = partsOf(typed)
  const folded = parts.map(normalizeText)
  const count = (text: 'folded' | 'said' | 'names', ones: readonly string[], pattern: (part: string) => string) =>
    all(
      ones.map((part) => matches(sql.ref(`x.${text}`), pattern(quoted(part)))),
      sql` + `,
    )
  const whole = (part: string) => `\\m${part}\\M`
  return {
    texts: sql`lateral (select ${searchTextOf(definition)} as folded, lower(${said} collate pg_catalog.pg_c_utf8) as said,
      fold(${names}) as names offset 0) x`,
    order: sql`${count('folded', folded, whole)} desc, ${count('said', parts, (part) => `\\m${part}`)} desc,
      ${count('names', folded, whole)} desc`,
  }
}

/** Tells how much of what was typed one line that is shown of a record says; 0 unless it says every word. */
export function fitOf(typed: string): (line: string | null) => number {
  const exact = partsOf(typed).map(wholeWords)
  const folded = partsOf(typed).map((part) => wholeWords(normalizeText(part)))
  const most = Math.max(1, folded.length - 1)
  return (line) => {
    if (line === null) return 0
    const [said, plain] = [line.normalize('NFC').toLowerCase(), normalizeText(line)]
    if (!folded.slice(0, most).every((one) => one.test(plain))) return 0
    return exact.filter((one) => one.test(said)).length + folded.filter((one) => one.test(plain)).length
  }
}
