import { lazy, useEffect } from 'react'
import { go } from '../../web/app/location.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { useMay, useSession } from '../../web/session.ts'
import { SkeletonPage } from '../../web/ui/states.tsx'

const Overview = lazy(() => import('./overview.web.tsx'))

/** Its figures are of complaints; who may not read them begins with what there is for them. */
function Dashboard() {
  const may = useMay()
  const { role } = useSession()
  if (may('complaints', 'read')) return <Overview />
  const isShipper = role.scope === 'own' && may('goods-delivery', 'read')
  return <Onward to={isShipper ? '/goods-delivery/day' : '/modules'} />
}

function Onward({ to }: { to: string }) {
  useEffect(() => go(to, { replace: true }), [to])
  return <SkeletonPage />
}

export default { pages: { '': Dashboard } } satisfies ModuleWeb
