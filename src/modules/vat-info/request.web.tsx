import { Button } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { Consents } from '../../web/screens/form/consents.tsx'
import type { AnyRow, PageParams } from '../../web/screens/module.ts'
import { FactGroups } from '../../web/screens/view/facts.tsx'
import { PrintLink } from '../../web/screens/view/print-link.tsx'
import { ViewScreen } from '../../web/screens/view/view.tsx'
import { useMay } from '../../web/session.ts'
import { fetchBatch } from './batch.web.tsx'
import { Chain } from './corrections/corrections.web.tsx'
import { vatWays } from './queue/proposal.web.ts'
import { totalsOf } from './totals.ts'
import { vatInfo } from './vat-info.ts'

/** A request with what may be done next: issue, adjust, replace, print. */
export function VatRequest({ params }: PageParams) {
  return (
    <ViewScreen
      definition={vatInfo}
      id={params.id ?? ''}
      title={(row) => `${String(row.number)} · ${String(row.company_name)}`}
      main={(row) => (
        <>
          <FactGroups definition={vatInfo} row={row} hidden={unsaid(row)} />
          <Chain row={row} />
        </>
      )}
      actions={(row) => (row.deleted_at ? null : <PrintLink definition={vatInfo} row={row} />)}
      aside={(row) => (
        <>
          <Batch row={row} />
          <Consents definition={vatInfo} id={row.id} />
        </>
      )}
      ways={vatWays}
      beside={(row) => <ChoiceMark field={vatInfo.fields.state} value={String(row.state)} />}
    />
  )
}

/** What can hold nothing yet is not shown as empty; the chain tells the corrections. */
const unsaid = (row: AnyRow): string[] =>
  Object.keys(vatInfo.fields).filter(
    (name) =>
      name.startsWith('correct') ||
      name === 'status' ||
      totalsOf(row).includes(name) ||
      (/^(invoice_|issued_on|authority_code|batch|is_confirmed|close_reason)/.test(name) &&
        (!row[name] || (name === 'invoice_form' && !row.invoice_number))),
  )

function Batch({ row }: { row: AnyRow }) {
  const may = useMay()
  const mayFetch = may(vatInfo.permission, 'report') && may(vatInfo.permission, 'other')
  if (typeof row.batch !== 'number' || !mayFetch) return null
  const { batch } = row
  return (
    <Button
      variant="default"
      leftSection={<IconPackageExport size={16} aria-hidden="true" />}
      onClick={() => void fetchBatch(batch)}
    >
      {t('Workbook of batch {{batch}}', { batch })}
    </Button>
  )
}
