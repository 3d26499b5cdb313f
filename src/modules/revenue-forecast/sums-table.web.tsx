import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { formatNumber, formatPercent } from '../../shared/format.ts'
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
  const columns = columnsOf(told)
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
              {columns.map(({ head }) => (
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
                  <Cells of={one} columns={columns} />
                </tr>
                {open.has(one.store.id)
                  ? one.groups.map((part) => (
                      <tr key={part.group.id} data-part>
                        <th scope="row">{part.group.name}</th>
                        <Cells of={part} columns={columns} />
                      </tr>
                    ))
                  : null}
              </Fragment>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('Total')}</th>
              <Cells of={told.total} columns={columns} />
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
    </section>
  )
}

/** Of a year gone by the target to date is the target. */
const columnsOf = ({ year, today }: Summary): Column[] =>
  COLUMNS.filter(({ head }) => head !== 'Target to date' || year === Number(today.slice(0, 4)))

interface Column {
  head: string
  cell(of: Sums): ReactNode
  isBad?(of: Sums): boolean
}
const COLUMNS: readonly Column[] = [
  { head: 'Target', cell: (of) => money(of.target) },
  { head: 'Target to date', cell: (of) => money(of.target_due) },
  { head: 'Actual', cell: (of) => money(of.actual) },
  { head: 'Difference', cell: (of) => money(of.actual - of.target_due), isBad: (of) => of.actual < of.target_due },
  { head: 'Achievement', cell: (of) => (of.target_due > 0 ? percent(of.actual / of.target_due, 1) : '') },
  { head: 'Forecast', cell: (of) => money(of.forecast) },
  { head: 'Baseline', cell: (of) => <Baseline of={of} /> },
]

function Cells({ of, columns }: { of: Sums; columns: readonly Column[] }) {
  return columns.map(({ head, cell, isBad }) => (
    <td key={head} data-figure data-tone={isBad?.(of) ? 'bad' : undefined}>
      {cell(of)}
    </td>
  ))
}

/** Of a part of the rows alone it would read as a whole year's beside the others. */
function Baseline({ of }: { of: Sums }) {
  if (of.baseline_target === 0) return '–'
  if (of.baseline_target === of.target) return money(of.baseline)
  return (
    <>
      {money(of.baseline)}
      <span className={css.part}>
        {t('for {{percent}} of the target', { percent: percent(of.baseline_target / of.target, 0) })}
      </span>
    </>
  )
}

const money = (value: number) => formatNumber(value, currentLanguage())
const percent = (share: number, digits: number) => formatPercent(100 * share, currentLanguage(), digits)
