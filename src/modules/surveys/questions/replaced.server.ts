import type { Option, Words } from '../../../shared/surveys/questions.ts'
import type { GivenQuestion } from './given.server.ts'
import type { KeptQuestion } from './read.server.ts'

/**
 * Whether a question is still the one that was answered: of the same kind, in the same words, with the same answers to choose from. A
 * translation that was missing may come; where it stands, whether it must be answered, and when it is shown changes no answer.
 */
export const saysTheSame = (known: KeptQuestion, given: GivenQuestion): boolean =>
  known.kind === given.kind &&
  areSameWords(known.text, given.text) &&
  known.options.length === given.options.length &&
  known.options.every((option, at) => isSameOption(option, given.options[at]))

const isSameOption = (known: Option, given: Option | undefined): boolean =>
  given !== undefined && known.key === given.key && areSameWords(known, given)

const areSameWords = (known: Words, given: Words): boolean =>
  known.vi === given.vi && (!known.en || known.en === given.en) && (!known.ko || known.ko === given.ko)
