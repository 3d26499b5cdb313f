import { Button } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import { QrCode } from '../../web/ui/codes/qr-code.tsx'
import { Link } from '../../web/ui/link.tsx'
import { feedbackAddress } from './feedback-address.web.ts'
import css from './stores.module.css'

export function FeedbackCode({ id, code }: { id: number; code: string }) {
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
