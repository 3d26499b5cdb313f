import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { checkValue } from '../../shared/checks.ts'
import type { Named } from '../../shared/fields.ts'
import { formatMoney } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { pack, tell } from '../../shared/message.ts'
import type { Act } from '../../web/acts/act.ts'
import { wasTaken } from '../../web/acts/acts.ts'
import { Correcting } from '../../web/acts/correcting.tsx'
import { useActs, useCorrecting } from '../../web/acts/use-acts.ts'
import { failureWords, get } from '../../web/api.ts'
import { FieldInput } from '../../web/fields/input.tsx'
import { isNamed } from '../../web/fields/values.ts'
import { prepare } from '../../web/public/attachments/prepare.ts'
import type { Outcome } from '../../web/scan/outcome.ts'
import { ScanAnswer, ScanInput } from '../../web/scan/scan-field.tsx'
import { useScanner } from '../../web/scan/use-scanner.ts'
import { errorsOf } from '../../web/screens/form/form-errors.ts'
import { useSession } from '../../web/session.ts'
import figures from '../../web/ui/figures-card.module.css'
import { Page } from '../../web/ui/page.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { products } from '../products/products.ts'
import { useKept } from './kept-place.web.ts'
import { type CheckKind, type Current, PRICE_OF, PriceCard, type Product, saidOf } from './price-card.web.tsx'
import css from './price-checking.module.css'
import { priceChecking } from './price-checking.ts'

const { kind: KIND, competitor: COMPETITOR, store: STORE } = priceChecking.fields

interface DoneOne {
  key: number
  barcode: string
  /** As far as it was known here. */
  name: string | null
  price: number
  isWrong: boolean
  /** The act, where it could not be sent at once. */
  act: Act | null
}

/** The product at hand, its price as far as it is written, and the refused act that is put right with it. */
interface Standing {
  current: Current | null
  price: unknown
  errors: Record<string, string>
  correcting: Act | null
}
const NOTHING: Standing = { current: null, price: null, errors: {}, correcting: null }

/** Along one's own shelves, or in somebody else's shop: scan, price, next; with or without a line. */
export default function ScanPrices() {
  const { store: own, role } = useSession()
  const isOfStore = role.scope === 'store'
  const { acts, send, drop } = useActs(priceChecking.name)
  const [kept, setKind] = useKept<CheckKind>('kind', isOfStore ? 'shelf' : 'competitor', isKind)
  const kind = kept ?? 'shelf'
  const [competitor, setCompetitor] = useKept('competitor', null, isNamed)
  const [store, setStore] = useKept('store', isOfStore ? own : null, isNamed)
  const isKept = (act: Act | null) => acts.some(({ key }) => key === act?.key)
  const [stands, setStands] = useState(NOTHING)
  const { current, price, errors, correcting } = stands.correcting && !isKept(stands.correcting) ? NOTHING : stands
  const change = (part: Partial<Standing>) => setStands((now) => ({ ...now, ...part }))
  const [saved, setSaved] = useState<readonly DoneOne[]>([])
  // What was corrected or dropped was not done.
  const done = saved.filter(({ act }) => act === null || isKept(act) || wasTaken(act.key))
  /** Aborted once another product stands here: an answer that comes late concerns its own only. */
  const turn = useRef(new AbortController())
  const underWay = useRef<AbortController>(undefined)
  const next = () => {
    turn.current.abort()
    turn.current = new AbortController()
    return turn.current
  }
  useEffect(() => () => turn.current.abort(), [])
  useCorrecting(priceChecking.name, (act) => {
    const body = act.body as { kind?: string; competitor_price?: number; shelf_price?: number }
    next()
    if (isKind(body.kind)) setKind(body.kind)
    setStands({
      current: { barcode: barcodeOf(act), product: null, name: null, ours: null, isAsked: true },
      price: body.competitor_price ?? body.shelf_price ?? null,
      errors: act.refusal?.fields ?? {},
      correcting: act,
    })
  })
  const clear = () => {
    next()
    setStands(NOTHING)
  }

  const begin = async (code: string): Promise<Outcome> => {
    if (!store || (kind === 'competitor' && !competitor))
      return {
        state: 'refused',
        message: kind === 'competitor' ? t('Choose the competitor and the store first.') : t('Choose the store first.'),
      }
    const mine = next()
    setStands({
      ...NOTHING,
      current: { barcode: code, product: undefined, name: null, ours: null, isAsked: false },
      // Any other product that is scanned meanwhile is a check of its own.
      correcting: correcting && barcodeOf(correcting) === code ? correcting : null,
    })
    const product = await productOf(code).catch(() => undefined)
    if (!mine.signal.aborted)
      setStands((now) => ({
        ...now,
        current: now.current && {
          ...now.current,
          product: product ?? null,
          isAsked: now.current.isAsked || product === null,
        },
      }))
    if (product === undefined) return { state: 'kept', message: t('Without a line the product is looked up later.') }
    return product
      ? { state: 'done', message: saidOf(product) }
      : { state: 'unknown', message: t('Nobody knows this product yet. Write its name and our price.') }
  }
  const scanner = useScanner(begin, { isProduct: true })

  const save = async (seen: { photo?: File; price?: number } = {}) => {
    const told = seen.price ?? price
    const field = PRICE_OF[kind]
    const checked = checkValue({ ...priceChecking.fields[field], required: true }, told)
    if ('error' in checked) return change({ errors: { [field]: tell(checked.error) } })
    if (!current || typeof told !== 'number') return
    const known = current.product?.name ?? current.name
    const name = known ?? current.barcode
    const ours = current.product?.price ?? current.ours
    const mine = turn.current
    // Once, however often it is pressed.
    if (underWay.current === mine) return
    underWay.current = mine
    try {
      const sent = await send({
        path: priceChecking.wire,
        body: {
          ...{ kind, barcode: current.barcode, store: store?.id, [field]: told },
          ...(kind === 'competitor' && { competitor: competitor?.id }),
          ...(current.name && { product_name: current.name }),
          ...(current.ours !== null && { our_price: current.ours }),
        },
        ...(seen.photo && { files: [{ field: 'photo', file: await prepare(seen.photo) }] }),
        label: pack('Price of {{name}}', { name }),
        about: `${priceChecking.wire}/${current.barcode}`,
        module: priceChecking.name,
        left: mine.signal,
        ...(correcting && { instead: correcting }),
      })
      const isWrong = kind === 'shelf' && ours !== null && ours !== told
      setSaved((before) => [
        {
          ...{ key: before.length, barcode: current.barcode, name: known, price: told, isWrong },
          act: sent.state === 'kept' ? sent.act : null,
        },
        ...before,
      ])
      if (!mine.signal.aborted) clear()
    } catch (error) {
      // It stays on the device, to be corrected.
      if (mine.signal.aborted) return snackbar(`${name}: ${failureWords(error)}`, { variant: 'alert', colour: 'bad' })
      const fields = errorsOf(error)
      const isAsked = current.isAsked || 'product_name' in fields || 'our_price' in fields
      change({ errors: fields, current: { ...current, isAsked } })
    } finally {
      if (underWay.current === mine) underWay.current = undefined
    }
  }

  return (
    <Page
      title={kind === 'competitor' ? t('Prices at a competitor') : t('Prices on our shelves')}
      crumbs={[{ label: t(priceChecking.label), to: '/price-checking' }]}
    >
      <div className={css.scan}>
        <FieldInput name="kind" field={KIND} value={kind} onChange={(value) => setKind(isKind(value) ? value : null)} />
        {kind === 'shelf' && isOfStore && store ? null : (
          <div className={css.pair}>
            {kind === 'competitor' ? (
              <FieldInput
                name="competitor"
                field={COMPETITOR}
                value={competitor}
                onChange={(value) => setCompetitor(named(value))}
              />
            ) : null}
            <FieldInput name="store" field={STORE} value={store} onChange={(value) => setStore(named(value))} />
          </div>
        )}
        <ScanInput scanner={scanner} label={t('Scan or type a barcode')} under={current?.barcode} />
        {correcting ? <Correcting act={correcting} onCancel={clear} /> : null}
        {current ? (
          <PriceCard
            {...{ kind, current, price, errors }}
            hasPicture={(correcting?.files.length ?? 0) > 0}
            onChange={(next) => change({ current: next })}
            onPrice={(next) => change({ price: next })}
            onSave={(seen) => void save(seen)}
            onLeave={() => {
              if (correcting) void drop(correcting)
              clear()
            }}
          />
        ) : (
          <ScanAnswer scanner={scanner} kept={acts.map(barcodeOf)} />
        )}
        <p role="status" className={figures.quiet}>
          {t('Products done: {{n}}', { n: done.length })}
        </p>
        <ul className={css.done}>
          {done.map((one) => (
            <DoneLine key={one.key} one={one} isKept={isKept(one.act)} />
          ))}
        </ul>
      </div>
    </Page>
  )
}

/** A product whose name nobody could ask for is called by it once its price is sent. */
function DoneLine({ one, isKept }: { one: DoneOne; isKept: boolean }) {
  const found = useQuery({
    queryKey: [products.wire, 'barcode', one.barcode],
    queryFn: () => productOf(one.barcode),
    enabled: one.name === null && !isKept,
  })
  return (
    <li>
      <span>
        {one.name ?? found.data?.name ?? one.barcode}
        {isKept ? <small className={figures.quiet}> · {t('Kept on this device')}</small> : null}
      </span>
      <span className={one.isWrong ? css.late : undefined}>{formatMoney(one.price, currentLanguage())}</span>
    </li>
  )
}

const barcodeOf = ({ body }: Act): string => String((body as { barcode?: unknown }).barcode ?? '') // as `save` made it
const isKind = (value: unknown): value is CheckKind => value === 'competitor' || value === 'shelf'
const named = (value: unknown): Named | null => (isNamed(value) ? value : null)

/** The product of a barcode; null where there is none. */
async function productOf(code: string): Promise<Product | null> {
  const { data } = await get<{ data: Product[] }>(products.wire, { search: code, perpage: 10 }, { quiet: true })
  return data.find(({ barcode }) => barcode === code) ?? null
}
