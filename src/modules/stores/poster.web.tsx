import { Button, SegmentedControl } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../shared/language.ts'
import type { Row } from '../../shared/resource.ts'
import { addressLine } from '../../web/fields/cell.tsx'
import { recordOf } from '../../web/screens/records.ts'
import { QrCode } from '../../web/ui/codes/qr-code.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Failed, SkeletonPage } from '../../web/ui/states.tsx'
import { feedbackAddress } from './feedback-address.web.ts'
import css from './poster.module.css'
import { stores } from './stores.ts'

type StoreRow = Row<typeof stores>
const SIZES = ['A5', 'A4'] as const

/** A paper poster speaks to everyone who passes: all three languages at once, whatever the screen's. */
const WORDS = [
  { lang: 'vi', title: 'Ý kiến của bạn làm chúng tôi tốt hơn', call: 'Quét mã để góp ý, khen ngợi hoặc khiếu nại' },
  { lang: 'en', title: 'Tell us how we did', call: 'Scan to share praise, an idea or a complaint' },
  { lang: 'ko', title: '고객님의 의견을 들려주세요', call: '코드를 스캔해 칭찬, 제안, 불만을 남겨 주세요' },
] as const

/** The store's poster for feedback, to look at and to print on A5 or A4. */
export function Poster({ params }: { params: Record<string, string> }) {
  const found = useQuery(recordOf(stores, params.id ?? ''))
  const [size, setSize] = useState<(typeof SIZES)[number]>('A5')
  if (found.isPending) return <SkeletonPage />
  const store = found.data as unknown as StoreRow | undefined // the record of this definition
  const crumbs = [
    { label: t('Stores'), to: '/stores' },
    ...(store ? [{ label: store.name, to: `/stores/view/${store.id}` }] : []),
  ]
  return (
    <Page
      title={t('Feedback poster')}
      crumbs={crumbs}
      actions={
        <>
          <SegmentedControl aria-label={t('Paper')} value={size} onChange={setSize} data={[...SIZES]} />
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()} disabled={!store}>
            {t('Print')}
          </Button>
        </>
      }
    >
      {found.isError && <Failed error={found.error} retry={() => void found.refetch()} />}
      {store && (
        <>
          <div className={css.preview} data-size={size}>
            <Sheet store={store} />
          </div>
          {createPortal(
            <div className={css.print} data-size={size}>
              <Sheet store={store} />
            </div>,
            document.body,
          )}
        </>
      )}
    </Page>
  )
}

function Sheet({ store }: { store: StoreRow }) {
  const address = feedbackAddress(store.code)
  const [first, ...others] = WORDS
  return (
    <article className={css.sheet}>
      <header>
        <p className={css.code}>{store.code}</p>
        <p className={css.store}>{store.name}</p>
        {store.address && <p className={css.address}>{addressLine(store.address)}</p>}
      </header>
      <h2 lang={first.lang}>{first.title}</h2>
      <div className={css.qr}>
        <QrCode text={address} label={t('Code that leads to {{address}}', { address })} />
      </div>
      <p className={css.call} lang={first.lang}>
        {first.call}
      </p>
      <div className={css.others}>
        {others.map((words) => (
          <p key={words.lang} lang={words.lang}>
            <strong>{words.title}</strong>
            <span>{words.call}</span>
          </p>
        ))}
      </div>
      <footer>{address.replace(/^https?:\/\//, '')}</footer>
    </article>
  )
}
