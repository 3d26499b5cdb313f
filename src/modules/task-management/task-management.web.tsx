import { lazy } from 'react'
import { lazyWithCatalog } from '../../web/catalogs.ts'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { WHOSE, type Whose } from './list/whose.ts'

const List = lazy(() => import('./list/list.web.tsx'))
const listOf = (whose?: Whose) => (_: PageParams) => <List whose={whose} />

export default {
  pages: {
    '': listOf(),
    ...Object.fromEntries(WHOSE.map(({ value }) => [value, listOf(value)])),
    'view/$id': lazyWithCatalog(() => import('./view/view.web.tsx')),
    board: lazyWithCatalog(() => import('./board/board.web.tsx')),
    today: lazy(() => import('./today/today.web.tsx')),
    calendar: lazy(() => import('./calendar/calendar.web.tsx')),
    load: lazy(() => import('./load/load.web.tsx')),
  },
} satisfies ModuleWeb
