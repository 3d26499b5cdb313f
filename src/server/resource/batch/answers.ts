import { type Language, tIn } from '../../../shared/language.ts'
import { saidIn, tell } from '../../../shared/message.ts'
import { REFUSALS, type Refusal, sentenceOf } from '../../../shared/refusals.ts'
import { byKey, namedAnswer, oneOf } from '../../http/answers.ts'
import type { BatchOutcome } from '../module-options.ts'

const OUTCOMES = ['created', 'updated', 'unchanged', 'refused'] as const
/** The answer of a batch. */
export const BATCH = namedAnswer('Batch', {
  ...Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 'number'] as const)),
  data: [
    namedAnswer('BatchLine', {
      external_id: 'string?',
      outcome: oneOf(...OUTCOMES),
      id: 'number?',
      'ErrorCode?': 'number',
      'ErrorDescription?': 'string',
      'fields?': byKey('string', 'Field to what is wrong with it'),
    }),
  ],
})

/** What became of a record, by its place in what was sent. */
export type Answered = { at: number; external_id: string | null } & (
  | { outcome: BatchOutcome; id: number }
  | { refusal: Refusal }
)

interface Line {
  external_id: string | null
  outcome: BatchOutcome | 'refused'
  id: number | null
  ErrorCode?: number
  ErrorDescription?: string
  fields?: Record<string, string>
}
/** The answer of a batch: how many of each outcome, and a line for each record in the order they were sent in. */
export type Told = Record<BatchOutcome | 'refused', number> & { data: Line[] }

export function answersOf(answers: readonly Answered[], language: Language): Told {
  const data = answers.toSorted((a, b) => a.at - b.at).map((one) => lineOf(one, language))
  const many = (outcome: Line['outcome']) => data.filter((line) => line.outcome === outcome).length
  return {
    created: many('created'),
    updated: many('updated'),
    unchanged: many('unchanged'),
    refused: many('refused'),
    data,
  }
}

function lineOf(answer: Answered, language: Language): Line {
  const { external_id } = answer
  if (!('refusal' in answer)) return { external_id, outcome: answer.outcome, id: answer.id }
  const { refusal, parts } = answer.refusal
  const { fields, params } = parts
  return {
    external_id,
    outcome: 'refused',
    id: null,
    ErrorCode: REFUSALS[refusal].code,
    ErrorDescription: tIn(language, sentenceOf(refusal, params), saidIn(language, params)),
    ...(fields && {
      fields: Object.fromEntries(Object.entries(fields).map(([name, message]) => [name, tell(message, language)])),
    }),
  }
}
