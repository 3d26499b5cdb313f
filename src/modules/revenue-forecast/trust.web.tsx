import { formatDay, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import figures from '../../web/ui/figures-card.module.css'
import { ScrollBox } from '../../web/ui/scroll-box.tsx'
import { TET } from './baseline.ts'
import css from './revenue-forecast.module.css'
import type { StoreWape, Summary } from './summary.ts'

/** How far off both forecasts were in the past, store by store; and how the baseline is reckoned, beside its figures. */
export function Trust({ told }: { told: Summary }) {
  return (
    <section className={figures.card} aria-labelledby="trust">
      <header className={figures.head}>
        <h2 id="trust">{t('Which forecast to trust')}</h2>
        <span className={figures.quiet}>{t('Deviation in the months gone by (WAPE): smaller is better')}</span>
      </header>
      <ScrollBox label={t('Which forecast to trust')}>
        <table className={figures.table}>
          <thead>
            <tr>
              <th scope="col">{t('Store')}</th>
              <th scope="col" data-figure>
                {t('Months')}
              </th>
              <th scope="col" data-figure>
                {t('Imported forecast')}
              </th>
              <th scope="col" data-figure>
                {t('Baseline')}
              </th>
              <th scope="col">{t('Nearer')}</th>
            </tr>
          </thead>
          <tbody>
            {told.wape.map((one) => (
              <tr key={one.store.id}>
                <th scope="row">{one.store.name}</th>
                <Cells of={one} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <Cells of={told.wape_total} />
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      <div className={css.rule}>
        <h3>{t('How the baseline is reckoned')}</h3>
        <p>
          {t(
            'The same month of last year, divided by its days and multiplied by those of this one, where each of the {{before}} days before Tết counts as {{more}} and each of the {{after}} days from Tết on as {{less}}; times what the last three full months of the store sold to what they sold a year before, moved by Tết alike. Tết: {{last}} and {{now}}.',
            {
              ...{
                before: TET.before.days,
                more: number(TET.before.weight),
                after: TET.after.days,
                less: number(TET.after.weight),
              },
              ...{ last: formatDay(told.tet_before), now: formatDay(told.tet) },
            },
          )}
        </p>
        <p className={figures.quiet}>
          {t(
            'Source: moving holidays by shares of days, W. R. Bell and S. C. Hillmer, Journal of the American Statistical Association 78 (1983); for the lunar new year J.-L. Lin and T.-S. Liu (2002). The lunar calendar is that of Vietnam (UTC+7).',
          )}
        </p>
        <p className={figures.quiet}>
          {t(
            'WAPE: the deviations of all rows from what was sold, added up, in per cent of what was sold; both on the same rows.',
          )}
        </p>
      </div>
    </section>
  )
}

function Cells({ of: { months, forecast, baseline } }: { of: Omit<StoreWape, 'store'> }) {
  const isKnown = forecast !== null && baseline !== null
  return (
    <>
      <td data-figure>{months}</td>
      <td data-figure>{share(forecast)}</td>
      <td data-figure>{share(baseline)}</td>
      <td>{isKnown ? (forecast <= baseline ? t('Imported forecast') : t('Baseline')) : ''}</td>
    </>
  )
}

const number = (value: number) => formatNumber(value, currentLanguage(), 1)
const share = (value: number | null) => (value === null ? '' : `${number(value)}%`)
