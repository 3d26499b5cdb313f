import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../shared/language.ts'
import css from './day.module.css'
import { goodsDelivery } from './goods-delivery.ts'

/** What it mostly is, so that one press says it. */
const usual = (): string[] => [
  t('Nobody was there'),
  t('The customer asks for another day'),
  t('The customer refuses the goods'),
  t('The address is wrong'),
  t('The phone is not answered'),
]

/** A dot says nothing. */
const LETTERS = /\p{L}.*\p{L}/u

interface ReasonsProps {
  given: string
  isBusy: boolean
  onReason: (reason: string) => void
  onClose: () => void
}

/** Why a delivery failed. */
export function Reasons({ given, isBusy, onReason, onClose }: ReasonsProps) {
  const [typed, setTyped] = useState(given)
  const [isOther, setOther] = useState(given !== '')
  const field = useRef<HTMLInputElement>(null)
  const chips = useRef<HTMLDivElement>(null)
  const isSaid = LETTERS.test(typed)
  useEffect(() => {
    // Where the next press is.
    if (isOther) field.current?.focus()
    else chips.current?.querySelector('button')?.focus()
  }, [isOther])
  const { failure_reason } = goodsDelivery.fields
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isSaid) onReason(typed.trim())
  }
  return (
    <form
      className={css.reasons}
      onSubmit={send}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      aria-label={t(failure_reason.label)}
    >
      <div ref={chips} className={css.chips}>
        {usual().map((reason) => (
          <Button key={reason} size="xs" variant="default" disabled={isBusy} onClick={() => onReason(reason)}>
            {reason}
          </Button>
        ))}
        {isOther ? null : (
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => setOther(true)}>
            {t('Another reason…')}
          </Button>
        )}
      </div>
      {isOther ? (
        <TextInput
          ref={field}
          label={t(failure_reason.label)}
          maxLength={failure_reason.max}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      ) : null}
      <div className={css.acts}>
        {isOther ? (
          <Button type="submit" loading={isBusy} disabled={!isSaid}>
            {t('Save')}
          </Button>
        ) : null}
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
