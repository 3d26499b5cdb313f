import { useLayoutEffect, useRef } from 'react'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { PartProps } from '../form/use-form.ts'
import { Field } from '../ui/field.tsx'
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

interface GrowingProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  className: string
  id: string
  name: string
  placeholder?: string
  maxLength?: number
}

export function GrowingText({ onChange, value, ...rest }: GrowingProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => {
    const area = box.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }, [value])
  return <textarea {...rest} ref={box} value={value} onChange={(event) => onChange(event.target.value)} />
}
