import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ImportView } from '../../../shared/api.ts'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { del, post } from '../../api.ts'
import { sayFailure } from '../../ui/snackbar.tsx'
import css from './import.module.css'
import { Compared } from './import-compared.tsx'
import { BadRows, ImportCounts } from './import-rows.tsx'

/** Which rows are looked at. */
export type Shown = 'bad' | 'warned' | 'changed' | 'gone'

interface PreviewProps {
  definition: Definition
  view: ImportView
  shown: Shown
  show: (wanted: Shown) => void
  setPage: (page: number) => void
  onStarted: () => void
  onLeft: () => void
}

/** What would happen, before anything does. */
export function ImportPreview({ definition, view, shown, show, setPage, onStarted, onLeft }: PreviewProps) {
  const { counts, can_change, is_whole } = view
  const [withChanges, setWithChanges] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const good = counts.new + (withChanges || is_whole ? counts.changed : 0)
  const isOpen = good > 0 || counts.gone > 0
  const path = `${definition.wire}/import/${view.id}`
  const act = async (work: () => Promise<unknown>, then: () => void) => {
    setBusy(true)
    try {
      await work()
      then()
    } catch (error) {
      sayFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={css.card}>
      {view.problem && (
        <p className={css.problem} role="alert">
          {view.problem}
        </p>
      )}
      <p className={css.lead}>
        {t('{{file}} was read: {{n}} rows. Nothing is saved yet.', { file: view.file_name, n: figure(view.rows_read) })}
      </p>
      <ImportCounts counts={counts} />
      <LeftOut view={view} />
      {is_whole ? (
        <p className={css.note}>
          {t('What the workbook names is replaced as a whole: {{n}} records that it does not name go.', {
            n: figure(counts.gone),
          })}
        </p>
      ) : can_change && counts.changed > 0 ? (
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
          disabled={!isOpen || (is_whole && counts.changed + counts.gone > 0 && !can_change)}
          loading={isBusy}
          onClick={() => void act(() => post(`${path}/start`, { changes: withChanges }), onStarted)}
        >
          {t('Import {{n}} rows', { n: figure(good) })}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => void act(() => del(path), onLeft)}>
          {t('Choose another workbook')}
        </Button>
      </div>
      <Choice {...{ counts, shown, show }} />
      {shown === 'changed' || shown === 'gone' ? (
        <Compared {...{ definition, view, setPage }} total={counts[shown]} />
      ) : (
        <BadRows {...{ definition, view, setPage }} isWarned={shown === 'warned'} total={counts[shown]} />
      )}
    </div>
  )
}

const LOOKS = [
  { value: 'bad', label: 'Invalid rows' },
  { value: 'warned', label: 'Rows with a warning' },
  { value: 'changed', label: 'What would change' },
  { value: 'gone', label: 'What would go' },
] as const

function Choice({ counts, shown, show }: Pick<PreviewProps, 'shown' | 'show'> & Pick<ImportView, 'counts'>) {
  const looks = LOOKS.filter(({ value }) => value === 'bad' || value === shown || counts[value] > 0)
  if (looks.length < 2) return null
  return (
    <fieldset className={css.switch} aria-label={t('Rows to show')}>
      {looks.map(({ value, label }) => (
        <button key={value} type="button" aria-pressed={value === shown} onClick={() => show(value)}>
          {t(label)} <span>{figure(counts[value])}</span>
        </button>
      ))}
    </fieldset>
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
