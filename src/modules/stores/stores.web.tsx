import { lazy, Suspense } from 'react'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/view/view.tsx'
import { StoreComplaints, StorePeople } from './store-sections.web.tsx'
import css from './stores.module.css'
import { stores } from './stores.ts'

const Poster = lazy(() => import('./poster.web.tsx').then((found) => ({ default: found.Poster })))
/** Drawing a code is 4 kB that the form of a store does not need. */
const FeedbackCode = lazy(() => import('./feedback-code.web.tsx').then((found) => ({ default: found.FeedbackCode })))

/** A store with its staff, its open complaints and the code of its feedback form. */
const Store = ({ params }: PageParams) => (
  <ViewScreen
    definition={stores}
    id={params.id ?? ''}
    aside={(row) => (
      <Suspense fallback={<section className={css.qr} aria-hidden />}>
        <FeedbackCode id={row.id} code={String(row.code)} />
      </Suspense>
    )}
    sections={(row) => (
      <>
        <StoreComplaints store={row.id} />
        <StorePeople store={row.id} />
      </>
    )}
  />
)

export default { pages: { 'view/$id': Store, 'poster/$id': Poster } } satisfies ModuleWeb
