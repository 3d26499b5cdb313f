import { t } from '../../../shared/language.ts'
import { CHAIN } from '../chain.ts'

export const chainName = (): string => CHAIN.name ?? t('Retail chain')

export const Brand = () => (
  <span className="brand">
    {CHAIN.logo ? (
      <img
        className="brand-logo"
        src={`/api/public/chain-logo?v=${encodeURIComponent(CHAIN.logo)}`}
        alt=""
        height={32}
      />
    ) : (
      <Mark />
    )}
    <b>{chainName()}</b>
  </span>
)

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
