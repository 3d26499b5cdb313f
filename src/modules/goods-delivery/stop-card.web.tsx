import { Button } from '@mantine/core'
import { IconCamera, IconCloudUpload, IconMapPin, IconPhone, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { spacedPhone } from '../../shared/vietnam/vietnam.ts'
import type { Act, NewAct } from '../../web/acts/act.ts'
import { failureWords } from '../../web/api.ts'
import { addressLine, ChoiceMark } from '../../web/fields/cell.tsx'
import { useMay } from '../../web/session.ts'
import { CAMERA, FilePicker } from '../../web/ui/file-picker.tsx'
import { Link } from '../../web/ui/link.tsx'
import { useLeft } from '../../web/use-left.ts'
import css from './day.module.css'
import { deliveryFlow } from './flow.ts'
import { goodsDelivery } from './goods-delivery.ts'
import { Reasons } from './reasons.web.tsx'
import { cashAt, isLeft, type Stop } from './stop.ts'
import { type ShownStop, type StepName, stepOf, type Told } from './stop-acts.web.ts'

const ICON = { size: 18, 'aria-hidden': true } as const

interface StopProps {
  stop: ShownStop
  /** Its label was scanned. */
  isFound: boolean
  /** A refused step of it that is to be corrected. */
  correcting: Act | null
  take: (stop: Stop, name: StepName, told?: Told, more?: Pick<NewAct, 'instead' | 'left'>) => Promise<void>
  drop: (act: Act) => Promise<boolean>
}

export function StopCard({ stop, isFound, correcting, take, drop }: StopProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [isUndoing, setUndoing] = useState(false)
  const [isFailing, setFailing] = useState(false)
  const [reason, setReason] = useState('')
  const card = useRef<HTMLLIElement>(null)
  const left = useLeft()
  const keepFocus = useFocusKept(card)
  useEffect(() => {
    if (isFound || correcting) card.current?.scrollIntoView({ block: 'center' })
    if (!correcting) return
    setFailing(stepOf(correcting) === 'failed')
    setReason((correcting.body as Told).failure_reason ?? '') // as `take` writes it
  }, [isFound, correcting])
  const undoable = useUndoable()
  const act = async (name: StepName, told?: Told) => {
    keepFocus()
    setBusy(true)
    setProblem('')
    // The card changes at once; what was typed comes back where it is refused.
    setFailing(false)
    setReason(told?.failure_reason ?? '')
    try {
      await take(stop, name, told, { left, ...(correcting && { instead: correcting }) })
      undoable.set(name === 'delivered' || name === 'failed')
    } catch (error) {
      setFailing(name === 'failed')
      setProblem(failureWords(error))
    }
    setBusy(false)
  }
  /** What has arrived meanwhile is taken back on the server. */
  const undo = async (waiting: Act) => {
    setUndoing(true)
    const isDropped = await drop(waiting)
    setUndoing(false)
    if (isDropped) return
    if (['delivered', 'failed'].includes(stepOf(waiting))) return act('undo-ended')
    setProblem(t('This was sent meanwhile.'))
  }
  const isOpen = isLeft(stop)
  return (
    <li
      ref={card}
      tabIndex={-1}
      className={css.stop}
      data-done={!isOpen || undefined}
      data-found={isFound || undefined}
    >
      <header>
        <h2>
          <Link to={`/goods-delivery/view/${stop.id}`}>{stop.customer_name}</Link>
        </h2>
        <ChoiceMark field={goodsDelivery.fields.status} value={stop.status} />
      </header>
      {isOpen || stop.status === 'failed' ? <Facts stop={stop} /> : null}
      {stop.waiting && !isBusy ? (
        <p className={css.kept}>
          <IconCloudUpload {...ICON} />
          {t('Waits for a connection')}
          <Button
            size="compact-sm"
            variant="subtle"
            loading={isUndoing}
            onClick={() => {
              keepFocus()
              if (stop.waiting) void undo(stop.waiting)
            }}
          >
            {t('Undo')}
          </Button>
        </p>
      ) : null}
      {problem ? (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      ) : null}
      {undoable.is && !stop.waiting && !isBusy && !isOpen ? (
        <p className={css.kept}>
          <Button size="compact-md" variant="subtle" onClick={() => void act('undo-ended')}>
            {t('Undo')}
          </Button>
        </p>
      ) : null}
      {isOpen ? <Way stop={stop} /> : null}
      <Steps stop={stop} isBusy={isBusy} act={act} onFail={() => setFailing(true)} />
      {isFailing ? (
        <Reasons
          given={reason}
          isBusy={isBusy}
          onReason={(failure_reason) => void act('failed', { failure_reason })}
          onClose={() => {
            keepFocus()
            setFailing(false)
          }}
        />
      ) : null}
    </li>
  )
}

function Facts({ stop }: { stop: Stop }) {
  return (
    <>
      <p>{addressLine(stop.to_address)}</p>
      <p className={css.small}>
        {[
          stop.receipt_no,
          t('{{n}} packages', { n: stop.packages }),
          ...(stop.distance === null ? [] : [wayOf(stop.distance, stop.is_estimate)]),
        ].join(' · ')}
      </p>
      {isLeft(stop) ? <Cash stop={stop} /> : null}
      {stop.notes && isLeft(stop) ? <p className={css.note}>{stop.notes}</p> : null}
      {stop.failure_reason ? <p className={css.note}>{stop.failure_reason}</p> : null}
    </>
  )
}

/** What to ask for at the door, and of what it is made up. */
function Cash({ stop }: { stop: Stop }) {
  const { fee, fee_by, to_collect } = stop
  const cash = cashAt(stop)
  const said = (sum: number) => formatNumber(sum, currentLanguage())
  const feeSaid = fee_by === 'store' ? t('Fee: the store pays') : t('Fee: {{fee}} đồng', { fee: said(fee ?? 0) })
  return (
    <p className={css.cash}>
      <strong>{cash > 0 ? t('Collect {{sum}} đồng', { sum: said(cash) }) : t('Nothing to collect')}</strong>
      {fee === null ? null : (
        <span>
          {[...(to_collect ? [t('Goods: {{sum}} đồng', { sum: said(to_collect) })] : []), feeSaid].join(' · ')}
        </span>
      )}
    </p>
  )
}

/** The button of a step goes with the step: the keyboard stays on the card, where the next one is. */
function useFocusKept(card: RefObject<HTMLLIElement | null>) {
  const isHeld = useRef(false)
  useEffect(() => {
    const { activeElement } = document
    if (!isHeld.current || card.current?.contains(activeElement)) return
    isHeld.current = false
    if (activeElement === document.body) card.current?.focus({ preventScroll: true })
  })
  return () => {
    isHeld.current = card.current?.contains(document.activeElement) ?? false
  }
}

/** So long one press takes back what ended a stop; later that is done on its page. */
const UNDO_MS = 10_000

function useUndoable() {
  const [is, set] = useState(false)
  useEffect(() => {
    if (!is) return
    const over = setTimeout(() => set(false), UNDO_MS)
    return () => clearTimeout(over)
  }, [is])
  return { is, set }
}

function wayOf(distance: number, isEstimate: boolean): string {
  const km = formatNumber(distance, currentLanguage(), 1)
  return isEstimate ? t('about {{km}} km', { km }) : `${km} km`
}

const Way = ({ stop }: { stop: Stop }) => (
  <div className={css.acts}>
    <Button component="a" href={`tel:${stop.phone}`} variant="default" leftSection={<IconPhone {...ICON} />}>
      <span className="visually-hidden">{t('Call')} </span>
      {spacedPhone(stop.phone)}
    </Button>
    <Button
      component="a"
      href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(addressLine(stop.to_address))}`}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconMapPin {...ICON} />}
    >
      {t('Navigate')}
    </Button>
  </div>
)

interface StepsProps {
  stop: Stop
  isBusy: boolean
  act: (name: StepName, told?: Told) => Promise<void>
  onFail: () => void
}

function Steps({ stop, isBusy, act, onFail }: StepsProps) {
  const may = useMay()
  const camera = useRef<HTMLInputElement>(null)
  const { out, delivered, failed } = deliveryFlow.steps
  if (!may('goods-delivery', out.needs)) return null
  if (stop.status === 'delivered') return null
  return (
    <>
      {/* Its picture is the confirmation. It stays, as the list may come anew while it is open. */}
      <FilePicker
        {...CAMERA}
        ref={camera}
        label={t('Photo of the delivery')}
        onFiles={([photo]) => photo && void act('delivered', { photo })}
      />
      {stop.status === 'out' ? (
        <div className={css.acts}>
          <Button loading={isBusy} leftSection={<IconCamera {...ICON} />} onClick={() => camera.current?.click()}>
            {t(delivered.label)}
          </Button>
          <Button variant="default" disabled={isBusy} leftSection={<IconX {...ICON} />} onClick={onFail}>
            {t(failed.label)}
          </Button>
        </div>
      ) : (
        <div className={css.acts}>
          <Button
            className={css.wide}
            variant={stop.status === 'failed' ? 'default' : 'filled'}
            loading={isBusy}
            onClick={() => void act('out')}
          >
            {t(out.label)}
          </Button>
        </div>
      )}
    </>
  )
}
