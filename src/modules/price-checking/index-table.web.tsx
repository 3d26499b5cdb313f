import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import figures from '../../web/ui/figures-card.module.css'
import { Link } from '../../web/ui/link.tsx'
import { ScrollBox } from '../../web/ui/scroll-box.tsx'
import { INDEX_LEAST, type IndexLine } from './figures.ts'
import { IndexTrend } from './index-trend.web.tsx'
import css from './price-checking.module.css'

interface TableProps {
  lines: readonly IndexLine[]
  period: { from: string; to: string }
  hasTrend?: boolean
}

/** Our prices against each competitor, with how many products each number stands on. */
export function IndexTable({ lines, period, hasTrend }: TableProps) {
  const listOf = ({ competitor }: IndexLine, compared: string) =>
    `/price-checking?competitor=${competitor.id}&compared=${compared}&checked_on=${period.from}..${period.to}`
  return (
    <ScrollBox label={t('Price index')}>
      <table className={figures.table}>
        <thead>
          <tr>
            <th scope="col">{t('Competitor')}</th>
            <th scope="col" data-figure>
              {t('Index')}
            </th>
            {hasTrend ? (
              <th scope="col" className={css.beside}>
                {t('By month')}
              </th>
            ) : null}
            <th scope="col" data-figure>
              {t('Products')}
            </th>
            <th scope="col" data-figure>
              {t('Ours is dearer')}
            </th>
            <th scope="col" data-figure>
              {t('Ours is cheaper')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.competitor.id}>
              <th scope="row" className={css.competitor}>
                {line.competitor.name}
                {hasTrend ? (
                  <span className={css.below}>
                    <IndexTrend months={line.months} />
                  </span>
                ) : null}
              </th>
              <td data-figure>
                {line.index === null ? (
                  <span className={figures.quiet}>{t('fewer than {{n}} products', { n: INDEX_LEAST })}</span>
                ) : (
                  <span className={css.number}>{number(line.index, 1)}</span>
                )}
              </td>
              {hasTrend ? (
                <td className={css.beside}>
                  <IndexTrend months={line.months} />
                </td>
              ) : null}
              <td data-figure>{number(line.products)}</td>
              <td data-figure>
                {number(line.dearer)}
                <Link to={listOf(line, 'dearer')} className={css.checks}>
                  {t('{{n}} checks', { n: number(line.dearer_checks) })}
                </Link>
              </td>
              <td data-figure>
                {number(line.cheaper)}
                <Link to={listOf(line, 'cheaper')} className={css.checks}>
                  {t('{{n}} checks', { n: number(line.cheaper_checks) })}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const number = (value: number, digits = 0) => formatNumber(value, currentLanguage(), digits)
