import { grouped } from '../../../shared/draws/published.ts'
import { formatMoment, formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { TIME_ZONE } from '../../../web/public/chain.ts'
import { Copy } from '../../../web/public/ui/copy.tsx'

interface Props {
  plan: { version: number; first: number; commitment: string; made_at?: string; reason?: string | null }
  /** The only version there is: no more is said of versions. */
  isAlone: boolean
}

/** The seal of a plan, to be noted or copied. */
export function Commitment({ plan: { version, first, commitment, made_at, reason }, isAlone }: Props) {
  return (
    <div className="commitment">
      {isAlone ? null : (
        <p>
          <b>{t('Version {{n}}', { n: version })}</b>{' '}
          <span className="soft">
            {t('from draw {{n}} on', { n: formatNumber(first, currentLanguage()) })}
            {made_at && version > 1 ? ` · ${formatMoment(made_at, TIME_ZONE)}` : ''}
            {reason ? ` · ${reason}` : ''}
          </span>
        </p>
      )}
      <p className="code-groups" translate="no">
        {grouped(commitment).map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be alike, and none ever moves
          <span key={at}>{group}</span>
        ))}
      </p>
      <Copy text={commitment} label={t('Copy the code')} />
    </div>
  )
}
