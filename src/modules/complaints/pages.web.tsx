import { lazy } from 'react'
import { lazyWithCatalog } from '../../web/catalogs.ts'
import type { ModuleWeb } from '../../web/screens/module.ts'

const form = lazyWithCatalog(() => import('./view/form.web.tsx'))

export default {
  pages: {
    '': lazy(() => import('./list/list.web.tsx')),
    create: form,
    'update/$id': form,
    'view/$id': lazyWithCatalog(() => import('./view/view.web.tsx')),
    'print/$id': lazyWithCatalog(() => import('./view/print.web.tsx')),
    mails: lazyWithCatalog(() => import('./mail/incoming.web.tsx')),
    board: lazyWithCatalog(() => import('./board/board.web.tsx')),
  },
} satisfies ModuleWeb
