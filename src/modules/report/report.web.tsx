import { lazy } from 'react'
import type { ModuleWeb } from '../../web/screens/module.ts'
import { REPORTS } from './kinds.ts'

/** Each report at its address; /report itself is the first of them. */
const pages = Object.fromEntries(
  [...REPORTS.map((kind) => [kind.page, kind] as const), ['', REPORTS[0]] as const].map(([path, kind]) => [
    path,
    lazy(() =>
      import('./screen.web.tsx').then(({ ReportScreen }) => ({
        default: () => <ReportScreen key={kind.page} kind={kind} />,
      })),
    ),
  ]),
)

export default { pages } satisfies ModuleWeb
