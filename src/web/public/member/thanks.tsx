import { t } from '../../../shared/language.ts'
import { Ending } from '../form/ending.tsx'
import type { Receipt } from '../form/outbox.ts'

export const Thanks = ({ receipt, onAgain }: { receipt: Receipt; onAgain: () => void }) => (
  <Ending
    title={t('Your registration has arrived')}
    lead={t('Please bring your identity document when you collect the card. We will call you when it is ready.')}
    label={t('Your registration number')}
    number={receipt.number}
    again={t('Register another person')}
    onAgain={onAgain}
  />
)
