import { Button } from '@mantine/core'
import { IconCamera, IconCheck } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { formatMoney, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import figures from '../../web/ui/figures-card.module.css'
import { CAMERA, FilePicker } from '../../web/ui/file-picker.tsx'
import css from './price-checking.module.css'
import { priceChecking } from './price-checking.ts'

const { our_price: OURS, product_name: NAME } = priceChecking.fields

export type CheckKind = 'competitor' | 'shelf'
/** Where the price that was seen is kept. */
export const PRICE_OF = { competitor: 'competitor_price', shelf: 'shelf_price' } as const

export interface Product {
  id: number
  name: string
  barcode: string | null
  price: number | null
}
/** What stands on the screen between a scan and the next. */
export interface Current {
  barcode: string
  /** Undefined while it is looked up. */
  product: Product | null | undefined
  /** Asked for where nobody knows the product. */
  name: string | null
  ours: number | null
  isAsked: boolean
}

interface CardProps {
  kind: CheckKind
  current: Current
  onChange: (current: Current) => void
  price: unknown
  onPrice: (price: unknown) => void
  errors: Record<string, string>
  /** What is corrected has its picture already. */
  hasPicture: boolean
  /** With the price that was seen, unless it is the one in the field. */
  onSave: (seen?: { photo?: File; price?: number }) => void
  onLeave: () => void
}

/** A product that was scanned: most shelves are right, which is one press; a price that was seen is typed, at once. */
export function PriceCard({ kind, current, onChange, price, onPrice, errors, hasPicture, onSave, onLeave }: CardProps) {
  const field = useRef<HTMLDivElement>(null)
  const rightly = useRef<HTMLButtonElement>(null)
  const { barcode, product } = current
  const name = PRICE_OF[kind]
  const priceInput = () => field.current?.querySelector('input')
  const ours = kind === 'shelf' ? product?.price : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it stands there, and again once its price is known, unless one is typed meanwhile
  useLayoutEffect(() => {
    // The keyboard of a phone would come, and go again.
    if (product === undefined && !matchMedia('(hover: hover)').matches) return
    if (price && priceInput() === document.activeElement) return
    const first = rightly.current ?? priceInput()
    first?.focus()
  }, [barcode, product])
  const asked: readonly string[] = ['product_name', 'our_price', name]
  return (
    <form
      className={figures.card}
      aria-label={t('Price')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <p className={css.product}>{product?.name ?? barcode}</p>
      {product ? <p className={figures.quiet}>{saidOf(product)}</p> : null}
      {typeof ours === 'number' ? (
        <Button
          ref={rightly}
          size="lg"
          leftSection={<IconCheck size={20} aria-hidden="true" />}
          onClick={() => onSave({ price: ours })}
          onKeyDown={({ key }) => {
            if (/^\d$/.test(key)) priceInput()?.focus()
          }}
        >
          {t('Price is right')} · {formatMoney(ours, currentLanguage())}
        </Button>
      ) : null}
      {current.isAsked ? (
        <>
          <FieldInput
            name="product_name"
            field={{ ...NAME, hint: undefined }}
            value={current.name}
            error={errors.product_name}
            onChange={(value) => onChange({ ...current, name: typeof value === 'string' ? value : null })}
          />
          <FieldInput
            name="our_price"
            field={{ ...OURS, hint: undefined }}
            value={current.ours}
            error={errors.our_price}
            onChange={(value) => onChange({ ...current, ours: typeof value === 'number' ? value : null })}
          />
        </>
      ) : null}
      <div ref={field}>
        <FieldInput
          name={name}
          field={priceChecking.fields[name]}
          value={price}
          error={errors[name]}
          onChange={onPrice}
        />
      </div>
      {Object.entries(errors)
        .filter(([one]) => !asked.includes(one))
        .map(([one, said]) => (
          <p key={one} className={css.late} role="alert">
            {said}
          </p>
        ))}
      <div className={css.acts}>
        <PhotoButton isFirst={typeof ours !== 'number'} onPhoto={(photo) => onSave({ photo })} />
        <Button type="submit" size="md" variant="default">
          {hasPicture ? t('Next, with the picture from before') : t('Next, without a picture')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onLeave}>
          {t('Leave it out')}
        </Button>
      </div>
    </form>
  )
}

/** The picture taken is the last word: it saves, and the next product may be scanned. */
function PhotoButton({ isFirst, onPhoto }: { isFirst: boolean; onPhoto: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        size="md"
        variant={isFirst ? 'filled' : 'default'}
        leftSection={<IconCamera size={18} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t('Picture, and next')}
      </Button>
      <FilePicker
        {...CAMERA}
        ref={input}
        label={t('Picture of the price')}
        onFiles={([photo]) => photo && onPhoto(photo)}
      />
    </>
  )
}

export const saidOf = ({ name, price }: Product): string =>
  price === null ? name : `${name} · ${t('our price {{price}} ₫', { price: formatNumber(price, currentLanguage()) })}`
