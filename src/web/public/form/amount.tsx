import { currentLanguage } from '../../../shared/language.ts'
import { sumInWords } from '../../../shared/vietnam/sum-in-words.ts'
import { type DrawQuestion, Line } from './question.tsx'
import { tidyNumber, wholeIn } from './typed-values.ts'

/** A sum with its words beneath, so that a zero too many is seen, or how many there are. Apart from the other draws, as one form asks it and the words are long. */
export const Amount: DrawQuestion = (props) => {
  const { field, name, part } = props
  const sum = field.kind === 'money' ? wholeIn(String(part.values[name]), 'money') : undefined
  const hint = sum === undefined ? undefined : sumInWords(sum, currentLanguage())
  return <Line {...props} {...(hint && { hint })} tidy={(typed) => tidyNumber(typed, field.kind)} />
}
