import { lazy } from 'react'
import type { ModuleWeb } from '../../web/screens/module.ts'

const Form = lazy(() => import('./form.web.tsx'))

export default {
  pages: {
    create: Form,
    'update/$id': Form,
    'view/$id': lazy(() => import('./round-page.web.tsx')),
  },
} satisfies ModuleWeb
