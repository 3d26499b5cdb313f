import { Button } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { changed } from '../../web/query.ts'
import { exportList } from '../../web/screens/export-list.ts'
import { useMay } from '../../web/session.ts'
import { confirm } from '../../web/ui/confirm.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { vatInfo } from './vat-info.ts'

/** What the provider of electronic invoices needs of a request. */
const FOR_PROVIDER = [
  'number',
  'tax_code',
  'company_name',
  'address',
  'email',
  'buyer',
  'payment_method',
  'receipt_number',
  'sold_on',
  'store',
  'lines',
  'amount_without_vat',
  'tax_amount',
  'amount_with_vat',
]

/** Takes what waits to the invoicing provider, as one workbook; each request goes out once. */
export function BatchButton() {
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  if (!may(vatInfo.permission, 'other') || !may(vatInfo.permission, 'report')) return null
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconPackageExport size={18} aria-hidden="true" />}
      onClick={() => {
        setBusy(true)
        void sendBatch().finally(() => setBusy(false))
      }}
    >
      {t('Batch for the provider')}
    </Button>
  )
}

/** The file of a batch, as often as it is needed. */
export const fetchBatch = (batch: number): Promise<void> =>
  exportList(vatInfo.wire, { batch, sort: 'id' }, FOR_PROVIDER)

async function sendBatch(): Promise<void> {
  const { status } = await confirm({
    title: t('Send what waits to the provider?'),
    description: t('Every request that has its amounts goes into one workbook and is marked as sent.'),
    submit: t('Make the workbook'),
  })
  if (status !== 1) return
  try {
    const { batch } = await post<{ batch: number; n: number }>(`${vatInfo.wire}/batch`)
    changed(vatInfo.name)
    await fetchBatch(batch)
  } catch (error) {
    snackbar(error instanceof Error ? error.message : t('Something went wrong'), { variant: 'alert', colour: 'bad' })
  }
}
