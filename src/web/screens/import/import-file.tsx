import { IconFileSpreadsheet } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { Definition } from '../../../shared/resource.ts'
import { failureWords } from '../../api.ts'
import { go, rememberPlace } from '../../app/location.ts'
import { sayFailure, snackbar } from '../../ui/snackbar.tsx'
import css from './import.module.css'
import { ENDINGS, sendWorkbook } from './importing.ts'
import { TemplateButton } from './template-button.tsx'

interface FileProps {
  definition: Definition
  /** What stands in the workbook, where it is not the template filled in. */
  lead?: string | undefined
  onSent: (id: number) => void
}

/** The template, and where the workbook goes: by picking or by dropping it. */
export function ImportFile({ definition, lead, onSent }: FileProps) {
  const [share, setShare] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [isOver, setOver] = useState(false)
  const send = async (file: File | undefined) => {
    if (!file || share !== undefined) return
    const isKnown = ENDINGS.some((ending) => file.name.toLowerCase().endsWith(ending))
    if (!isKnown) {
      setProblem(t('This file is not a workbook. Please choose an .xlsx, .xls or .csv file.'))
      return
    }
    setProblem(undefined)
    setShare(0)
    const isStillHere = rememberPlace()
    try {
      const id = await sendWorkbook(definition, file, setShare)
      if (isStillHere()) onSent(id)
      else
        snackbar(t('{{file}} was sent. Nothing is saved yet.', { file: file.name }), {
          action: { label: t('Show'), run: () => go(`/${definition.name}/import?id=${id}`) },
        })
    } catch (error) {
      if (!isStillHere()) sayFailure(error)
      setProblem(failureWords(error))
      setShare(undefined)
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  return (
    <div className={css.card}>
      <p className={css.lead}>
        {lead ??
          t(
            'Fill in the template, or take any workbook whose first rows name the columns in Vietnamese, English or Korean.',
          )}
      </p>
      <div>
        <TemplateButton definition={definition} />
      </div>
      <label
        className={css.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden="true" />
        <strong>{t('Drop a workbook here, or choose one')}</strong>
        <small>{t('.xlsx, .xls or .csv, up to 200,000 rows and 50 MB')}</small>
        <input
          type="file"
          className="visually-hidden"
          accept={ENDINGS.join(',')}
          disabled={share !== undefined}
          onChange={(event) => void send(event.currentTarget.files?.[0])}
        />
      </label>
      {share !== undefined ? (
        <div className={css.progress}>
          <progress max={1} value={share} aria-label={t('Sending')} />
          <span role="status">{t('Sending {{share}}%', { share: Math.round(share * 100) })}</span>
        </div>
      ) : null}
      {problem ? (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
