import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { Field } from '../../../web/public/ui/field.tsx'
import { GrowingText } from '../../../web/public/ui/growing-text.tsx'
import { LONGEST_CONTENT } from './feedback.public.ts'
import type { FeedbackPart } from './feedback-type.public.tsx'

const COUNTED_FROM = LONGEST_CONTENT * 0.8

/** The story itself, in a box that grows with it. */
export function ContentField({ part: { values, errors, change, leave } }: { part: FeedbackPart }) {
  const { content } = values
  const left = LONGEST_CONTENT - [...content].length
  const hint =
    content.length > COUNTED_FROM
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
          onChange={(content) => change({ content })}
          onBlur={() => leave('content')}
        />
      )}
    </Field>
  )
}
