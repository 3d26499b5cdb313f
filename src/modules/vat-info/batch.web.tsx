import { Button } from '@mantine/core'
import { IconPackageExport } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { get, post } from '../../web/api.ts'
import { changed } from '../../web/query.ts'
import { askUnmasking } from '../../web/screens/export/ask-unmasking.ts'
import { exportList, type Unmasking } from '../../web/screens/export/export-list.ts'
import { useMay } from '../../web/session.ts'
import { sayFailure, snackbar } from '../../web/ui/snackbar.tsx'
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

const fileOf = (batch: number, unmasking: Unmasking): Promise<void> =>
  exportList(vatInfo.wire, { batch, sort: 'id' }, FOR_PROVIDER, unmasking)

/** The file of a batch, as often as it is needed; it says in full how buyers are reached. */
export async function fetchBatch(batch: number): Promise<void> {
  const unmasking = await askUnmasking({
    title: t('Workbook of batch {{batch}}', { batch }),
    reason: t('Batch for the provider'),
    submit: t('Make the workbook'),
  })
  if (unmasking) await fileOf(batch, unmasking)
}

async function sendBatch(): Promise<void> {
  try {
    const { n, lacking } = await get<{ n: number; lacking: number }>(`${vatInfo.wire}/batch`)
    const left = t('{{n}} more lack their amounts and are not sent.', { n: lacking })
    if (n === 0) {
      const none = t('No request with known amounts waits to be sent.')
      snackbar(lacking > 0 ? `${none} ${left}` : none, { variant: 'alert', colour: 'info' })
      return
    }
    const unmasking = await askUnmasking({
      title: t('Send {{n}} requests to the provider', { n }),
      description: `${t('They go into one workbook and are marked as sent.')}${lacking > 0 ? ` ${left}` : ''}`,
      reason: t('Batch for the provider'),
      submit: t('Make the workbook'),
    })
    if (!unmasking) return
    const { password } = unmasking
    const { batch } = await post<{ batch: number; n: number }>(`${vatInfo.wire}/batch`, { password })
    changed(vatInfo.name)
    await fileOf(batch, unmasking)
  } catch (error) {
    sayFailure(error)
  }
}
