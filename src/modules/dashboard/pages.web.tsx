import { lazy, useEffect } from 'react'
import { go } from '../../web/app/location.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { useMay, useSession } from '../../web/session.ts'
import { SkeletonPage } from '../../web/ui/states.tsx'
import { modules } from '../index.ts'

const Overview = lazy(() => import('./overview.web.tsx'))

/** What waits, and the figures of complaints; a shipper begins with the day's stops, and whom nothing can wait for with what there is. */
function Dashboard() {
  const may = useMay()
  const { role } = useSession()
  const isShipper = role.scope === 'own' && may('goods-delivery', 'read') && !may('complaints', 'read')
  if (isShipper) return <Onward to="/goods-delivery/day" />
  const canWait = modules.some(({ pendingFilter, permission }) => pendingFilter && may(permission, 'read'))
  return canWait ? <Overview /> : <Onward to="/modules" />
}

function Onward({ to }: { to: string }) {
  useEffect(() => go(to, { replace: true }), [to])
  return <SkeletonPage />
}

export default { pages: { '': Dashboard } } satisfies ModuleWeb
