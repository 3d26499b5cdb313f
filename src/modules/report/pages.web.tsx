import { lazy, useEffect } from 'react'
import { go } from '../../web/app/location.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { REPORTS } from './kinds.ts'

/** Each report at its address. */
const pages = Object.fromEntries(
  REPORTS.map((kind) => [
    kind.page,
    lazy(() =>
      import('./screen.web.tsx').then(({ ReportScreen }) => ({
        default: () => <ReportScreen key={kind.page} kind={kind} />,
      })),
    ),
  ]),
)

/** A report is shared by its own address, and marked among the tabs by it. */
function First() {
  useEffect(() => go(`/report/${REPORTS[0].page}${window.location.search}`, { replace: true }), [])
  return null
}

export default { pages: { '': First, ...pages } } satisfies ModuleWeb
