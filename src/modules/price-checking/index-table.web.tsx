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
              <Compared products={line.dearer} checks={line.dearer_checks} list={listOf(line, 'dearer')} />
              <Compared products={line.cheaper} checks={line.cheaper_checks} list={listOf(line, 'cheaper')} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

interface ComparedProps {
  products: number
  checks: number
  list: string
}

/** A product counts once, by its last check; the list behind it has all of its checks. */
const Compared = ({ products, checks, list }: ComparedProps) => (
  <td data-figure>
    {number(products)}
    <Link to={list} className={css.checks}>
      {t('{{n}} checks', { n: number(checks) })}
    </Link>
  </td>
)

const number = (value: number, digits = 0) => formatNumber(value, currentLanguage(), digits)
