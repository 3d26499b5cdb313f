import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ImportView } from '../../../shared/api.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { download } from '../../download.ts'
import { sayFailure } from '../../ui/snackbar.tsx'
import css from './import.module.css'

const COUNTED = [
  { key: 'new', label: 'New', tone: 'ok' },
  { key: 'changed', label: 'Changed', tone: 'info' },
  { key: 'same', label: 'The same', tone: 'mute' },
  { key: 'bad', label: 'Invalid', tone: 'bad' },
  { key: 'warned', label: 'With a warning', tone: 'warn' },
  { key: 'gone', label: 'Would go', tone: 'warn' },
] as const

export function ImportCounts({ counts }: { counts: ImportView['counts'] }) {
  return (
    <dl className={css.counts}>
      {COUNTED.filter(({ key }) => key === 'new' || key === 'bad' || counts[key] > 0).map(({ key, label, tone }) => (
        <div key={key} data-tone={counts[key] > 0 ? tone : 'mute'}>
          <dt>{t(label)}</dt>
          <dd>{figure(counts[key])}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RowsProps {
  definition: Definition
  view: ImportView
  total: number
  isWarned?: boolean
  setPage: (page: number) => void
}

/** Line, column, value and what is wrong with it, a page at a time; and all of them as a workbook. */
export function BadRows({ definition, view, total, isWarned = false, setPage }: RowsProps) {
  if (total === 0) return null
  return (
    <section className={css.rows} aria-label={isWarned ? t('Rows with a warning') : t('Invalid rows')}>
      <div className={css.rowsHead}>
        <h2>{isWarned ? t('Rows with a warning') : t('Invalid rows')}</h2>
        {isWarned ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => void keepBad(definition, view)}
          >
            {t('Download the invalid rows')}
          </Button>
        )}
      </div>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('Line')}</th>
              <th scope="col">{t('Column')}</th>
              <th scope="col">{t('Value')}</th>
              <th scope="col">{t('What is wrong')}</th>
            </tr>
          </thead>
          <tbody>{view.rows.flatMap((row) => linesOf(definition, view, row, isWarned))}</tbody>
        </table>
      </div>
      <RowsPager {...{ view, total, setPage }} />
    </section>
  )
}

/** Previous and next, where there is more than a page. */
export function RowsPager({ view, total, setPage }: Pick<RowsProps, 'view' | 'total' | 'setPage'>) {
  const pages = Math.max(1, Math.ceil(total / view.perpage))
  if (pages < 2) return null
  return (
    <div className={css.pager}>
      <Button size="xs" variant="default" disabled={view.page <= 1} onClick={() => setPage(view.page - 1)}>
        {t('Previous')}
      </Button>
      <span role="status">{t('Page {{page}} of {{pages}}', { page: figure(view.page), pages: figure(pages) })}</span>
      <Button size="xs" variant="default" disabled={view.page >= pages} onClick={() => setPage(view.page + 1)}>
        {t('Next')}
      </Button>
    </div>
  )
}

/** One line of the table for each thing that is wrong with a row. */
const linesOf = (definition: Definition, { columns }: ImportView, row: ImportView['rows'][number], isWarned: boolean) =>
  Object.entries(row.said).map(([name, message], at) => {
    const column = columns.findIndex(({ field }) => field === name)
    const label = columns[column]?.label ?? definition.fields[name]?.label
    const cell = row.cells[column] ?? ''
    return (
      <tr key={`${row.line} ${name}`}>
        {at === 0 ? (
          <th scope="row" data-label={t('Line')} rowSpan={Object.keys(row.said).length}>
            {row.line}
          </th>
        ) : null}
        <td>{column >= 0 ? label : label ? t(label) : '–'}</td>
        <td className={css.value}>{cell === '' ? <span className={css.nothing}>{t('Empty')}</span> : cell}</td>
        <td className={isWarned ? css.warning : css.error}>{message}</td>
      </tr>
    )
  })

async function keepBad({ wire }: Definition, { id, file_name }: ImportView): Promise<void> {
  try {
    await download(`${wire}/import/${id}/bad`, `${t('bad-rows')}-${file_name.replace(/\.(xlsx?|csv)$/i, '')}.xlsx`)
  } catch (error) {
    sayFailure(error)
  }
}

const figure = (n: number) => formatNumber(n, currentLanguage())
