import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { parse } from 'yaml'
import type { Reply } from '../../../src/modules/assistant/reply.ts'
import type { Actor } from '../../../src/server/actor.ts'
import { rows } from '../../../src/server/db/db.ts'
import { LANGUAGES, type Language } from '../../../src/shared/language.ts'
import type { DemoChain } from './demo-chain.ts'
import { FACTS, type FactName, PRELUDE } from './facts.ts'
import { judged } from './judging.ts'
import { withSlips } from './slips.ts'

export interface WrittenQuestion {
  language: Language
  name: FactName
  sentence: string
}
export interface Judged {
  question: WrittenQuestion
  asked: string
  reply: Reply
  isRight: boolean
}

/** The written questions and what is true of each in a demo chain. */
export async function examOf({ db, ask }: Pick<DemoChain, 'db' | 'ask'>) {
  const all = (statement: string): Promise<Record<string, unknown>[]> => rows(db, sql.raw(`${PRELUDE}${statement}`))
  const [found] = await all('select issue_number as n from c where assignee is not null order by id desc limit 1')
  const number = String(found?.n)
  const truths = new Map<string, Record<string, unknown>[]>()
  for (const [name, { sql: statement }] of Object.entries(FACTS)) truths.set(name, await all(statement))
  const written = parse(readFileSync(new URL('questions.yaml', import.meta.url), 'utf8')) as Record<
    Language,
    Partial<Record<FactName, string[]>>
  > // as its head says
  const questions = LANGUAGES.flatMap((language) =>
    Object.entries(written[language]).flatMap(([name, sentences]) =>
      (sentences ?? []).map(
        (sentence): WrittenQuestion => ({
          language,
          name: name as FactName,
          sentence: sentence.replace('<number>', number),
        }),
      ),
    ),
  )
  return {
    questions,
    truths,
    all,
    number,
    /** Asks all of them, with a wrong letter in every fifth word where wished. */
    async sit(asker: Actor, { hasSlips = false } = {}): Promise<Judged[]> {
      const judging: Judged[] = []
      for (const [at, question] of questions.entries()) {
        const asked = hasSlips ? withSlips(question.sentence, at * 7 + 1) : question.sentence
        const reply = await ask(asker, asked, question.language)
        const isRight = judged(FACTS[question.name], truths.get(question.name) ?? [], reply)
        judging.push({ question, asked, reply, isRight })
      }
      return judging
    },
  }
}
