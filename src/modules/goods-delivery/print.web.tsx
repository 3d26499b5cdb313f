import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Address, Field, Named } from '../../shared/fields.ts'
import { formatDay, formatMoment, formatMoney, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { sumInWords } from '../../shared/vietnam/sum-in-words.ts'
import { spacedPhone } from '../../shared/vietnam/vietnam.ts'
import { addressLine, isBlank } from '../../web/fields/cell.tsx'
import { Show } from '../../web/fields/show.tsx'
import { isNamed } from '../../web/fields/values.ts'
import { Letterhead, Signatures } from '../../web/paper/letterhead.tsx'
import { PaperPage } from '../../web/paper/paper-page.tsx'
import type { AnyRow, PageParams } from '../../web/screens/module.ts'
import { useRecord } from '../../web/screens/view/use-record.ts'
import { useSession } from '../../web/session.ts'
import { QrCode } from '../../web/ui/codes/qr-code.tsx'
import { goodsDelivery } from './goods-delivery.ts'
import { labelCode } from './label.ts'
import css from './print.module.css'

type Paper = 'a4' | 'roll'
type Name = keyof typeof goodsDelivery.fields
const FACTS: Name[] = [
  'receipt_no',
  'receipt_value',
  'packages',
  'from_address',
  'customer_name',
  'phone',
  'to_address',
  'distance',
  'duration',
  'fee',
  'shipper',
  'delivery_date',
  'notes',
]

/** A delivery on paper: its note with room to sign, and a label per package; A4, or a receipt printer's 80 mm roll. */
export default function PrintDelivery({ params }: PageParams) {
  const { row, error, retry } = useRecord(goodsDelivery, params.id)
  const [paper, setPaper] = useState<Paper>('a4')
  const crumbs = [
    { label: t(goodsDelivery.label), to: '/goods-delivery' },
    { label: String(row?.receipt_no ?? '…'), to: `/goods-delivery/view/${params.id}` },
  ]
  return (
    <PaperPage
      title={t('Delivery note and labels')}
      crumbs={crumbs}
      actions={
        <SegmentedControl
          aria-label={t('Paper')}
          value={paper}
          onChange={(value) => setPaper(value === 'roll' ? 'roll' : 'a4')}
          data={[
            { value: 'a4', label: 'A4' },
            { value: 'roll', label: '80 mm' },
          ]}
        />
      }
      error={error}
      retry={retry}
      isRoll={paper === 'roll'}
    >
      {row ? <Sheet row={row} /> : null}
    </PaperPage>
  )
}

function Sheet({ row }: { row: AnyRow }) {
  const { time_zone } = useSession()
  const packages = Array.from({ length: Math.min(Number(row.packages), 999) }, (_, at) => at + 1)
  return (
    <>
      <Letterhead
        title={t('Delivery note')}
        number={String(row.number ?? '')}
        hasBarcode
        at={formatMoment(String(row.created_at), time_zone)}
        store={isNamed(row.store) ? row.store.id : undefined}
      />
      <dl>
        {FACTS.filter((name) => !isBlank(row[name])).map((name) => (
          <div key={name} data-wide={name === 'notes' || undefined}>
            <dt>{t(goodsDelivery.fields[name].label)}</dt>
            <dd>
              <Said name={name} value={row[name]} />
              {name === 'distance' && row.is_estimate ? <p className={css.words}>{t('Estimate')}</p> : null}
              {name === 'fee' && typeof row.fee === 'number' ? (
                <p className={css.words}>{sumInWords(row.fee, currentLanguage())}</p>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      <Signatures of={[t('Given out by'), t('Shipper'), t('Received by')]} />
      {packages.map((at) => (
        <Label key={at} row={row} at={at} of={packages.length} />
      ))}
    </>
  )
}

const Said = ({ name, value }: { name: Name; value: unknown }) => {
  const field: Field = goodsDelivery.fields[name]
  if (field.kind === 'money' && typeof value === 'number') return formatMoney(value, currentLanguage())
  return <Show field={field} value={value} />
}

/** Its code leads to this delivery: a phone opens it, a scanner types its address. */
function Label({ row, at, of }: { row: AnyRow; at: number; of: number }) {
  // A record shows an address and a name as such.
  const [to, store] = [row.to_address as Address, row.store as Named | null]
  return (
    <section className={css.label} aria-label={t('Label {{at}} of {{of}}', { at, of })}>
      <div className={css.code}>
        <QrCode text={labelCode(location.origin, row.id, at)} label={t('Barcode of package {{at}}', { at })} />
      </div>
      <div>
        <p className={css.big}>
          {String(row.receipt_no)} <span>{`${at}/${of}`}</span>
        </p>
        <p className={css.name}>{String(row.customer_name)}</p>
        <p className={css.name}>{spacedPhone(String(row.phone))}</p>
        <p>{addressLine(to)}</p>
        <p className={css.small}>
          {[
            store?.name,
            row.delivery_date ? formatDay(String(row.delivery_date)) : null,
            row.fee === null ? null : t('Fee: {{fee}} đồng', { fee: formatNumber(Number(row.fee), currentLanguage()) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </section>
  )
}
