import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
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

interface ReasonsProps {
  given: string
  isBusy: boolean
  onReason: (reason: string) => void
  onClose: () => void
}

/** Why a delivery failed. */
export function Reasons({ given, isBusy, onReason, onClose }: ReasonsProps) {
  const [typed, setTyped] = useState(given)
  const { failure_reason } = goodsDelivery.fields
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim()) onReason(typed.trim())
  }
  return (
    <form className={css.reasons} onSubmit={send} aria-label={t(failure_reason.label)}>
      <div className={css.chips}>
        {usual().map((reason) => (
          <Button key={reason} size="xs" variant="default" disabled={isBusy} onClick={() => onReason(reason)}>
            {reason}
          </Button>
        ))}
      </div>
      <TextInput
        label={t(failure_reason.label)}
        maxLength={failure_reason.max}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={css.acts}>
        <Button type="submit" loading={isBusy} disabled={typed.trim() === ''}>
          {t('Save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
