import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconTableExport, IconTableImport, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { useMay } from '../session.ts'
import { Link } from '../ui/link.tsx'
import { PopOver } from '../ui/pop-over.tsx'
import { exportList, useExporting } from './exporting.ts'
import css from './sheets-menu.module.css'
import type { List } from './use-list.ts'

/** Out to a workbook and in from one, for who may. */
export function SheetsMenu({ list }: { list: List }) {
  const { definition } = list
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const exporting = useExporting(definition.wire)
  const canExport = definition.sheets.export === true && may(definition.permission, 'report')
  const canImport = definition.sheets.import === true && may(definition.permission, 'add')
  if (!canExport && !canImport) return null
  if (exporting)
    return (
      <Button
        variant="default"
        leftSection={<IconX size={16} aria-hidden="true" />}
        onClick={exporting.stop}
        aria-label={t('Stop the export')}
      >
        <span role="status">{progressOf(exporting)}</span>
      </Button>
    )
  return (
    <PopOver
      label={t('Workbook')}
      isOpen={isOpen}
      setOpen={setOpen}
      align="end"
      width={280}
      button={(open) => (
        <Button variant="default" leftSection={<IconFileSpreadsheet size={18} aria-hidden="true" />} {...open}>
          {t('Workbook')}
        </Button>
      )}
    >
      <div className={css.menu}>
        {canExport ? <ExportChoices list={list} done={() => setOpen(false)} /> : null}
        {canImport ? (
          <Link to={`/${definition.name}/import`} className={css.item}>
            <IconTableImport size={18} aria-hidden="true" />
            <span>
              <strong>{t('Import from a workbook')}</strong>
              <small>{t('Checked row by row before anything is saved')}</small>
            </span>
          </Link>
        ) : null}
      </div>
    </PopOver>
  )
}

function ExportChoices({ list, done }: { list: List; done: () => void }) {
  const { definition, query, columns, page } = list
  const begin = (names: readonly string[]) => {
    done()
    void exportList(definition.wire, query, names)
  }
  const total = page ? formatNumber(page.total, currentLanguage()) : '…'
  const visible = columns.map(({ name }) => name).filter((name) => name in definition.fields || KEPT.includes(name))
  const choices = [
    {
      label: t('Export the columns shown'),
      hint: t('{{n}} rows, filtered and sorted as here', { n: total }),
      names: visible,
    },
    {
      label: t('Export all columns'),
      hint: t('{{n}} rows with everything a record holds', { n: total }),
      names: ['*'],
    },
  ]
  return choices.map(({ label, hint, names }) => (
    <button key={label} type="button" className={css.item} onClick={() => begin(names)}>
      <IconTableExport size={18} aria-hidden="true" />
      <span>
        <strong>{label}</strong>
        <small>{hint}</small>
      </span>
    </button>
  ))
}

const KEPT = ['created_at', 'created_by', 'updated_at', 'updated_by']

function progressOf({ rows, expected }: { rows: number; expected: number }): string {
  if (expected > 0) return t('Exporting {{share}} %', { share: Math.min(99, Math.floor((rows / expected) * 100)) })
  return t('Exporting …')
}
