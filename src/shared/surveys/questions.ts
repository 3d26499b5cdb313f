import { LANGUAGES, type Language, tIn } from '../language.ts'

export const QUESTION_KINDS = [
  { value: 'rating', label: 'Rating 1–5' },
  { value: 'recommendation', label: 'Recommendation 0–10' },
  { value: 'choice', label: 'One choice' },
  { value: 'choices', label: 'Several choices' },
  { value: 'yes-no', label: 'Yes / No' },
  { value: 'short', label: 'Short text' },
  { value: 'long', label: 'Long text' },
] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]['value']

/** What is read in up to three languages; Vietnamese stands in for one that is missing. */
export type Words = { vi: string } & Partial<Record<Language, string>>

export type Option = { key: string } & Words

/** A question as people are asked it. */
export interface Question {
  id: number
  kind: QuestionKind
  text: Words
  options: readonly Option[]
  is_required: boolean
  shown_if: ShownIf | null
}

/** Asked only where an earlier question was answered by one of these. */
export interface ShownIf {
  question: number
  /** Keys of options, numbers as text, `yes` and `no`. */
  is: readonly string[]
}

/** A number, a key, several keys, or what was written; yes and no are keys. */
export type Answer = number | string | readonly string[]
export type Answers = Readonly<Record<string, Answer>>

export const LONGEST = { short: 300, long: 5000 } as const
export const MOST_QUESTIONS = 50
export const MOST_OPTIONS = 30

/** The highest and lowest number of a scale. */
export const SCALES = { rating: [1, 5], recommendation: [0, 10] } as const

export const isScale = (kind: QuestionKind): kind is keyof typeof SCALES => Object.hasOwn(SCALES, kind)

export const inWords = (words: Words, language: Language): string => words[language] || words.vi

/** The languages in which something is not said. */
export const missingIn = (words: Partial<Record<Language, string>>): Language[] =>
  LANGUAGES.filter((language) => !words[language]?.trim())

/** What may be asked for in `shown_if` of a question, by what it means. */
export function possibleAnswers({ kind, options }: Pick<Question, 'kind' | 'options'>): string[] {
  if (isScale(kind)) {
    const [least, most] = SCALES[kind]
    return Array.from({ length: most - least + 1 }, (_, n) => String(least + n))
  }
  if (kind === 'yes-no') return ['yes', 'no']
  return kind === 'choice' || kind === 'choices' ? options.map(({ key }) => key) : []
}

export const isAnswered = (answer: Answer | undefined): answer is Answer =>
  answer !== undefined && (typeof answer === 'number' || answer.length > 0) && String(answer).trim() !== ''

/** The questions that are asked, in their order, as what was answered so far leads through them. */
export function shownQuestions<Q extends Question>(questions: readonly Q[], answers: Answers): Q[] {
  const shown: Q[] = []
  for (const question of questions) {
    const { shown_if: condition } = question
    if (!condition || shown.some(({ id }) => id === condition.question && isMet(condition, answers[id])))
      shown.push(question)
  }
  return shown
}

const isMet = ({ is }: ShownIf, answer: Answer | undefined): boolean =>
  isAnswered(answer) && (Array.isArray(answer) ? answer : [String(answer)]).some((one) => is.includes(one))

/** From 0 to 100, the mean over what was rated; null where nothing was. */
export function scoreOf(questions: readonly Question[], answers: Answers): number | null {
  const parts = shownQuestions(questions, answers).flatMap(({ id, kind }) => {
    const part = partOfScore(kind, answers[id])
    return part === null ? [] : [part]
  })
  return parts.length === 0 ? null : Math.round((100 * parts.reduce((sum, part) => sum + part, 0)) / parts.length)
}

function partOfScore(kind: QuestionKind, answer: Answer | undefined): number | null {
  if (kind === 'yes-no') return answer === 'yes' ? 1 : answer === 'no' ? 0 : null
  if (!isScale(kind) || typeof answer !== 'number') return null
  const [least, most] = SCALES[kind]
  return (answer - least) / (most - least)
}

export const LONGEST_QUESTION = 500
export const LONGEST_OPTION = 200

/** Said in Vietnamese at least, and nowhere too long. */
export function isWords(raw: unknown, most: number): raw is Words {
  if (typeof raw !== 'object' || raw === null) return false
  const said = LANGUAGES.map((language): unknown => Reflect.get(raw, language) ?? undefined)
  const areTexts = said.every((one) => one === undefined || (typeof one === 'string' && one.length <= most))
  return areTexts && typeof said[0] === 'string' && said[0].trim() !== ''
}

/** An answer as people read it. */
export function answerInWords(
  { kind, options }: Pick<Question, 'kind' | 'options'>,
  answer: Answer | undefined,
  language: Language,
): string {
  if (answer === undefined) return ''
  if (isScale(kind)) return `${String(answer)}/${SCALES[kind][1]}`
  if (kind === 'yes-no') return tIn(language, answer === 'yes' ? 'Yes' : 'No')
  if (kind === 'short' || kind === 'long') return String(answer)
  const keys = typeof answer === 'object' ? answer : [String(answer)]
  return keys
    .map((key) => options.find((one) => one.key === key))
    .map((option, at) => (option ? inWords(option, language) : keys[at]))
    .join(', ')
}
