import { t } from '../../../shared/language.ts'

export function Brand() {
  return (
    <span className="brand">
      <Mark />
      <b>{t('Retail chain')}</b>
    </span>
  )
}

export const Mark = () => (
  <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="var(--accent)" />
    <path
      d="M8 14.5V23h16v-8.5M7.5 9h17l1.5 4.2a3.1 3.1 0 0 1-5 .6 3.1 3.1 0 0 1-5 0 3.1 3.1 0 0 1-5 0 3.1 3.1 0 0 1-5-.6zM14 23v-4h4v4"
      fill="none"
      stroke="var(--on-accent)"
      strokeWidth="1.9"
      strokeLinejoin="round"
    />
  </svg>
)
