import { t } from '../../../shared/language.ts'
import { Icon } from '../ui/icon.tsx'
import { Page } from '../ui/page.tsx'

/** An address that leads nowhere, said kindly and with a way on. */
export default function NotFound() {
  return (
    <Page title={t('Page not found')}>
      <NotFoundNotice
        title={t('We cannot find this page')}
        text={t('The address may be mistyped or the page may have moved.')}
      />
    </Page>
  )
}

interface Props {
  title: string
  text: string
  way?: { to: string; label: string }
}

export function NotFoundNotice({ title, text, way = { to: '/feedback', label: t('Go to the feedback form') } }: Props) {
  return (
    <section className="notice">
      <span className="notice-icon">
        <Icon name="map-question" size={34} stroke={1.5} />
      </span>
      <h1>{title}</h1>
      <p>{text}</p>
      <a className="button" href={way.to}>
        {way.label}
      </a>
    </section>
  )
}
