import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ImportView } from '../../../shared/api.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { ApiRefusal, del, post } from '../../api.ts'
import { snackbar } from '../../ui/snackbar.tsx'
import css from './import.module.css'
import { BadRows, ImportCounts } from './import-rows.tsx'

interface PreviewProps {
  definition: Definition
  view: ImportView
  isWarned: boolean
  show: (warned: boolean) => void
  setPage: (page: number) => void
  onStarted: () => void
  onLeft: () => void
}

/** What would happen, before anything does. */
export function ImportPreview({ definition, view, isWarned, show, setPage, onStarted, onLeft }: PreviewProps) {
  const { counts, can_change } = view
  const [withChanges, setWithChanges] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const good = counts.new + (withChanges ? counts.changed : 0)
  const path = `${definition.wire}/import/${view.id}`
  const act = async (work: () => Promise<unknown>, then: () => void) => {
    setBusy(true)
    try {
      await work()
      then()
    } catch (error) {
      snackbar(error instanceof ApiRefusal ? error.description : t('This could not be done'), {
        variant: 'alert',
        colour: 'bad',
      })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.card}>
      <p className={css.lead}>
        {t('{{file}} was read: {{n}} rows. Nothing is saved yet.', { file: view.file_name, n: figure(view.rows_read) })}
      </p>
      <ImportCounts counts={counts} />
      <LeftOut view={view} />
      {can_change && counts.changed > 0 ? (
        <fieldset className={css.choice}>
          <legend>{t('Existing records')}</legend>
          <label>
            <input type="radio" name="changes" checked={!withChanges} onChange={() => setWithChanges(false)} />
            {t('Leave them as they are; import the new ones only')}
          </label>
          <label>
            <input type="radio" name="changes" checked={withChanges} onChange={() => setWithChanges(true)} />
            {t('Update {{n}} of them as well', { n: figure(counts.changed) })}
          </label>
        </fieldset>
      ) : null}
      <div className={css.acts}>
        <Button
          disabled={good === 0}
          loading={isBusy}
          onClick={() => void act(() => post(`${path}/start`, { changes: withChanges }), onStarted)}
        >
          {t('Import {{n}} rows', { n: figure(good) })}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void act(() => del(path), onLeft)}>
          {t('Choose another workbook')}
        </Button>
      </div>
      {counts.warned > 0 ? (
        <fieldset className={css.switch} aria-label={t('Rows to show')}>
          <button type="button" aria-pressed={!isWarned} onClick={() => show(false)}>
            {t('Invalid rows')} <span>{figure(counts.bad)}</span>
          </button>
          <button type="button" aria-pressed={isWarned} onClick={() => show(true)}>
            {t('Rows with a warning')} <span>{figure(counts.warned)}</span>
          </button>
        </fieldset>
      ) : null}
      <BadRows {...{ definition, view, setPage, isWarned }} total={isWarned ? counts.warned : counts.bad} />
    </div>
  )
}

function LeftOut({ view }: { view: ImportView }) {
  const left = view.columns
    .filter(({ label, field }) => field === null && label.trim() !== '')
    .map(({ label }) => label)
  if (left.length === 0) return null
  return (
    <p className={css.note}>
      {t('Columns left out, as they were not recognised: {{columns}}', { columns: left.join(', ') })}
    </p>
  )
}

const figure = (n: number) => formatNumber(n, currentLanguage())
