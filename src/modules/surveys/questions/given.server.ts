import { pack } from '../../../shared/message.ts'
import {
  isWords,
  LONGEST_OPTION,
  LONGEST_QUESTION,
  MOST_OPTIONS,
  MOST_QUESTIONS,
  type Option,
  possibleAnswers,
  QUESTION_KINDS,
  type QuestionKind,
  type Words,
} from '../../../shared/surveys/questions.ts'

/** A question as the editor sends it. What it depends on is told by its place among them, which must come before its own. */
export interface GivenQuestion {
  /** Of one that is there already. */
  id: number | null
  kind: QuestionKind
  text: Words
  options: Option[]
  is_required: boolean
  shown_if: { at: number; is: string[] } | null
}

const KEY = /^[a-z0-9]{1,12}$/
const wordsOf = (maxLength: number) =>
  ({ vi: { type: 'string', maxLength }, en: { type: 'string', maxLength }, ko: { type: 'string', maxLength } }) as const

/** As the request's description has it. */
export const GIVEN = {
  isNeeded: true,
  type: 'array',
  maxItems: MOST_QUESTIONS,
  items: {
    type: 'object',
    required: ['kind', 'text'],
    properties: {
      id: { type: ['integer', 'null'] },
      kind: { enum: QUESTION_KINDS.map(({ value }) => value) },
      text: {
        type: 'object',
        description: 'In Vietnamese, and in English and Korean where it is said',
        required: ['vi'],
        properties: wordsOf(LONGEST_QUESTION),
      },
      options: {
        type: 'array',
        maxItems: MOST_OPTIONS,
        items: {
          type: 'object',
          required: ['key', 'vi'],
          properties: { key: { type: 'string', pattern: KEY.source }, ...wordsOf(LONGEST_OPTION) },
        },
      },
      is_required: { type: 'boolean' },
      shown_if: {
        type: ['object', 'null'],
        description: 'Asked only where an earlier question was answered by one of these',
        required: ['at', 'is'],
        properties: {
          at: { type: 'integer', minimum: 0, description: 'Its place, from 0' },
          is: { type: 'array', minItems: 1, items: { type: 'string' } },
        },
      },
    },
  },
} as const

type Wrong = Record<string, string>

/** The questions of a request, and what is wrong with them by `questions.<place>.<part>`. */
export function givenQuestions(raw: unknown): { questions: GivenQuestion[]; wrong: Wrong } {
  const list = Array.isArray(raw) ? raw : []
  const wrong: Wrong = {}
  if (!Array.isArray(raw)) wrong.questions = pack('{{field}} is not valid', { field: 'Questions' })
  if (list.length > MOST_QUESTIONS) wrong.questions = pack('At most {{n}} questions', { n: MOST_QUESTIONS })
  const questions: GivenQuestion[] = []
  for (const [at, one] of list.slice(0, MOST_QUESTIONS).entries()) {
    const { question, ...found } = givenQuestion(one, questions)
    questions.push(questions.some(({ id }) => id === question.id) ? { ...question, id: null } : question)
    for (const [part, says] of Object.entries(found.wrong)) wrong[`questions.${at}.${part}`] = says
  }
  return { questions, wrong }
}

const NOT_VALID = pack('{{field}} is not valid', { field: 'Questions' })
const isObject = (raw: unknown): raw is Record<string, unknown> => typeof raw === 'object' && raw !== null

function givenQuestion(raw: unknown, before: readonly GivenQuestion[]): { question: GivenQuestion; wrong: Wrong } {
  const { id, kind, text, options, is_required, shown_if } = isObject(raw) ? raw : {}
  const known = QUESTION_KINDS.find(({ value }) => value === kind)?.value
  const hasOptions = known === 'choice' || known === 'choices'
  const chosen =
    hasOptions && Array.isArray(options)
      ? options
          .slice(0, MOST_OPTIONS + 1)
          .filter(isOption)
          .map(onlyOption)
      : []
  const wrong: Wrong = {
    ...(!known && { kind: NOT_VALID }),
    ...(!isWords(text, LONGEST_QUESTION) && { text: pack('Please write the question in Vietnamese') }),
    ...(hasOptions && { ...wrongOptions(options, chosen) }),
    ...wrongCondition(shown_if, before),
  }
  const question: GivenQuestion = {
    id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    kind: known ?? 'rating',
    text: isWords(text, LONGEST_QUESTION) ? onlyWords(text) : { vi: '' },
    options: chosen,
    is_required: is_required === true,
    shown_if: isCondition(shown_if) ? { at: shown_if.at, is: [...new Set(shown_if.is)] } : null,
  }
  return { question, wrong }
}

function wrongOptions(raw: unknown, chosen: readonly Option[]): Wrong {
  if (chosen.length < 2) return { options: pack('Please give at least two answers to choose from') }
  const isWhole = Array.isArray(raw) && raw.length === chosen.length
  if (!isWhole) return { options: pack('Please write every answer in Vietnamese') }
  if (chosen.length > MOST_OPTIONS)
    return { options: pack('At most {{n}} answers to choose from', { n: MOST_OPTIONS }) }
  const isDouble = new Set(chosen.map(({ key }) => key)).size < chosen.length
  const isSame = new Set(chosen.map(({ vi }) => vi.trim().toLowerCase())).size < chosen.length
  return isDouble || isSame ? { options: pack('Two answers say the same') } : {}
}

/** Only an earlier question decides, so that no two wait for each other. */
function wrongCondition(raw: unknown, before: readonly GivenQuestion[]): Wrong {
  if (raw === null || raw === undefined) return {}
  if (!isCondition(raw)) return { shown_if: pack('Please choose which answer shows this question') }
  const earlier = before[raw.at]
  if (!earlier) return { shown_if: pack('Only an earlier question can decide whether this one is shown') }
  const possible = possibleAnswers(earlier)
  const isPossible = raw.is.length > 0 && raw.is.every((one) => possible.includes(one))
  return isPossible ? {} : { shown_if: pack('Please choose which answer shows this question') }
}

const isCondition = (raw: unknown): raw is { at: number; is: string[] } =>
  isObject(raw) &&
  Number.isSafeInteger(raw.at) &&
  Array.isArray(raw.is) &&
  raw.is.every((one) => typeof one === 'string')

const isOption = (raw: unknown): raw is Option =>
  isWords(raw, LONGEST_OPTION) && 'key' in raw && typeof raw.key === 'string' && KEY.test(raw.key)

const onlyOption = ({ key, ...words }: Option): Option => ({ key, ...onlyWords(words) })
const onlyWords = ({ vi, en, ko }: Words): Words => ({
  vi: vi.trim(),
  ...(en?.trim() && { en: en.trim() }),
  ...(ko?.trim() && { ko: ko.trim() }),
})
