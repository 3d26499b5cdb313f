import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { PartProps } from '../form/use-form.ts'
import { Field } from '../ui/field.tsx'
import { GrowingText } from '../ui/growing-text.tsx'
import { type Feedback, LONGEST_WORDS } from './values.ts'

const TOLD_FROM = LONGEST_WORDS * 0.8

/** The story itself, in a box that grows with it. */
export function WordsField({ part: { values, errors, change, leave } }: { part: PartProps<Feedback> }) {
  const { content } = values
  const left = LONGEST_WORDS - [...content].length
  const hint =
    content.length > TOLD_FROM
      ? t('{{left}} characters left', { left: formatNumber(left, currentLanguage()) })
      : undefined
  return (
    <Field name="content" label={t('Tell us what happened')} error={errors.content} hint={hint}>
      {(input) => (
        <GrowingText
          {...input}
          className="input area"
          value={content}
          placeholder={t('What happened, when, and what would put it right?')}
          onChange={(words) => change({ content: words })}
          onBlur={() => leave('content')}
        />
      )}
    </Field>
  )
}
