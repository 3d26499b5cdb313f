import { QUESTION_KINDS } from '../../shared/surveys/questions.ts'
import { namedAnswer, oneOf, orNull } from '../http/answers.ts'

const LANGUAGES = { vi: 'string', 'en?': 'string', 'ko?': 'string' } as const

/** A question in the words of up to three languages, as answers tell it. */
export const ASKED = {
  kind: oneOf(...QUESTION_KINDS.map(({ value }) => value)),
  text: namedAnswer('SurveyWords', LANGUAGES),
  options: [namedAnswer('SurveyOption', { key: 'string', ...LANGUAGES })],
} as const

export const QUESTION = {
  id: 'number',
  ...ASKED,
  is_required: 'boolean',
  shown_if: orNull(namedAnswer('SurveyCondition', { question: 'number', is: 'string[]' })),
} as const
