import { isDeepStrictEqual } from 'node:util'
import { tIn } from '../../shared/language.ts'
import { Refusal } from '../../shared/refusals.ts'
import type { Definition } from '../../shared/resource.ts'
import type { RouteAccess } from '../../shared/users/permissions.ts'
import { moduleOf } from '../index.ts'
import { commanded } from './commands/obey.server.ts'
import { contextOf, contextText } from './context.ts'
import { answerTo } from './data/answer.server.ts'
import type { Asker } from './data/counting.server.ts'
import { areSeen, mayRead } from './data/rights.server.ts'
import { type Asking, type Heard, hear, readingOf } from './heard.server.ts'
import { cover } from './language/cover.ts'
import type { Word } from './language/meaning.ts'
import type { Question } from './language/question.ts'
import type { Reading } from './language/reading.ts'
import { notUnderstood, notYours, unclear } from './replies.server.ts'
import { type Reply, saying } from './reply.ts'

/**
 * What a sentence is answered with, of what the asker may see and open: a command, the answer to a question about the registers, or what may
 * have been meant.
 * @param before the context of the reply before, as the browser kept it
 */
export async function replyTo(
  asker: Asker,
  access: RouteAccess,
  sentence: string,
  before?: string | null,
): Promise<Reply> {
  const asking: Asking = { asker, access, context: contextOf(before) }
  const heard = await hear(asker, sentence)
  return (
    (await continued(asking, heard)) ??
    (await commanded(asking, heard)) ??
    (await questioned(asking, heard)) ??
    unclear(asking, heard)
  )
}

const SURE = 0.45

const GOING_ON: readonly Word[] = ['by', 'only', 'who']
/** What says no more than by what, only what or who goes on with the question before, whatever page is called so. */
async function continued(asking: Asking, heard: Heard): Promise<Reply | null> {
  const definition = moduleOf(asking.context.question?.module ?? '')
  const covered = cover(heard.lexicon, heard.units, 'screen')
  const isGoingOn = covered.matches.some(({ meanings }) =>
    meanings.some((one) => one.is === 'word' && GOING_ON.includes(one.word)),
  )
  if (!definition || !isGoingOn || covered.unknown.length > 0) return null
  const reading = await readingOf(asking, heard, heard.units, covered, { definitions: [definition] })
  return reading?.isFurther && reading.unknown.length === 0 ? replyOf(asking, heard, reading) : null
}

async function questioned(asking: Asking, heard: Heard): Promise<Reply | null> {
  const covered = cover(heard.lexicon, heard.units, 'screen')
  const reading = await readingOf(asking, heard, heard.units, covered)
  return !reading || (reading.sure < SURE && !reading.isFurther) ? null : replyOf(asking, heard, reading)
}

async function replyOf(asking: Asking, heard: Heard, reading: Reading): Promise<Reply | null> {
  const { asker } = asking
  const { actor } = asker
  const definition = moduleOf(reading.question.module)
  if (!definition) return null
  if (!mayRead(actor, definition)) return notYours(asking)
  if (reading.turning.length > 0) return unclear(asking, heard, reading.turning)
  if (reading.lacking.length > 0) return saying(tIn(actor.language, lackingWords(reading.lacking)))
  for (const { module, id, said } of reading.named) {
    const target = moduleOf(module)
    if (target && !(await areSeen(asker, target, [id]))) return notYours(asking, said)
  }
  const than = reading.isFurther && asking.context.question ? asking.context.question : null
  if (reading.unknown.length > 0 && isDeepStrictEqual(reading.question, than))
    return unclear(asking, heard, reading.unknown)
  const answer = await answered(asker, definition, reading.question, than)
  if (answer === 'not theirs') return notYours(asking)
  if (!answer) return null
  const left = reading.unknown.filter((word) => word.trim().length > 1 || /\d/.test(word))
  const note = left.length > 0 ? `\n${notUnderstood(left, actor.language)}` : ''
  const text = `${answer.text}${note}`
  return saying(text, { ...answer, text, context: contextText({ question: reading.question }) })
}

const lackingWords = (lacking: readonly string[]): string =>
  lacking.includes('stores')
    ? 'You have no store of your own: please say which one.'
    : 'You have no department of your own: please say which one.'

/** What a context or a sentence asks for and no list is narrowed by is no question. */
async function answered(asker: Asker, definition: Definition, question: Question, than: Question | null) {
  try {
    return (await answerTo(asker, definition, question, than)) ?? 'not theirs'
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
