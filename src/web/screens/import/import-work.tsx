import { Button } from '@mantine/core'
import { useState } from 'react'
import { moduleOf } from '../../../modules/index.ts'
import type { ImportView } from '../../../shared/api.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { go, rememberPlace } from '../../app/location.ts'
import { useMay } from '../../session.ts'
import { Link } from '../../ui/link.tsx'
import { sayFailure } from '../../ui/snackbar.tsx'
import css from './import.module.css'
import { BadRows } from './import-rows.tsx'
import { sendAgain } from './importing.ts'
import { TemplateButton } from './template-button.tsx'

interface WorkProps {
  definition: Definition
  view: ImportView
  setPage: (page: number) => void
  onAgain: () => void
}

/** While the server reads or writes, and what came of it. It goes on without this page. */
export function ImportWork({ definition, view, setPage, onAgain }: WorkProps) {
  const again = (
    <Button variant="default" onClick={onAgain}>
      {t('Import another workbook')}
    </Button>
  )
  switch (view.state) {
    case 'reading':
      return (
        <div className={css.card}>
          <div className={css.progress}>
            <progress aria-label={t('Reading')} />
            <span role="status">
              {t('Reading {{file}}: {{n}} rows so far …', { file: view.file_name, n: figure(view.rows_read) })}
            </span>
          </div>
          <p className={css.note}>{t('You may leave this page; the address brings you back here.')}</p>
        </div>
      )
    case 'importing':
      return <Writing view={view} />
    case 'done':
      return (
        <div className={css.card}>
          <p className={css.done} role="status">
            {t('Imported {{n}} rows.', { n: figure(view.done) })}
            {view.counts.gone > 0 ? ` ${t('Records that went: {{n}}.', { n: figure(view.counts.gone) })}` : null}
          </p>
          <div className={css.acts}>
            {view.next ? <NextSheet {...{ definition, view }} next={view.next} /> : null}
            <Button variant={view.next ? 'default' : 'filled'} component={Link} to={`/${definition.name}`}>
              {t('To the list')}
            </Button>
            {again}
          </div>
          <BadRows {...{ definition, view, setPage }} total={view.counts.bad} />
        </div>
      )
    default:
      return (
        <div className={css.card}>
          <p className={css.problem} role="alert">
            {view.problem ?? t('This import was cancelled.')}
          </p>
          <div className={css.acts}>
            {again}
            <TemplateButton definition={definition} />
          </div>
        </div>
      )
  }
}

/** Another sheet of the same workbook has its turn now that these rows are there. */
function NextSheet({ definition, view, next }: Pick<WorkProps, 'definition' | 'view'> & { next: string }) {
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  const then = moduleOf(next)
  if (!then || !may(then.permission, 'add')) return null
  const goOn = async () => {
    setBusy(true)
    const isStillHere = rememberPlace()
    try {
      const id = await sendAgain(definition, view, then)
      if (isStillHere()) go(`/${then.name}/import?id=${id}`)
    } catch (error) {
      sayFailure(error)
      setBusy(false)
    }
  }
  return (
    <Button loading={isBusy} onClick={() => void goOn()}>
      {t('Next sheet: {{list}}', { list: t(then.label) })}
    </Button>
  )
}

function Writing({ view }: { view: ImportView }) {
  const total = Math.max(1, view.counts.new + (view.changes_known ? view.counts.changed : 0))
  return (
    <div className={css.card}>
      <div className={css.progress}>
        <progress max={total} value={view.done} aria-label={t('Progress')} />
        <span role="status">
          {t('{{n}} of {{total}} rows imported …', { n: figure(view.done), total: figure(total) })}
        </span>
      </div>
      <p className={css.note}>{t('You may leave this page; the address brings you back here.')}</p>
    </div>
  )
}

const figure = (n: number) => formatNumber(n, currentLanguage())
