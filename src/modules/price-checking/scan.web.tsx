import { Button } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type { Named } from '../../shared/fields.ts'
import { formatMoney, formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { pack } from '../../shared/message.ts'
import type { Act } from '../../web/acts/act.ts'
import { useActs, useCorrecting } from '../../web/acts/use-acts.ts'
import { ApiRefusal, get } from '../../web/api.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { isNamed } from '../../web/fields/values.ts'
import { prepare } from '../../web/public/attachments/prepare.ts'
import type { Outcome } from '../../web/scan/outcome.ts'
import { ScanAnswer, ScanInput } from '../../web/scan/scan-field.tsx'
import { useScanner } from '../../web/scan/use-scanner.ts'
import { useSession } from '../../web/session.ts'
import figures from '../../web/ui/figures-card.module.css'
import { Page } from '../../web/ui/page.tsx'
import css from './price-checking.module.css'
import { priceChecking } from './price-checking.ts'

const {
  competitor: COMPETITOR,
  store: STORE,
  competitor_price: THEIRS,
  our_price: OURS,
  product_name: NAME,
} = priceChecking.fields

interface Product {
  id: number
  name: string
  barcode: string | null
  price: number | null
}
/** What stands on the screen between a scan and the next. */
interface Current {
  barcode: string
  product: Product | null
  /** Asked for where nobody knows the product. */
  name: string | null
  ours: number | null
  isAsked: boolean
}
interface DoneOne {
  key: number
  name: string
  price: number
  isKept: boolean
}

const PLACE = 'price-checking-place'

/** In somebody else's shop: scan, price, picture, next; with or without a line. */
export default function ScanPrices() {
  const { store: own, role } = useSession()
  const { send, drop } = useActs(priceChecking.name)
  const [competitor, setCompetitor] = useKept('competitor', null)
  const [store, setStore] = useKept('store', role.scope === 'store' ? own : null)
  const [current, setCurrent] = useState<Current | null>(null)
  const [price, setPrice] = useState<unknown>(null)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [correcting, setCorrecting] = useState<Act | null>(null)
  const [done, setDone] = useState<readonly DoneOne[]>([])
  const field = useRef<HTMLDivElement>(null)
  useCorrecting(priceChecking.name, (act) => {
    const body = act.body as { barcode?: string; competitor_price?: number }
    setCorrecting(act)
    setCurrent({ barcode: body.barcode ?? '', product: null, name: null, ours: null, isAsked: true })
    setPrice(body.competitor_price ?? null)
    setErrors(act.refusal?.fields ?? {})
  })

  const barcode = current?.barcode
  useEffect(() => {
    // Once the form stands there: what is typed meanwhile would be taken for the next code.
    if (barcode !== undefined) field.current?.querySelector('input')?.focus()
  }, [barcode])

  const begin = async (code: string): Promise<Outcome> => {
    if (!competitor || !store) return { state: 'refused', message: t('Choose the competitor and the store first.') }
    const product = await productOf(code)
    setCurrent({ barcode: code, product: product ?? null, name: null, ours: null, isAsked: product === null })
    setPrice(null)
    setErrors({})
    if (product === undefined) return { state: 'kept', message: t('Without a line the product is looked up later.') }
    return product
      ? { state: 'done', message: saidOf(product) }
      : { state: 'unknown', message: t('Nobody knows this product yet. Write its name and our price.') }
  }
  const scanner = useScanner(begin, { isProduct: true })

  const save = async (photo?: File) => {
    if (!current || typeof price !== 'number') {
      setErrors({ competitor_price: t('{{field}} is required', { field: t(THEIRS.label) }) })
      return
    }
    const name = current.product?.name ?? current.name ?? current.barcode
    try {
      const sent = await send({
        path: priceChecking.wire,
        body: {
          ...{ kind: 'competitor', barcode: current.barcode, competitor: competitor?.id, store: store?.id },
          ...{ competitor_price: price, ...(current.name && { product_name: current.name }) },
          ...(current.ours !== null && { our_price: current.ours }),
        },
        ...(photo && { files: [{ field: 'photo', file: await prepare(photo) }] }),
        label: pack('Price of {{name}}', { name }),
        about: `${priceChecking.wire}/${current.barcode}`,
        module: priceChecking.name,
        ...(correcting && { instead: correcting }),
      })
      setDone([{ key: Date.now(), name, price, isKept: sent.state === 'kept' }, ...done])
      setCorrecting(null)
      setCurrent(null)
      setPrice(null)
      setErrors({})
    } catch (error) {
      const fields = error instanceof ApiRefusal ? error.fields : {}
      setErrors(
        Object.keys(fields).length > 0
          ? fields
          : { '': error instanceof Error ? error.message : t('Something went wrong') },
      )
      if ('product_name' in fields || 'our_price' in fields) setCurrent({ ...current, isAsked: true })
    }
  }

  return (
    <Page title={t('Prices at a competitor')} crumbs={[{ label: t(priceChecking.label), to: '/price-checking' }]}>
      <div className={css.scan}>
        <div className={css.pair}>
          <FieldInput
            name="competitor"
            field={COMPETITOR}
            value={competitor}
            onChange={(value) => setCompetitor(named(value))}
          />
          <FieldInput name="store" field={STORE} value={store} onChange={(value) => setStore(named(value))} />
        </div>
        <ScanInput scanner={scanner} label={t('Scan or type a barcode')} under={barcode} />
        {current ? (
          <form
            className={figures.card}
            aria-label={t('Price')}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            <p className={css.product}>{current.product?.name ?? current.barcode}</p>
            {current.product ? <p className={figures.quiet}>{saidOf(current.product)}</p> : null}
            {current.isAsked ? (
              <>
                <FieldInput
                  name="product_name"
                  field={{ ...NAME, hint: undefined }}
                  value={current.name}
                  error={errors.product_name}
                  onChange={(value) => setCurrent({ ...current, name: typeof value === 'string' ? value : null })}
                />
                <FieldInput
                  name="our_price"
                  field={{ ...OURS, hint: undefined }}
                  value={current.ours}
                  error={errors.our_price}
                  onChange={(value) => setCurrent({ ...current, ours: typeof value === 'number' ? value : null })}
                />
              </>
            ) : null}
            <div ref={field}>
              <FieldInput
                name="competitor_price"
                field={THEIRS}
                value={price}
                error={errors.competitor_price}
                onChange={setPrice}
              />
            </div>
            {Object.entries(errors)
              .filter(([name]) => !['product_name', 'our_price', 'competitor_price'].includes(name))
              .map(([name, said]) => (
                <p key={name} className={css.late} role="alert">
                  {said}
                </p>
              ))}
            <div className={css.acts}>
              <PhotoButton onPhoto={(file) => void save(file)} />
              <Button type="submit" size="md" variant="default">
                {t('Next, without a picture')}
              </Button>
              <Button
                variant="subtle"
                color="gray"
                onClick={() => {
                  if (correcting) void drop(correcting)
                  setCorrecting(null)
                  setCurrent(null)
                }}
              >
                {t('Leave it out')}
              </Button>
            </div>
          </form>
        ) : (
          <ScanAnswer scanner={scanner} />
        )}
        <p role="status" className={figures.quiet}>
          {t('Products done: {{n}}', { n: done.length })}
        </p>
        <ul className={css.done}>
          {done.map((one) => (
            <li key={one.key}>
              <span>
                {one.name}
                {one.isKept ? <small className={figures.quiet}> · {t('Kept on this device')}</small> : null}
              </span>
              <span>{formatMoney(one.price, currentLanguage())}</span>
            </li>
          ))}
        </ul>
      </div>
    </Page>
  )
}

/** The picture taken is the last word: it saves, and the next product may be scanned. */
function PhotoButton({ onPhoto }: { onPhoto: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (file) onPhoto(file)
  }
  return (
    <>
      <Button
        size="md"
        leftSection={<IconCamera size={18} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        {t('Picture, and next')}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('Picture of the price')}
        onChange={take}
      />
    </>
  )
}

const saidOf = ({ name, price }: Product): string =>
  price === null ? name : `${name} · ${t('our price {{price}} ₫', { price: formatNumber(price, currentLanguage()) })}`

const named = (value: unknown): Named | null => (isNamed(value) ? value : null)

/** The product of a barcode; null where there is none, undefined where there is no line to ask by. */
async function productOf(code: string): Promise<Product | null | undefined> {
  try {
    const { data } = await get<{ data: Product[] }>('product', { search: code, perpage: 10 }, { quiet: true })
    return data.find(({ barcode }) => barcode === code) ?? null
  } catch {
    return undefined
  }
}

/** Whose shop one stands in is said once a visit, also across a reload. */
function useKept(name: string, usual: Named | null): [Named | null, (value: Named | null) => void] {
  const key = `${PLACE}-${name}`
  const [value, setValue] = useState<Named | null>(() => read(key) ?? usual)
  const set = (next: Named | null) => {
    setValue(next)
    if (next) localStorage.setItem(key, JSON.stringify(next))
    else localStorage.removeItem(key)
  }
  return [value, set]
}

function read(key: string): Named | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isNamed(found) ? found : null
  } catch {
    return null
  }
}
