import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import figures from '../../web/ui/figures-card.module.css'
import { ScrollBox } from '../../web/ui/scroll-box.tsx'
import css from './revenue-forecast.module.css'
import type { Summary, Sums } from './summary.ts'

/** By store, and below each by department group; what stands above is exactly the sum of what stands below. */
export function SumsTable({ told }: { told: Summary }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(told.stores.length === 1 ? [told.stores[0]?.store.id ?? 0] : []),
  )
  const turn = (id: number) => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  return (
    <section className={figures.card} aria-labelledby="by-store">
      <header className={figures.head}>
        <h2 id="by-store">{t('By store and department group')}</h2>
        <span className={figures.quiet}>{t('The present month counts by its days that have ended.')}</span>
      </header>
      <ScrollBox label={t('By store and department group')}>
        <table className={figures.table}>
          <thead>
            <tr>
              <th scope="col">{t('Store')}</th>
              {HEADS.map((head) => (
                <th key={head} scope="col" data-figure>
                  {t(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {told.stores.map((one) => (
              <Fragment key={one.store.id}>
                <tr>
                  <th scope="row">
                    <span className={css.name}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-expanded={open.has(one.store.id)}
                        aria-label={t('Department groups of {{name}}', { name: one.store.name })}
                        onClick={() => turn(one.store.id)}
                      >
                        {open.has(one.store.id) ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
                      </ActionIcon>
                      {one.store.name}
                    </span>
                  </th>
                  <Cells of={one} />
                </tr>
                {open.has(one.store.id)
                  ? one.groups.map((part) => (
                      <tr key={part.group.id} data-part>
                        <th scope="row">{part.group.name}</th>
                        <Cells of={part} />
                      </tr>
                    ))
                  : null}
              </Fragment>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <Cells of={told.total} />
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
    </section>
  )
}

const HEADS = ['Target', 'Forecast', 'Baseline', 'Target to date', 'Actual', 'Difference', 'Achievement'] as const

function Cells({ of }: { of: Sums }) {
  const difference = of.actual - of.target_due
  const cells = [of.target, of.forecast, of.baseline, of.target_due, of.actual].map(money)
  return (
    <>
      {cells.map((cell, at) => (
        <td key={HEADS[at]} data-figure>
          {cell}
        </td>
      ))}
      <td data-figure data-tone={difference < 0 ? 'bad' : undefined}>
        {money(difference)}
      </td>
      <td data-figure>
        {of.target_due > 0 ? `${formatNumber((100 * of.actual) / of.target_due, currentLanguage(), 1)} %` : ''}
      </td>
    </>
  )
}

const money = (value: number) => formatNumber(value, currentLanguage())
