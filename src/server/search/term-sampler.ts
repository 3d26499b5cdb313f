import { sql } from 'kysely'
import type { Definition } from '../../shared/resource.ts'
import { type Db, row, rows } from '../db/db.ts'
import { searchExpression } from '../db/schema.ts'
import { searchedTableOf } from './index.ts'

/** What some records of a big table hold: tells rare words from common ones without a question to the database. */
export interface TermSample {
  /** The folded words of each. */
  texts: readonly string[]
  /** How many records the table has, about. */
  known: number
}

const SAMPLED = 3000
/** What is smaller is looked at as quickly. */
const SAMPLED_FROM = 10 * SAMPLED
/** Characters of a record. */
const LONGEST = 2000
/** ms. Words that become common meanwhile are gathered although they need not be, no more. */
const FRESH_FOR = 60_000
/** Parts of words are common enough to be told from fewer texts. */
const COMPARED = 400
/** Reading so many records for nothing costs less than narrowing them down further. */
const READ_IN_VAIN = 20
/** What a digit more leaves. */
const ONE_MORE_LETTER = 0.1

interface Kept {
  sample: TermSample | null
  until: number
}
const keptBy = new WeakMap<Db, Map<Definition, Kept>>()

/** What was read last; read anew, beside the request, when it is old. None at first, of a small table and in a transaction. */
export function sampleOf(db: Db, definition: Definition): TermSample | null {
  if (db.isTransaction) return null
  const samples = keptBy.get(db) ?? new Map<Definition, Kept>()
  keptBy.set(db, samples)
  const kept = samples.get(definition)
  const sample = kept?.sample ?? null
  if (!kept || kept.until < Date.now()) {
    samples.set(definition, { sample, until: Date.now() + FRESH_FOR })
    const keep = (read: TermSample | null) => samples.set(definition, { sample: read, until: Date.now() + FRESH_FOR })
    // A database that cannot be read now is asked again a minute later; the search itself tells whoever waits.
    readSample(db, definition).then(keep, () => {})
  }
  return sample
}

async function readSample(db: Db, definition: Definition): Promise<TermSample | null> {
  const size = await row(
    db,
    { known: 'number' },
    sql`select reltuples as known from pg_class where oid = ${definition.table}::regclass`,
  )
  const known = size?.known ?? 0
  if (known < SAMPLED_FROM || !searchExpression(definition)) return null
  const share = (100 * SAMPLED) / known
  const texts = await rows(
    db,
    { text: 'string' },
    sql`select left(w.search_text, ${sql.lit(LONGEST)}) as text from ${sql.table(searchedTableOf(definition))} w tablesample system (${share}::real)`,
  )
  return { texts: texts.map(({ text }) => text), known }
}

/** Whether fewer than so many records are expected to hold all of these words. */
export function areRare({ texts, known }: TermSample, words: readonly string[], most: number): boolean {
  let left = Math.ceil((most * texts.length) / known)
  return texts.every((text) => !words.every((word) => text.includes(word)) || --left > 0)
}

/**
 * The rarest three letters or digits in a row of these words, as few as leave hardly a record without the words: each is a list of
 * its own in a trigram index, and reading the long lists of '000' or of the beginnings of words is most of a search for a number.
 * None where all of them together do not tell enough.
 */
export function rarestOf({ texts, known }: TermSample, words: readonly string[]): string[] {
  // In the order they were read the first are the oldest.
  const compared = texts.filter((_, at) => at % Math.ceil(texts.length / COMPARED) === 0)
  const shareOf = (part: string) => (compared.filter((text) => text.includes(part)).length + 1) / (compared.length + 1)
  const parts = [...new Set(words.flatMap((word) => trigramsOf(word)))]
  const left = parts.map((part) => ({ part, share: shareOf(part) })).toSorted((a, b) => a.share - b.share)
  const taken: string[] = []
  for (let expected = known; expected >= READ_IN_VAIN; ) {
    // Those that share two letters tell hardly more together: others come first.
    const apart = left.findIndex(({ part }) => !taken.some((one) => overlap(one, part)))
    const [next] = left.splice(Math.max(apart, 0), 1)
    if (!next) return []
    taken.push(next.part)
    expected *= apart < 0 ? Math.max(next.share, ONE_MORE_LETTER) : next.share
  }
  return taken
}

const overlap = (one: string, other: string): boolean =>
  one.slice(1) === other.slice(0, 2) || other.slice(1) === one.slice(0, 2)

/** What any text with this word holds, as the index cuts it: no end of a word, as the text may go on where the word does not. */
const trigramsOf = (word: string): string[] =>
  Array.from({ length: Math.max(word.length - 2, 0) }, (_, at) => word.slice(at, at + 3)).filter((part) =>
    /^[a-z0-9]{3}$/.test(part),
  )
