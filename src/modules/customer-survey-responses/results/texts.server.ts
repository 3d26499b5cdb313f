import { sql } from 'kysely'
import { all, type Db, row, rows, type Sql } from '#server/db/db.ts'
import { calledSql } from '#server/resource/query/columns.ts'
import type { Language } from '../../../shared/language.ts'
import type { Span } from '../../../shared/time/spans.ts'
import { normalizeText } from '../../../shared/vietnam/vietnam.ts'
import { stores } from '../../stores/stores.ts'
import { customerSurveyResponses } from '../customer-survey-responses.ts'
import { markOf, READ_MOST, type TextsPage, type UsedWords, WRITTEN, type WrittenAnswer } from './answer.ts'
import { countsOf } from './counts.server.ts'
import { mostUsed, wordsOf } from './words.ts'
import { WordsKept } from './words-kept.ts'

/** Whose texts: of one question, in a period. */
export interface TextsWanted {
  survey: number
  question: number
  span: Span
  stores: readonly number[] | null
}

/** Of the response `r`. */
const NUMBER = sql.raw(`(${customerSurveyResponses.fields.number.sql})`)

const WORDS_MOST = 40
/** Beyond so many that match a search nobody counts on. */
const COUNTED_MOST = 1000

/** The texts that answer a question, the newest first; those with some letters in them, whatever their accents, or with one of the words most used. */
export async function textsOf(
  db: Db,
  wanted: TextsWanted,
  {
    search,
    word,
    page,
    perpage,
    language,
  }: { search: string; word: string; page: number; perpage: number; language: Language },
): Promise<TextsPage> {
  if (word) {
    const found = (await newest(db, wanted)).filter(({ words }) => words.has(word)).map(({ id }) => id)
    const shown = found.slice((page - 1) * perpage, page * perpage)
    const data = await shownTexts(
      db,
      wanted.question,
      sql`${whereOf(wanted)} and r.id = any(${shown}::bigint[])`,
      perpage,
      0,
      language,
    )
    return { data, total: found.length, total_is_more: false }
  }
  const where = search ? sql`${whereOf(wanted)} and ${hasLetters(wanted.question, search)}` : whereOf(wanted)
  const [data, total] = await Promise.all([
    shownTexts(db, wanted.question, where, perpage, (page - 1) * perpage, language),
    search ? matching(db, where) : written(db, wanted),
  ])
  return {
    data,
    total: Math.min(total, search ? COUNTED_MOST : total),
    total_is_more: search !== '' && total > COUNTED_MOST,
  }
}

/** The words that most of the newest texts hold. */
export async function wordsUsed(db: Db, wanted: TextsWanted): Promise<UsedWords> {
  const read = await newest(db, wanted)
  return {
    words: mostUsed(
      read.map(({ words }) => words),
      WORDS_MOST,
    ),
    read: read.length,
  }
}

const kept = new WordsKept()

/** The newest texts as words, as they were at most a minute ago: a word opens exactly the texts by which it was counted. */
const newest = (db: Db, wanted: TextsWanted) =>
  kept.ask(JSON.stringify(wanted), async () => {
    const found = await rows(
      db,
      { id: 'number', text: 'string' },
      sql`select r.id, r.answers ->> ${String(wanted.question)}::text as text from customer_survey_responses r where ${whereOf(wanted)}
          order by r.answered_at desc, r.id desc limit ${sql.lit(READ_MOST)}`,
    )
    const words = wordsOf(found.map(({ text }) => text))
    return found.map(({ id }, at) => ({ id, words: words[at] ?? new Set() }))
  })

async function shownTexts(
  db: Db,
  question: number,
  where: Sql,
  most: number,
  skipped: number,
  language: Language,
): Promise<WrittenAnswer[]> {
  return rows(
    db,
    { response: 'number', number: 'string', text: 'string', store: 'string?', answered_at: 'string', score: 'number?' },
    sql`select r.id as response, ${NUMBER} as number, r.answers ->> ${String(question)}::text as text,
          ${calledSql(stores, 's', language)} as store, to_char(r.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as answered_at, r.score
        from (select * from customer_survey_responses r where ${where} order by r.answered_at desc, r.id desc limit ${most} offset ${skipped}) r
          left join stores s on s.id = r.store order by r.answered_at desc, r.id desc`,
  )
}

const matching = async (db: Db, where: Sql): Promise<number> =>
  (
    await row(
      db,
      { n: 'number' },
      sql`select count(*)::int as n from (select 1 from customer_survey_responses r where ${where} limit ${sql.lit(COUNTED_MOST + 1)}) c`,
    )
  )?.n ?? 0

async function written(db: Db, { survey, span, stores: seen, question }: TextsWanted): Promise<number> {
  const lines = await countsOf(db, { survey, span, stores: seen }, 'none')
  return lines.get('')?.tallies[question]?.n ?? 0
}

/** The responses `r` of a survey in a period, as far as they are seen. */
export function responsesIn({ survey, span, stores: seen }: Omit<TextsWanted, 'question'>): Sql {
  const { from, to } = span
  return all([
    sql`r.deleted_at is null and r.survey = ${survey}`,
    sql`r.answered_at >= ${from}::timestamp at time zone chain_zone() and r.answered_at < (${to}::date + 1)::timestamp at time zone chain_zone()`,
    ...(seen ? [inStores(seen)] : []),
  ])
}

/** By the index of stores; 0 is without one. */
const inStores = (seen: readonly number[]): Sql =>
  seen.includes(0)
    ? sql`coalesce(r.store, 0) = any(${[...seen]}::bigint[])`
    : sql`r.store = any(${[...seen]}::bigint[])`

const whereOf = (wanted: TextsWanted): Sql =>
  sql`${responsesIn(wanted)} and r.marks && ${sql.raw(`'{${markOf(wanted.question, WRITTEN)}}'`)}::bigint[]`

/** Found by an index of all that was written, and looked for in what answers this question. */
function hasLetters(question: number, search: string): Sql {
  const like = `%${normalizeText(search).replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`r.written like ${like} and fold(r.answers ->> ${String(question)}::text) like ${like}`
}
