import type { Fit } from '../../shared/draws/chi-square.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'

/** Rarer than this by chance alone is worth a look; so rare hardly ever happens. */
const UNUSUAL = 0.05
const HARDLY = 0.001

/** What a probability means, for people who do not calculate with them. */
export function fitWords(fit: Fit | null): { verdict: string; why: string } {
  if (!fit) return { verdict: t('Too few draws to tell.'), why: '' }
  const { probability } = fit
  if (probability >= UNUSUAL) {
    return {
      verdict: t('As expected.'),
      why: t('In {{percent}} of 100 events chance alone makes a difference as large as this one, or larger.', {
        percent: formatNumber(probability * 100, currentLanguage()),
      }),
    }
  }
  const n = formatNumber(Math.min(Math.round(1 / probability), 1_000_000), currentLanguage())
  return {
    verdict: probability < HARDLY ? t('Very unusual.') : t('Unusual.'),
    why: t('Chance alone makes a difference as large as this one in 1 of {{n}} events.', { n }),
  }
}
