import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { t } from '../../shared/language.ts'
import type { AnyRow, ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/screens.ts'
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
    actions={(row) => <Way row={row} />}
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

/** Where it is, on a map; nothing is asked of it before somebody presses. */
function Way({ row: { latitude, longitude } }: { row: AnyRow }) {
  if (!latitude || !longitude) return null
  return (
    <Button
      component="a"
      href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(`${String(latitude)},${String(longitude)}`)}`}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconMapPin size={16} aria-hidden="true" />}
    >
      {t('Navigate')}
    </Button>
  )
}

export default { pages: { 'view/$id': Store, 'poster/$id': Poster } } satisfies ModuleWeb
