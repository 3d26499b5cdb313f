import { pack } from '../message.ts'
import {
  type Answer,
  isAnswered,
  isScale,
  LONGEST,
  possibleAnswers,
  type Question,
  shownQuestions,
} from './questions.ts'

/** What was answered of what was asked, to the letter, and what is wrong with it, by the question's id and packed. */
export interface Taken {
  answers: Record<string, Answer>
  wrong: Record<string, string>
}

/** Answers to questions that were not asked, as an earlier answer was changed since, are left out. */
export function takenAnswers(questions: readonly Question[], given: Readonly<Record<string, unknown>>): Taken {
  const right: Record<string, Answer> = {}
  const wrong: Record<string, string> = {}
  for (const question of questions) {
    const raw = given[question.id]
    const answer = answerOf(question, raw)
    if (answer !== null) right[question.id] = answer
    else if (!isLeftOut(raw)) wrong[question.id] = wrongWith(question, raw)
  }
  const shown = shownQuestions(questions, right)
  const isShown = (id: string) => shown.some((question) => String(question.id) === id)
  const missing = shown
    .filter(({ id, is_required }) => is_required && !(id in right) && !(id in wrong))
    .map(({ id }) => [id, pack('Please answer this question')])
  return {
    answers: Object.fromEntries(Object.entries(right).filter(([id]) => isShown(id))),
    wrong: Object.fromEntries([...Object.entries(wrong).filter(([id]) => isShown(id)), ...missing]),
  }
}

const isLeftOut = (raw: unknown): boolean =>
  raw === undefined ||
  raw === null ||
  (Array.isArray(raw) && raw.length === 0) ||
  (typeof raw === 'string' && raw.trim() === '')

/** The answer as it is kept; null where it is none to this question. */
function answerOf(question: Question, raw: unknown): Answer | null {
  const { kind } = question
  if (isScale(kind)) return typeof raw === 'number' && possibleAnswers(question).includes(String(raw)) ? raw : null
  if (kind === 'choices') {
    const keys = possibleAnswers(question)
    const isOfIt = Array.isArray(raw) && raw.length > 0 && raw.every((one) => keys.includes(one))
    return isOfIt ? keys.filter((key) => raw.includes(key)) : null
  }
  if (typeof raw !== 'string') return null
  if (kind === 'choice' || kind === 'yes-no') return possibleAnswers(question).includes(raw) ? raw : null
  return isAnswered(raw) && lengthOf(raw) <= LONGEST[kind] && !UNKEPT.test(raw) ? raw : null
}

/** Characters as people count them, of every script. */
const lengthOf = (text: string): number => [...text].length
/** Half a character, or the one that no database keeps. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is looked for
const UNKEPT = /[\u0000\p{Surrogate}]/u

function wrongWith({ kind }: Question, raw: unknown): string {
  const isTooLong = (kind === 'short' || kind === 'long') && typeof raw === 'string' && lengthOf(raw) > LONGEST[kind]
  return isTooLong
    ? pack('Please write no more than {{max}} characters', { max: LONGEST[kind] })
    : pack('This is no answer to this question')
}
