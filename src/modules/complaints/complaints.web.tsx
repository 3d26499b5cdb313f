import { lazy } from 'react'
import { seldom } from '../../web/catalogs.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'

const form = lazy(() => import('./form.web.tsx'))

export default {
  pages: {
    '': lazy(() => import('./list.web.tsx')),
    create: form,
    'update/$id': form,
    'view/$id': lazy(() => import('./view.web.tsx')),
    'print/$id': lazy(() => import('./print.web.tsx')),
    mails: seldom(() => import('./received.web.tsx')),
    board: lazy(() => import('./board.web.tsx')),
  },
} satisfies ModuleWeb
