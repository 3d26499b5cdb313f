import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { useSearchParams } from '../../web/app/location.ts'
import { letterheadOf } from '../../web/paper/letterhead.tsx'
import { Face } from '../../web/ui/avatar.tsx'
import { QrCode } from '../../web/ui/codes/qr-code.tsx'
import { useFileUrl } from '../../web/ui/file-url.ts'
import { Page } from '../../web/ui/page.tsx'
import { Empty, Failed, SkeletonLines } from '../../web/ui/states.tsx'
import type { Card } from './card.ts'
import css from './cards.module.css'
import { supplierStaffs } from './supplier-staffs.ts'

const A_SHEET = 8

/** Cards for people of suppliers, eight on a sheet of A4. */
export default function Cards() {
  const [search] = useSearchParams()
  const staff = search.getAll('id').map(Number).filter(Number.isSafeInteger)
  const found = useQuery({
    queryKey: [supplierStaffs.wire, 'show', 'cards', staff],
    queryFn: () => post<{ data: Card[] }>(`${supplierStaffs.wire}/cards`, { staff }),
    enabled: staff.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const chain = useQuery(letterheadOf()).data?.chain.name
  const cards = found.data?.data ?? []
  const sheets = Array.from({ length: Math.ceil(cards.length / A_SHEET) }, (_, at) =>
    cards.slice(at * A_SHEET, (at + 1) * A_SHEET),
  )
  return (
    <Page
      title={t('Cards to print')}
      crumbs={[{ label: t(supplierStaffs.label), to: '/supplier-staffs' }]}
      actions={
        <Button leftSection={<IconPrinter size={16} />} disabled={cards.length === 0} onClick={() => window.print()}>
          {t('Print')}
        </Button>
      }
    >
      {found.error ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {staff.length === 0 || (found.data && cards.length === 0) ? (
        <Empty title={t('Choose people in the list first')} />
      ) : null}
      <div data-sheet className={css.sheets}>
        {found.isPending && staff.length > 0 ? <SkeletonLines lines={8} /> : null}
        {sheets.map((sheet) => (
          <section key={sheet[0]?.id} className={css.sheet}>
            {sheet.map((card) => (
              <PrintedCard key={card.id} card={card} chain={chain} />
            ))}
          </section>
        ))}
      </div>
    </Page>
  )
}

function PrintedCard({ card, chain }: { card: Card; chain: string | null | undefined }) {
  const photo = useFileUrl(card.photo)
  return (
    <article className={css.card} aria-label={card.full_name}>
      <header>
        <strong>{chain}</strong>
        <span>{t('Supplier staff')}</span>
      </header>
      <div className={css.photo}>{photo ? <img src={photo} alt="" /> : <Face name={card.full_name} size={76} />}</div>
      <div className={css.words}>
        <div className={css.code}>
          <QrCode text={card.code} label={t('Code of the card of {{name}}', { name: card.full_name })} />
        </div>
        <h2>{card.full_name}</h2>
        <p>{card.supplier}</p>
        <p className={css.small}>{card.department_group}</p>
        <p className={css.small}>
          {t('Valid {{from}} – {{until}}', { from: formatDay(card.valid_from), until: formatDay(card.valid_until) })}
        </p>
        <p className={css.small}>{card.stores.length === 0 ? t('Every store') : card.stores.join(', ')}</p>
      </div>
    </article>
  )
}
