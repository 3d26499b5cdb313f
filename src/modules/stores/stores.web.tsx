import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { lazy } from 'react'
import { t } from '../../shared/language.ts'
import type { ModuleWeb, PageParams } from '../../web/screens/module.ts'
import { ViewScreen } from '../../web/screens/view/view.tsx'
import { Link } from '../../web/ui/link.tsx'
import { QrCode } from '../../web/ui/qr-code.tsx'
import { feedbackAddress } from './feedback-address.web.ts'
import { StoreComplaints, StorePeople } from './store-sections.web.tsx'
import css from './stores.module.css'
import { stores } from './stores.ts'

const Poster = lazy(() => import('./poster.web.tsx').then((found) => ({ default: found.Poster })))

/** A store with its staff, its open complaints and the code of its feedback form. */
const Store = ({ params }: PageParams) => (
  <ViewScreen
    definition={stores}
    id={params.id ?? ''}
    aside={(row) => <FeedbackCode id={row.id} code={String(row.code)} />}
    sections={(row) => (
      <>
        <StoreComplaints store={row.id} />
        <StorePeople store={row.id} />
      </>
    )}
  />
)

function FeedbackCode({ id, code }: { id: number; code: string }) {
  const address = feedbackAddress(code)
  return (
    <section className={css.qr}>
      <h2>{t('Feedback of customers')}</h2>
      <QrCode text={address} label={t('Code that leads to {{address}}', { address })} />
      <p>{address}</p>
      <Button
        component={Link}
        to={`/stores/poster/${id}`}
        variant="default"
        leftSection={<IconQrcode size={18} aria-hidden />}
      >
        {t('Poster to print')}
      </Button>
    </section>
  )
}

export default { pages: { 'view/$id': Store, 'poster/$id': Poster } } satisfies ModuleWeb
