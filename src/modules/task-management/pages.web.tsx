import { lazy, useEffect } from 'react'
import { go, useSearchParams } from '../../web/app/location.ts'
import { lazyWithCatalog } from '../../web/catalogs.ts'
import { useIsNarrow } from '../../web/screens/list/use-is-narrow.ts'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { CHECKLIST } from './checklist/address.ts'
import { WHOSE, type Whose } from './list/whose.ts'

const List = lazy(() => import('./list/list.web.tsx'))
const listOf = (whose?: Whose) => (_: PageParams) => <List whose={whose} />

/** On a phone whoever opens the module has something to do; the list stays a press away. */
function Opening() {
  const [asked] = useSearchParams()
  const isPhone = useIsNarrow()
  const isLed = isPhone && [...asked.keys()].every((name) => name === 'lang')
  useEffect(() => {
    if (isLed) go('/task-management/today', { replace: true })
  }, [isLed])
  return isLed ? null : <List />
}

/** The address of the specification for the checklist alone: it stands on the page of its task. */
function ToChecklist({ params: { id } }: PageParams) {
  useEffect(() => go(`/task-management/view/${id}#${CHECKLIST}`, { replace: true }), [id])
  return null
}

export default {
  pages: {
    '': Opening,
    ...Object.fromEntries(WHOSE.map(({ value }) => [value, listOf(value)])),
    'view/$id': lazyWithCatalog(() => import('./view/view.web.tsx')),
    '$id/checklist': ToChecklist,
    'print/$id': lazyWithCatalog(() => import('./view/print.web.tsx')),
    board: lazyWithCatalog(() => import('./board/board.web.tsx')),
    today: lazy(() => import('./today/today.web.tsx')),
    calendar: lazy(() => import('./calendar/calendar.web.tsx')),
    load: lazy(() => import('./load/load.web.tsx')),
  },
} satisfies ModuleWeb
