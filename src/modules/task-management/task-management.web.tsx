import { lazy } from 'react'
import type { ModuleWeb } from '../../web/screens/module.ts'

export default {
  pages: {
    today: lazy(() => import('./today/today.web.tsx')),
    calendar: lazy(() => import('./calendar/calendar.web.tsx')),
    load: lazy(() => import('./load/load.web.tsx')),
  },
} satisfies ModuleWeb
