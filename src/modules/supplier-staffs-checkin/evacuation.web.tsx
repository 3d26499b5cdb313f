import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { Letterhead, Signatures } from '../../web/paper/letterhead.tsx'
import { PaperPage } from '../../web/paper/paper-page.tsx'
import paper from '../../web/paper/sheet.module.css'
import { useSession } from '../../web/session.ts'
import type { Desk } from '../supplier-staffs-checking/desk.ts'
import { supplierStaffsChecking } from '../supplier-staffs-checking/supplier-staffs-checking.ts'
import css from './evacuation.module.css'

const byGivenName = new Intl.Collator('vi')
const givenFirst = (name: string): string => name.trim().split(/\s+/).toReversed().join(' ')

/** Everybody of suppliers who is in the store, to be ticked off at the assembly point. */
export default function EvacuationList() {
  const [search] = useSearchParams()
  const store = search.get('store')
  const { time_zone } = useSession()
  const found = useQuery({
    queryKey: [supplierStaffsChecking.wire, 'list', 'evacuation', store],
    queryFn: () => get<Desk>(`${supplierStaffsChecking.wire}/desk`, { store }),
    staleTime: 0,
  })
  const rows = found.data?.inside.toSorted((a, b) => byGivenName.compare(givenFirst(a.person), givenFirst(b.person)))
  const now = formatMoment(new Date(found.dataUpdatedAt || Date.now()).toISOString(), time_zone)
  return (
    <PaperPage
      title={t('Evacuation list')}
      crumbs={[{ label: t('Check-in'), to: `/supplier-staffs-checkin${store ? `?store=${store}` : ''}` }]}
      error={found.error}
      retry={() => void found.refetch()}
    >
      {rows && found.data ? (
        <>
          <Letterhead
            title={t('Evacuation list')}
            at={t('{{n}} supplier staff inside, {{at}}', { n: rows.length, at: now })}
            store={found.data.store.id}
          />
          <div className={paper.table}>
            <table>
              <thead>
                <tr>
                  <th scope="col">#</th>
                  <th scope="col">{t('Full name')}</th>
                  <th scope="col">{t('Supplier')}</th>
                  <th scope="col">{t('Department group')}</th>
                  <th scope="col">{t('Inside since')}</th>
                  <th scope="col">{t('Badge')}</th>
                  <th scope="col">{t('Safe')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((one, at) => (
                  <tr key={one.id}>
                    <td>{at + 1}</td>
                    <td>{one.person}</td>
                    <td>{one.supplier}</td>
                    <td>{one.department_group}</td>
                    <td>{formatMoment(one.receiving_date, time_zone)}</td>
                    <td>{one.badge}</td>
                    <td className={css.box}>☐</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Signatures of={[t('Counted by'), t('Received by')]} />
        </>
      ) : null}
    </PaperPage>
  )
}
