import { type KeyboardEvent, useId, useState } from 'react'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { readNumber } from '../../../shared/numbers.ts'
import { checklistItems, ITEM_ANSWERS } from '../checklist.ts'
import css from './checklist.module.css'
import { type ItemProps, rangeOf } from './item-props.web.ts'
import { isOutOfRange } from './tick.ts'

const FIELD = checklistItems.fields.number

/** A number to note, beside the range that is right; outside of it red at once. */
export function NumberInput({ item, acts, canGive }: ItemProps) {
  const shown = item.number === null ? '' : formatNumber(item.number, currentLanguage(), 6)
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? shown
  const read = text.trim() === '' ? { value: null } : readNumber(text, FIELD)
  const number = 'value' in read && typeof read.value === 'number' ? read.value : null
  const isWrong = text.trim() !== '' && number === null
  const photos = item.photos.map(({ id }) => id)
  const isOut = number !== null && isOutOfRange({ ...item, number, photos })
  const range = rangeOf(item)
  const id = useId()
  const keep = () => {
    if (typed === null || isWrong) return
    setTyped(null)
    if (number === item.number) return
    const isWithout = number === null || (item.needs_photo && item.photos.length === 0)
    // A photo that is still missing is asked for by itself; the number is kept meanwhile.
    const done = isWithout ? { done: false } : {}
    void acts.change(item, { number, ...done }, { number, is_out: isOut })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep()
    if (event.key === 'Escape') setTyped(null)
  }
  return (
    <span className={css.number} data-out={isOut || undefined}>
      <input
        inputMode="decimal"
        value={text}
        readOnly={!canGive}
        aria-label={`${item.title}: ${t('Number')}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={id}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={keep}
        onKeyDown={press}
      />
      {item.unit && <span>{item.unit}</span>}
      <small id={id}>
        {isWrong
          ? t('This is no number')
          : isOut
            ? t('Outside of {{range}}', { range: range ?? '' })
            : range && t('Right: {{range}}', { range })}
      </small>
    </span>
  )
}

/** Yes, no or not applicable. */
export function AnswerInput({ item, acts, canGive }: ItemProps) {
  const name = useId()
  return (
    <span role="radiogroup" aria-label={item.title} className={css.answers}>
      {ITEM_ANSWERS.map(({ value, label, tone }) => (
        <label key={value} data-tone={item.answer === value ? tone : undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            disabled={!canGive}
            checked={item.answer === value}
            onChange={() => {
              const isWithout = item.needs_photo && item.photos.length === 0
              void acts.change(item, { answer: value, ...(isWithout && { done: false }) }, { answer: value })
            }}
          />
          {t(label)}
        </label>
      ))}
    </span>
  )
}
