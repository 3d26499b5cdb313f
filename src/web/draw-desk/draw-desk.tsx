import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { DrawDesk as Desk, DeskEvent } from '../../shared/draws/desk.ts'
import { type Named, ref } from '../../shared/fields.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { get } from '../api.ts'
import { useDeskStore } from '../desk-store.ts'
import { ScanInput } from '../scan/scan-field.tsx'
import { useScanner } from '../scan/use-scanner.ts'
import { useMay, useSession } from '../session.ts'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import { Empty, Failed, SkeletonLines } from '../ui/states.tsx'
import { ActPanel } from './act-panel.tsx'
import css from './desk.module.css'
import { DeviceButton, type Habits, useHabits, wantsStillness } from './device.tsx'
import { Entries } from './entries.tsx'
import type { Stage } from './entry.ts'
import { keptEvent } from './kept-work.ts'
import { Others, ResultPanel } from './result-panel.tsx'
import { Today } from './today.tsx'
import { useWork } from './use-work.ts'
import { Wheel } from './wheel.tsx'
import { type Faces, withinReach } from './work.ts'

const FieldInput = lazy(() => import('../fields/input.tsx').then((found) => ({ default: found.FieldInput })))

const STORE = ref('Store', 'stores')
const REFRESH_MS = 60_000

/** The desk of draws of a store, for gift-card events and for games alike. */
export default function DrawDesk({ face, logs, title }: Faces & { title: string }) {
  const { store, choose, mayChoose } = useDeskStore()
  const [habits, setHabits] = useHabits()
  const found = useQuery({
    queryKey: [face.wire, 'list', 'draw desk', store],
    queryFn: () => get<Desk>(`${face.wire}/desk`, { store }, { quiet: true }),
    enabled: store !== null,
    refetchInterval: REFRESH_MS,
  })
  const [chosen, setChosen] = useState<number | null>(null)
  const [isMoving, setMoving] = useState(false)
  const events = found.data?.events ?? []
  const wanted = chosen ?? (store === null ? null : keptEvent(face.name, store))
  const event = events.find(({ id }) => id === wanted) ?? events[0]
  return (
    <Page
      title={title}
      crumbs={[{ label: t(face.label), to: `/${face.name}` }]}
      actions={
        <>
          {mayChoose && store !== null && !isMoving ? (
            <Button variant="default" h={44} onClick={() => setMoving(true)}>
              {t('Another store')}
            </Button>
          ) : null}
          <DeviceButton habits={habits} onChange={setHabits} />
        </>
      }
    >
      {mayChoose && (store === null || isMoving) ? (
        <div className={css.store}>
          <Suspense fallback={<SkeletonLines lines={2} />}>
            <FieldInput
              name="store"
              field={STORE}
              value={found.data?.store ?? store}
              autoFocus={isMoving}
              onChange={(value) => {
                choose((value as Named | null)?.id ?? null) // what a ref is given
                setMoving(false)
              }}
            />
          </Suspense>
        </div>
      ) : null}
      {found.error && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
      {store === null || found.error || found.data ? null : <SkeletonLines lines={10} />}
      {events.length > 1 ? <Events events={events} chosen={event?.id} onChoose={setChosen} /> : null}
      {found.data && !event ? (
        <Empty title={t('No event runs at this store now')}>
          <Link to={`/${face.name}`}>{t('See which are planned')}</Link>
        </Empty>
      ) : null}
      {found.data && event ? (
        <AtEvent
          key={`${found.data.store.id} ${event.id}`}
          store={found.data.store}
          {...{ face, logs, event, habits }}
          isOnly={events.length === 1}
        />
      ) : null}
    </Page>
  )
}

interface EventsProps {
  events: readonly DeskEvent[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

/** Several run at the store. */
const Events = ({ events, chosen, onChoose }: EventsProps) => (
  <fieldset className={css.events}>
    <legend className="visually-hidden">{t('Event')}</legend>
    {events.map(({ id, name }) => (
      <label key={id}>
        <input type="radio" name="event" checked={id === chosen} onChange={() => onChoose(id)} />
        <span>{name}</span>
      </label>
    ))}
  </fieldset>
)

interface AtEventProps extends Faces {
  store: Desk['store']
  event: DeskEvent
  habits: Habits
  isOnly: boolean
}

function AtEvent({ face, logs, store, event, habits, isOnly }: AtEventProps) {
  const may = useMay()
  const { time_zone } = useSession()
  const desk = useWork({ face, logs, store, event, turns: habits.turns && !wantsStillness() })
  const mayDraw = may(logs.permission, 'add')
  const scanner = useScanner(desk.onScan, { isOn: mayDraw })
  const next = () => {
    scanner.drop()
    desk.next()
  }
  const work = { ...desk, next }
  const mayHandOut = may(logs.permission, 'edit')
  const { said } = work
  const offered = withinReach(event, work.checked)
  const heading = useFocusWithoutKeyboard(work.stage)
  const open = (bill: string) => {
    work.next()
    void work.check({ bills: [{ number: bill }] }).catch(() => undefined)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a short way to what a button does, too
    <div
      className={css.desk}
      data-stage={work.stage}
      onKeyDown={(pressed) => {
        if (pressed.key === 'Escape' && !pressed.defaultPrevented && work.entry.bills.length > 0) work.next()
      }}
    >
      <div className={css.enter}>
        <h2 ref={heading} tabIndex={-1}>
          {isOnly ? `${event.name} ` : ''}
          <small>
            {store.name} · {t('until {{at}}', { at: formatMoment(event.ends_at, time_zone) })}
          </small>
        </h2>
        {mayDraw ? (
          <>
            <ScanInput scanner={scanner} inputMode="text" label={t('Bill, card or phone')} under={work.stage} />
            <Entries event={event} work={work} />
          </>
        ) : (
          <p>{t('You may look on here. Who draws needs the right to add to the logs.')}</p>
        )}
        <div role="status" aria-live="assertive" className={css.live}>
          {said ? (
            <p className={css.said} data-state={said.state}>
              {said.text}
            </p>
          ) : null}
        </div>
      </div>
      <div className={css.stage}>
        <Wheel event={offered} result={work.shown} isTurning={work.isTurning} onStop={work.reveal} />
      </div>
      <div className={css.act}>
        <ActPanel work={work} mayDraw={mayDraw} />
        <ResultPanel {...{ work, logs, mayDraw, mayHandOut }} printsItself={habits.prints} />
        <Others work={work} mayHandOut={mayHandOut} />
      </div>
      <Today event={offered} logs={logs} store={store.id} onOpen={open} />
    </div>
  )
}

/** Without a keyboard no field takes the focus by itself; after each customer it is here, and not lost. */
function useFocusWithoutKeyboard(stage: Stage) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isFree = document.activeElement === document.body
    if (stage === 'bill' && isFree && !matchMedia('(hover: hover)').matches)
      heading.current?.focus({ preventScroll: true })
  }, [stage])
  return heading
}
