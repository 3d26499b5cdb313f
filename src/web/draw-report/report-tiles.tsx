import type { CSSProperties } from 'react'
import type { EventReport } from '../../shared/draws/report.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { letters } from '../screens/statistics/figure-tiles.tsx'
import { saidFigure } from '../screens/statistics/figure-words.ts'
import css from '../screens/statistics/statistics.module.css'
import { Link } from '../ui/link.tsx'
import { fitWords } from './fit-words.ts'
import { GIVEN, rowsLink } from './links.ts'

const whole = (value: number) => formatNumber(value, currentLanguage())

/** What the whole event comes to, and whether chance was kept. */
export function ReportTiles({ told: { event, gifts, fit }, logs }: { told: EventReport; logs: Definition }) {
  const all = rowsLink(logs, event.id)
  const sum = (of: (gift: EventReport['gifts'][number]) => number) => gifts.reduce((n, gift) => n + of(gift), 0)
  const given = sum((gift) => gift.given)
  const back = sum((gift) => gift.not_taken)
  const tiles: { label: string; value: string; to?: string; foot?: string }[] = [
    { label: t('Draws'), value: whole(event.draws), to: all },
    { label: t('Bills'), value: whole(event.bills), to: all },
    { label: t('Customers'), value: whole(event.customers), to: all },
    {
      label: t('Gifts won'),
      value: whole(given),
      to: rowsLink(logs, event.id, { state: GIVEN }),
      foot: t('of {{n}} planned', { n: whole(sum((gift) => gift.planned)) }),
    },
    {
      label: t('Value of gifts won'),
      value: saidFigure(
        sum((gift) => gift.value),
        'money',
      ),
      to: rowsLink(logs, event.id, { state: GIVEN }),
    },
    { label: t('Not taken'), value: whole(back), to: rowsLink(logs, event.id, { state: 'not-taken' }) },
  ]
  const words = fitWords(fit)
  return (
    <>
      <ul className={css.tiles} aria-label={t('Figures')} style={{ '--most': 6 } as CSSProperties}>
        {tiles.map(({ label, value, to, foot }) => (
          <li key={label}>
            <div className={css.tile}>
              <span className={css.tileHead}>
                <span className={css.tileLabel}>{label}</span>
              </span>
              {to && value !== '0' ? (
                <Link to={to} className={css.tileValue} style={letters(value)}>
                  {value}
                </Link>
              ) : (
                <span className={css.tileValue} style={letters(value)}>
                  {value}
                </span>
              )}
              <span className={css.tileFoot}>{foot}</span>
            </div>
          </li>
        ))}
      </ul>
      <section className={css.card} aria-labelledby="chance">
        <header className={css.cardHead}>
          <h2 id="chance">{t('Were the promised chances kept?')}</h2>
        </header>
        <p>
          <strong>{words.verdict}</strong> {words.why}
        </p>
        {fit ? (
          <p className={css.note}>
            {t(
              'Pearson’s chi-square test: {{chi}} with {{degrees}} degrees of freedom; gifts of which fewer than five were expected are counted together.',
              {
                chi: formatNumber(fit.chiSquare, currentLanguage(), 2),
                degrees: fit.degrees,
              },
            )}
          </p>
        ) : null}
      </section>
    </>
  )
}
