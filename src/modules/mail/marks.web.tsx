import { IconAlertTriangle, IconExternalLink } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import type { MailRow } from '../../shared/mail.ts'
import css from './mail.module.css'

const MARKS = {
  imitates: {
    label: 'Imitates a colleague',
    hint: 'The name is that of a colleague, the address is not. Do not answer with anything private.',
    tone: 'bad',
    Sign: IconAlertTriangle,
  },
  outside: {
    label: 'From outside',
    hint: 'The sender does not belong to the chain.',
    tone: 'mute',
    Sign: IconExternalLink,
  },
} as const

/** Who does not belong to the chain, or only looks as if. In the list the harmless one is a sign alone. */
export function SenderMark({ mark, isLong = false }: { mark: MailRow['mark']; isLong?: boolean }) {
  if (!mark) return null
  const { label, hint, tone, Sign } = MARKS[mark]
  const isBare = mark === 'outside' && !isLong
  return (
    <span className={css.mark} data-tone={tone} data-bare={isBare || undefined} title={t(hint)}>
      <Sign size={isBare ? 12 : 14} aria-hidden />
      <span className={isBare ? 'visually-hidden' : undefined}>{t(label)}</span>
    </span>
  )
}

/** Said above the words of a mail that pretends. */
export const ImitationNotice = () => (
  <p className={css.warning} role="note">
    <IconAlertTriangle size={18} aria-hidden />
    <span>{t(MARKS.imitates.hint)}</span>
  </p>
)
