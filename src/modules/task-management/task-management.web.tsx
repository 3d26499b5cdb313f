import { lazy } from 'react'
import type { ModuleWeb } from '../../web/screens/module.ts'

export default {
  pages: {
    calendar: lazy(() => import('./calendar/calendar.web.tsx')),
  },
} satisfies ModuleWeb
