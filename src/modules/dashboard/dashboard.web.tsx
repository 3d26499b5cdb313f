import { lazy } from 'react'
import type { ModuleWeb } from '../../web/screens/module.ts'

export default { pages: { '': lazy(() => import('./overview.web.tsx')) } } satisfies ModuleWeb
