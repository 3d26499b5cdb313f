import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { useElementSize, useLocalStorage } from '@mantine/hooks'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, Suspense } from 'react'
import type { FigureWords } from '../../shared/complaints/figures.ts'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { AboutAll } from '../../web/ui/about.tsx'
import { Link } from '../../web/ui/link.tsx'
import { ScrollBox } from '../../web/ui/scroll-box.tsx'
import css from './dashboard.module.css'

export interface TableLine {
  id: string | number
  name: string
  /** The list behind this line. */
  to: string
  figures: { label: string; n: number; to?: string }[]
}
interface ChartCardProps {
  id: string
  title: string
  /** What exactly its figures count. */
  about: readonly FigureWords[]
  hint?: string | undefined
  /** What the colours of parts mean. */
  legend?: readonly { label: string; color: string }[]
  /** Undefined while it is on its way. */
  lines: TableLine[] | undefined
  /** Drawn to the px there are. */
  chart: (width: number) => ReactNode
  /** px that are kept for it. */
  height: number
  /** Head of the first column. */
  head: string
  isWide?: boolean
}

/** A chart, and the same as a table: whoever cannot read the one reads the other. */
export function ChartCard({ id, title, about, hint, legend, lines, chart, height, head, isWide }: ChartCardProps) {
  const [isTable, setTable] = useLocalStorage({
    key: `dashboard-table-${id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const { ref, width } = useElementSize()
  const label = isTable ? t('Show as chart') : t('Show as table')
  return (
    <section className={css.card} data-wide={isWide} aria-labelledby={`${id}-title`}>
      <header className={css.cardHead}>
        <h2 id={`${id}-title`}>{title}</h2>
        <AboutAll label={title} figures={about.map((one) => ({ label: t(one.label), about: t(one.about) }))} />
        {hint && <small>{hint}</small>}
        <Tooltip label={label}>
          <ActionIcon
            className={css.toggle}
            aria-label={`${label}: ${title}`}
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <IconChartBar size={18} /> : <IconTable size={18} />}
          </ActionIcon>
        </Tooltip>
      </header>
      {legend && !isTable ? (
        <ul className={css.key} aria-hidden="true">
          {legend.map(({ label: words, color }) => (
            <li key={words}>
              <i style={{ background: color }} />
              {words}
            </li>
          ))}
        </ul>
      ) : null}
      <div ref={ref} className={css.cardBody} style={{ minHeight: height }}>
        {!lines && <Skeleton height={height} />}
        {lines?.length === 0 && <p className={css.none}>{t('No complaints in this period')}</p>}
        {lines &&
          lines.length > 0 &&
          (isTable ? (
            <Table head={head} lines={lines} most={height} />
          ) : (
            width > 0 && (
              <Suspense fallback={<Skeleton height={height} />}>
                {/* Whoever does not see it finds the same in its table. */}
                <div aria-hidden="true">{chart(Math.floor(width))}</div>
              </Suspense>
            )
          ))}
      </div>
    </section>
  )
}

function Table({ head, lines, most }: { head: string; lines: TableLine[]; most: number }) {
  return (
    <ScrollBox className={css.tableBox} style={{ maxHeight: Math.max(most, 320) }} label={head}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {lines[0]?.figures.map((figure) => (
              <th key={figure.label} scope="col">
                {figure.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                <Link to={line.to}>{line.name}</Link>
              </th>
              {line.figures.map((figure) => (
                <td key={figure.label}>
                  {figure.to ? <Link to={figure.to}>{number(figure.n)}</Link> : number(figure.n)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

const number = (n: number) => formatNumber(n, currentLanguage())
