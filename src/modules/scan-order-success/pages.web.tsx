import { useQuery } from '@tanstack/react-query'
import { t } from '../../shared/language.ts'
import { get } from '../../web/api.ts'
import { ScanAnswer, ScanInput } from '../../web/scan/scan-field.tsx'
import { useScanner } from '../../web/scan/use-scanner.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { Page } from '../../web/ui/page.tsx'
import { Failed, SkeletonLines } from '../../web/ui/states.tsx'
import { orders } from '../orders/orders.ts'
import type { ScanDesk } from '../orders/scan.ts'
import { LastScans, Pace } from './last-scans.web.tsx'
import css from './scan.module.css'
import { useOrderDesk } from './use-order-desk.web.ts'

const REFRESH_MS = 60_000

/** Code after code without a touch: each order scanned out once, wherever and however often its code is read. */
function ScanOrders() {
  const desk = useOrderDesk()
  const scanner = useScanner(desk.onScan)
  const found = useQuery({
    queryKey: [orders.wire, 'list', 'scan desk'],
    queryFn: () => get<ScanDesk>(`${orders.wire}/scan-desk`, {}, { quiet: true }),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Page title={t('Scan orders')} crumbs={[{ label: t(orders.label), to: `/${orders.name}` }]}>
      <div className={css.desk}>
        <div className={css.work}>
          <ScanInput
            key={desk.refused?.act.key}
            given={desk.refused?.code}
            scanner={scanner}
            inputMode="text"
            label={t('Scan or type the code of an order or a parcel')}
          />
          <ScanAnswer scanner={scanner} kept={desk.kept.map(({ code }) => code)} />
          {desk.said ? (
            <p role="status" className={css.said}>
              {desk.said}
            </p>
          ) : null}
        </div>
        <div className={css.side}>
          {found.data ? (
            <>
              <Pace desk={found.data} kept={desk.kept.length} />
              <LastScans last={found.data.last} kept={desk.kept} onUndo={desk.undo} />
            </>
          ) : found.error ? (
            <Failed error={found.error} retry={() => void found.refetch()} />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </div>
      </div>
    </Page>
  )
}

export default { pages: { '': ScanOrders } } satisfies ModuleWeb
