import { useQuery } from '@tanstack/react-query'
import type { Page } from '../../shared/api.ts'
import type { DeskEvent } from '../../shared/draws/desk.ts'
import type { Named } from '../../shared/fields.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import type { Definition } from '../../shared/resource.ts'
import { get } from '../api.ts'
import { keys } from '../query.ts'
import { useSession } from '../session.ts'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Link } from '../ui/link.tsx'
import { Failed, SkeletonLines } from '../ui/states.tsx'
import css from './desk.module.css'

/** As much of a log as the list of gifts to hand out says. */
interface Waiting {
  id: number
  gift: Named | null
  bill_number: string
  customer_name: string | null
  drawn_at: string
}

interface WaitingProps {
  event: DeskEvent
  logs: Definition
  store: number
  onClose: () => void
  onOpen: (bill: string) => void
}

const MOST = 50

/** The gifts that are won here and not handed out yet; each opens as if its bill were read again. */
export default function WaitingDialog({ event, logs, store, onClose, onOpen }: WaitingProps) {
  const { time_zone } = useSession()
  const query = { event: event.id, store, state: 'won', perpage: MOST }
  const found = useQuery({
    queryKey: keys.list(logs.wire, query),
    queryFn: () => get<Page<Waiting>>(logs.wire, query, { quiet: true }),
    staleTime: 0,
  })
  return (
    <Dialog opened onClose={onClose} title={t('Still to hand out')} size={560}>
      {found.error ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {found.data ? null : <SkeletonLines lines={4} />}
      <ul className={css.waiting}>
        {found.data?.data.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => onOpen(one.bill_number)}>
              <strong>{one.gift?.name}</strong>
              <time dateTime={one.drawn_at}>{formatMoment(one.drawn_at, time_zone)}</time>
              <span>
                {[t('Bill {{number}}', { number: one.bill_number }), one.customer_name].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Link to={`/${logs.name}?event=${event.id}&store=${store}&state=won`}>{t('Open as a list')}</Link>
    </Dialog>
  )
}
