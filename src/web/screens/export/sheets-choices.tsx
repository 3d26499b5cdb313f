import { SegmentedControl } from '@mantine/core'
import { IconEye, IconTableExport, IconTableImport } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { isMaskedField } from '../../../shared/private.ts'
import { type Definition, entriesOf } from '../../../shared/resource.ts'
import type { Query } from '../../api.ts'
import { useMay } from '../../session.ts'
import { Link } from '../../ui/link.tsx'
import type { Selected } from '../list/selection.ts'
import type { List } from '../list/use-list.ts'
import { askUnmasking } from './ask-unmasking.ts'
import { exportList } from './export-list.ts'
import css from './sheets-menu.module.css'

interface ChoicesProps {
  list: List
  chosen: Selected
  canExport: boolean
  canImport: boolean
  done: () => void
}

/** What can be done with workbooks, fetched when the menu first opens. */
export default function SheetsChoices({ list, chosen, canExport, canImport, done }: ChoicesProps) {
  return (
    <div className={css.menu}>
      {canExport ? <ExportChoices {...{ list, chosen, done }} /> : null}
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

/** So many chosen records a list can be asked for. */
const CHOSEN_MOST = 200

/** Which rows leave: those that are ticked, or all that the list shows; each said with how many that is. */
function ExportChoices({ list, chosen, done }: Pick<ChoicesProps, 'list' | 'chosen' | 'done'>) {
  const { definition, columns } = list
  const may = useMay()
  const [isOfChosen, setOfChosen] = useState(true)
  const canChoose = chosen.size > 0 && chosen.size <= CHOSEN_MOST
  const going = canChoose && isOfChosen ? theChosen(list, chosen) : allRows(list)
  const { rows } = going
  const begin = (names: readonly string[]) => {
    done()
    void exportList(definition.wire, going.query, names)
  }
  const visible = columns.map(({ name }) => name).filter((name) => name in definition.fields || KEPT.includes(name))
  const isMasking = entriesOf(definition).some(([, field]) => isMaskedField(field))
  const choices = [
    {
      Icon: IconTableExport,
      label: t('Export the columns shown'),
      hint: t('{{rows}}, filtered and sorted as here', { rows }),
      act: () => begin(visible),
    },
    {
      Icon: IconTableExport,
      label: t('Export all columns'),
      hint: t('{{rows}} with everything a record holds', { rows }),
      act: () => begin(['*']),
    },
    ...(isMasking && may(definition.permission, 'other')
      ? [
          {
            Icon: IconEye,
            label: t('Export with contact data in full'),
            hint: t('{{rows}} with phones, e-mails and addresses unmasked; a reason is required', { rows }),
            act: () => {
              done()
              void exportUnmasked(definition, going)
            },
          },
        ]
      : []),
  ]
  return (
    <>
      {canChoose ? (
        <SegmentedControl
          className={css.which}
          fullWidth
          aria-label={t('Which rows')}
          value={isOfChosen ? 'chosen' : 'all'}
          onChange={(value) => setOfChosen(value === 'chosen')}
          data={[
            { value: 'chosen', label: theChosen(list, chosen).rows },
            { value: 'all', label: allRows(list).rows },
          ]}
        />
      ) : null}
      {chosen.size > CHOSEN_MOST ? (
        <p className={css.note}>{t('At most {{n}} chosen rows can leave by themselves', { n: CHOSEN_MOST })}</p>
      ) : null}
      {choices.map(({ Icon, label, hint, act }) => (
        <button key={label} type="button" className={css.item} onClick={act}>
          <Icon size={18} aria-hidden="true" />
          <span>
            <strong>{label}</strong>
            <small>{hint}</small>
          </span>
        </button>
      ))}
    </>
  )
}

const KEPT = ['created_at', 'created_by', 'updated_at', 'updated_by']

/** What leaves, and how it is called. */
interface Leaving {
  query: Query
  n: string
  rows: string
}

function allRows({ page, sheetQuery: query }: List): Leaving {
  const n = page ? formatNumber(page.total, currentLanguage()) : '…'
  return { query, n, rows: page?.total_is_more ? t('More than {{n}} rows', { n }) : t('All {{n}} rows', { n }) }
}

/** The ticked rows, wherever they stand by now: one that was dealt with may have left the filter. */
function theChosen({ sheetQuery: { sort, trashed } }: List, chosen: Selected): Leaving {
  const n = formatNumber(chosen.size, currentLanguage())
  return {
    query: { ...(sort !== undefined && { sort }), ...(trashed !== undefined && { trashed }), id: [...chosen.keys()] },
    n,
    rows: chosen.size === 1 ? t('The chosen row') : t('The {{n}} chosen rows', { n }),
  }
}

async function exportUnmasked({ wire }: Definition, { query, n, rows }: Leaving): Promise<void> {
  const unmasking = await askUnmasking({
    title: t('Export with contact data in full'),
    description: t('What leaves: {{rows}}.', { rows }),
    submit: t('Export {{n}} rows', { n }),
  })
  if (unmasking) await exportList(wire, query, ['*'], unmasking)
}
