import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Named } from '../../../shared/fields.ts'
import { formatMoney, formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import type { AnyRow } from '../../../web/screens/module.ts'
import { act } from '../../../web/screens/record-acts.ts'
import { useOpenSteps } from '../../../web/screens/view/flow-buttons.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { sayFailure } from '../../../web/ui/snackbar.tsx'
import { vatInfo } from '../vat-info.ts'
import { proposeAgain } from './proposal.web.ts'
import css from './queue.module.css'

const SHOWN = 8
const moneyOf = (row: AnyRow) => formatMoney(Number(row.amount_with_vat), currentLanguage())

/** What was issued here, the last on top, each to be taken back by whoever did it. */
export function Issued({ rows, onUndone }: { rows: readonly AnyRow[]; onUndone: (row: AnyRow) => void }) {
  return (
    <section className={css.card} aria-label={t('Just issued')} aria-live="polite" hidden={rows.length === 0}>
      <h2>{t('Just issued')}</h2>
      <ul>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <Link to={`/${vatInfo.name}/view/${row.id}`}>
              {String(row.number)}: <strong>{`${String(row.invoice_serial)} ${String(row.invoice_number)}`}</strong>
            </Link>
            <Undo row={row} onUndone={onUndone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Undo({ row, onUndone }: { row: AnyRow; onUndone: (row: AnyRow) => void }) {
  const [isBusy, setBusy] = useState(false)
  const isOpen = useOpenSteps(vatInfo, row).some(([name]) => name === 'undo-issue')
  if (!isOpen) return null
  const undo = async () => {
    setBusy(true)
    try {
      const back = await act(vatInfo, row.id, 'undo-issue', { version: row.version })
      const { invoice_form, invoice_serial, invoice_number } = row
      proposeAgain((row.store as Named | null)?.id ?? null, {
        invoice_form: String(invoice_form),
        invoice_serial: String(invoice_serial),
        invoice_number: String(invoice_number),
      })
      onUndone(back)
    } catch (error) {
      setBusy(false)
      sayFailure(error)
    }
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={isBusy}
      onClick={() => void undo()}
      aria-label={`${t('Undo')}: ${String(row.number)}`}
    >
      {t('Undo')}
    </Button>
  )
}

interface WaitingProps {
  rows: readonly AnyRow[]
  more: number
  onPick: (id: number) => void
}

/** What comes next; a press takes one before its turn. */
export function Waiting({ rows, more, onPick }: WaitingProps) {
  if (rows.length === 0) return null
  const shown = rows.slice(0, SHOWN)
  const rest = rows.length - shown.length + Math.max(0, more)
  return (
    <section className={css.card} aria-label={t('Coming next')}>
      <h2>{t('Coming next')}</h2>
      <ul>
        {shown.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => onPick(row.id)}>
              <span>{String(row.company_name)}</span>
              <span>{moneyOf(row)}</span>
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 ? <p>{t('and {{n}} more', { n: formatNumber(rest, currentLanguage()) })}</p> : null}
    </section>
  )
}

/** What cannot be issued before somebody fills in what its bill comes to. */
export function Lacking({ rows }: { rows: readonly AnyRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className={css.card} aria-label={t('Lack their amounts')}>
      <h2>
        {t('Lack their amounts')} <em>{formatNumber(rows.length, currentLanguage())}</em>
      </h2>
      <ul>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <Link
              to={`/${vatInfo.name}/update/${row.id}`}
            >{`${String(row.number)} · ${String(row.company_name)}`}</Link>
          </li>
        ))}
      </ul>
      {rows.length > SHOWN ? (
        <p>{t('and {{n}} more', { n: formatNumber(rows.length - SHOWN, currentLanguage()) })}</p>
      ) : null}
    </section>
  )
}
