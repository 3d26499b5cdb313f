import { IconEye, IconTableExport, IconTableImport } from '@tabler/icons-react'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { isMaskedField } from '../../../shared/private.ts'
import { entriesOf } from '../../../shared/resource.ts'
import { useMay } from '../../session.ts'
import { Link } from '../../ui/link.tsx'
import type { List } from '../list/use-list.ts'
import { askUnmasking } from './ask-unmasking.ts'
import { exportList } from './export-list.ts'
import css from './sheets-menu.module.css'

interface ChoicesProps {
  list: List
  canExport: boolean
  canImport: boolean
  done: () => void
}

/** What can be done with workbooks, fetched when the menu first opens. */
export default function SheetsChoices({ list, canExport, canImport, done }: ChoicesProps) {
  return (
    <div className={css.menu}>
      {canExport ? <ExportChoices list={list} done={done} /> : null}
      {canImport ? (
        <Link to={`/${list.definition.name}/import`} className={css.item}>
          <IconTableImport size={18} aria-hidden="true" />
          <span>
            <strong>{t('Import from a workbook')}</strong>
            <small>{t('Checked row by row before anything is saved')}</small>
          </span>
        </Link>
      ) : null}
    </div>
  )
}

function ExportChoices({ list, done }: { list: List; done: () => void }) {
  const { definition, sheetQuery: query, columns, page } = list
  const may = useMay()
  const begin = (names: readonly string[]) => {
    done()
    void exportList(definition.wire, query, names)
  }
  const total = page ? formatNumber(page.total, currentLanguage()) : '…'
  const visible = columns.map(({ name }) => name).filter((name) => name in definition.fields || KEPT.includes(name))
  const isMasking = entriesOf(definition).some(([, field]) => isMaskedField(field))
  const choices = [
    {
      Icon: IconTableExport,
      label: t('Export the columns shown'),
      hint: t('{{n}} rows, filtered and sorted as here', { n: total }),
      act: () => begin(visible),
    },
    {
      Icon: IconTableExport,
      label: t('Export all columns'),
      hint: t('{{n}} rows with everything a record holds', { n: total }),
      act: () => begin(['*']),
    },
    ...(isMasking && may(definition.permission, 'other')
      ? [
          {
            Icon: IconEye,
            label: t('Export with contact data in full'),
            hint: t('Phones, e-mails and addresses unmasked; a reason is required'),
            act: () => {
              done()
              void exportUnmasked(list)
            },
          },
        ]
      : []),
  ]
  return choices.map(({ Icon, label, hint, act }) => (
    <button key={label} type="button" className={css.item} onClick={act}>
      <Icon size={18} aria-hidden="true" />
      <span>
        <strong>{label}</strong>
        <small>{hint}</small>
      </span>
    </button>
  ))
}

const KEPT = ['created_at', 'created_by', 'updated_at', 'updated_by']

async function exportUnmasked({ definition, sheetQuery: query }: List): Promise<void> {
  const unmasking = await askUnmasking({ title: t('Export with contact data in full'), submit: t('Export') })
  if (unmasking) await exportList(definition.wire, query, ['*'], unmasking)
}
