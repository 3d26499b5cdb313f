import { useQuery } from '@tanstack/react-query'
import type { Page } from '../../../shared/api.ts'
import type { Named } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { get } from '../../../web/api.ts'
import { useSearchParams } from '../../../web/app/location.ts'
import type { Draft } from '../../../web/fields/values.ts'
import { isNamed } from '../../../web/fields/values.ts'
import { recordOf } from '../../../web/screens/records.ts'
import { orders } from '../../orders/orders.ts'
import { ticketTypes } from '../../ticket-types/ticket-types.ts'

/** What a complaint about an order of the mall begins with, beside whose it is: the matter in words, and the type for such complaints. */
export function useOrderMatter(isNew: boolean): { isReady: boolean; matter: Draft } {
  const [search] = useSearchParams()
  const id = Number(search.get('mall_order') ?? 0)
  const isAbout = isNew && Number.isSafeInteger(id) && id > 0
  const order = useQuery({ ...recordOf(orders, id), enabled: isAbout, retry: false })
  const types = useQuery({
    queryKey: [ticketTypes.wire, 'list', 'of orders'],
    queryFn: () => get<Page<Named>>(ticketTypes.wire, { is_of_orders: 'true', perpage: 50 }),
    enabled: isAbout,
  })
  if (!isAbout) return { isReady: true, matter: {} }
  if (order.isPending || types.isPending) return { isReady: false, matter: {} }
  const [type] = types.data?.data ?? []
  const row = order.data
  if (!row) return { isReady: true, matter: {} }
  const code = String(row.code)
  const why = [isNamed(row.failure_reason) ? row.failure_reason.name : '', String(row.failure_note ?? '')]
    .filter(Boolean)
    .join('. ')
  return {
    isReady: true,
    matter: {
      title: row.status === 'failed' ? t('Order {{code}} failed', { code }) : t('About order {{code}}', { code }),
      ...(why && { content: `<p>${escaped(why)}</p>` }),
      ...(type && { feedback_type: type.id }),
      feedback_method: 'hotline',
    },
  }
}

/** Words that people typed, within the tags of a text. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
