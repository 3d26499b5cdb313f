import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '../../shared/fields.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { changed } from '../../web/query.ts'
import type { AnyRow } from '../../web/screens/module.ts'
import { useMay, useSession } from '../../web/session.ts'
import { ScrollBox } from '../../web/ui/scroll-box.tsx'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
import css from './orders.module.css'
import { orders } from './orders.ts'

interface Line {
  field: string
  ours: string | null
  theirs: string | null
}
const FIELDS: Record<string, Field | undefined> = orders.fields

/** What the sender said otherwise once the order was scanned out, beside what stands here. */
export function Conflict({ row }: { row: AnyRow }) {
  const may = useMay()
  const { time_zone } = useSession()
  const [isBusy, setBusy] = useState(false)
  const lines = Array.isArray(row.conflict) ? (row.conflict as Line[]) : [] // as the definition's own field has them
  if (typeof row.conflict_at !== 'string') return null
  const settle = async () => {
    setBusy(true)
    try {
      await post(`${orders.wire}/${row.id}/settle-conflict`, { version: row.version })
      changed(orders.wire)
      snackbar(t('The conflict is settled: the order stays as it is here'))
    } catch (error) {
      sayFailure(error)
    }
    setBusy(false)
  }
  return (
    <section className={css.card} data-warning aria-labelledby="conflict">
      <header className={css.head}>
        <h2 id="conflict">{t('Sent differently since')}</h2>
        <span className={css.quiet}>{formatMoment(row.conflict_at, time_zone)}</span>
      </header>
      <p>{t('The order was scanned out already, so nothing was changed. Please settle it with the sender.')}</p>
      <ScrollBox className={css.scroll} label={t('Sent differently since')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('Here')}</th>
              <th scope="col">{t('As sent')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ field, ours, theirs }) => (
              <tr key={field}>
                <th scope="row">{t(FIELDS[field]?.label ?? field)}</th>
                <td>{worded(field, ours)}</td>
                <td>{worded(field, theirs)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {may(orders.permission, 'edit') ? (
        <Button variant="default" loading={isBusy} onClick={() => void settle()}>
          {t('Settled with the sender')}
        </Button>
      ) : null}
    </section>
  )
}

const worded = (name: string, value: string | null): string => {
  const label = FIELDS[name]?.of?.find((choice) => choice.value === value)?.label
  return label ? t(label) : (value ?? '–')
}
