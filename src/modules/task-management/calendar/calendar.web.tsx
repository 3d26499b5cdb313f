import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { formatDay } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { type Span, spanWords } from '../../../shared/time/spans.ts'
import { get } from '../../../web/api.ts'
import { go } from '../../../web/app/location.ts'
import { Filters } from '../../../web/screens/list/filters/filter-bar.tsx'
import { isTaken } from '../../../web/screens/list/list-keys.ts'
import { usePageKeys } from '../../../web/screens/list/page-keys.ts'
import { useIsNarrow } from '../../../web/screens/list/use-is-narrow.ts'
import { useMay, useSession } from '../../../web/session.ts'
import { Link } from '../../../web/ui/link.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { Failed, SkeletonRows } from '../../../web/ui/states.tsx'
import { WhoseFilters } from '../list/whose.web.tsx'
import { tasks } from '../task-management.ts'
import { TaskViews } from '../task-views.web.tsx'
import css from './calendar.module.css'
import { daysInSight, LAYOUTS, type Layout, next } from './days.ts'
import { useHeld } from './held.web.ts'
import { movesKept, setDates, undo, WINDOWS } from './moving.web.ts'
import { useSight } from './sight.web.ts'
import { Turn } from './turn.web.tsx'
import type { CalendarWindow, ShownTask } from './window.ts'

const Agenda = lazy(() => import('./agenda.web.tsx').then((found) => ({ default: found.Agenda })))
const Schedule = lazy(() => import('./schedule.web.tsx'))
const Month = lazy(() => import('./month.web.tsx').then((found) => ({ default: found.Month })))
const TaskPeek = lazy(() => import('./task-peek.web.tsx').then((found) => ({ default: found.TaskPeek })))
const OPEN_FILTERS = ['processors', 'state', 'store']
const WORDS: Record<Layout, string> = { day: 'Day', week: 'Week', month: 'Month' }

/** Tasks by day, week and month; on a phone as an agenda. */
export default function CalendarPage() {
  const { time_zone: zone } = useSession()
  const may = useMay()
  const canMove = may(tasks.permission, 'edit')
  const isPhone = useIsNarrow()
  const { list, layout, on, filters, see } = useSight(isPhone)
  const span = daysInSight(layout, on)
  const found = useQuery({
    queryKey: [...WINDOWS, span, filters],
    queryFn: async ({ signal }) => {
      await movesKept()
      return get<CalendarWindow>(`${tasks.wire}/calendar`, { ...span, ...filters }, { signal })
    },
    placeholderData: keepPreviousData,
  })
  const [opened, setOpened] = useState<ShownTask | null>(null)
  const move = (task: ShownTask, dates: Parameters<typeof setDates>[1]) => void setDates(task, dates, zone)
  const held = useHeld({
    layout,
    zone,
    canMove,
    drawn: found.data,
    save: move,
    follow: (day) => {
      if (day < span.from || day > span.to || (layout === 'month' && day.slice(0, 7) !== on.slice(0, 7)))
        see({ on: day })
    },
  })
  usePageKeys({
    c: may(tasks.permission, 'add') ? () => go(`/${tasks.name}/create`) : undefined,
    t: () => see({ on: list.today }),
    n: () => see({ on: next(layout, on, 1) }),
    p: () => see({ on: next(layout, on, -1) }),
    u: () => void undo(zone),
    ...Object.fromEntries(LAYOUTS.map((one, at) => [String(at + 1), () => see({ layout: one })])),
  })
  useUndoKey(zone)
  const shown = found.data && { ...found.data, tasks: [...held.place(found.data.tasks)] }
  const drawn = {
    ...{ on, zone, canMove, held: held.held, onKeyDown: held.keys, onOpen: setOpened, onMove: move },
    onDay: (day: string) => see({ on: day, layout: 'day' }),
  }
  return (
    <Page
      title={t('Calendar')}
      crumbs={[{ label: t(tasks.label), to: `/${tasks.name}` }]}
      actions={
        <>
          <TaskViews state={list.state} />
          {may(tasks.permission, 'add') ? (
            <Button component={Link} to={`/${tasks.name}/create`} leftSection={<IconPlus size={18} />}>
              {t('Create')}
            </Button>
          ) : null}
        </>
      }
    >
      <Filters
        list={list}
        openly={OPEN_FILTERS}
        beside={<WhoseFilters filters={list.state.filters} change={(changed) => list.change({ filters: changed })} />}
      />
      <section className={css.card} aria-label={t('Calendar')} aria-busy={found.isFetching}>
        <header className={css.head}>
          <Button variant="default" size="xs" onClick={() => see({ on: list.today })} aria-keyshortcuts="t">
            {t('Today')}
          </Button>
          <Turn to={-1} label={t('Earlier')} keys="p" go={() => see({ on: next(layout, on, -1) })} />
          <Turn to={1} label={t('Later')} keys="n" go={() => see({ on: next(layout, on, 1) })} />
          <h2 aria-live="polite">{titleOf(layout, on, span, isPhone)}</h2>
          {isPhone ? null : (
            <fieldset className={css.layouts}>
              <legend className="visually-hidden">{t('Layout')}</legend>
              {LAYOUTS.map((value) => (
                <button
                  key={value}
                  type="button"
                  aria-pressed={value === layout}
                  onClick={() => see({ layout: value })}
                >
                  {t(WORDS[value])}
                </button>
              ))}
            </fieldset>
          )}
        </header>
        {shown ? <Crowded days={shown.more} /> : null}
        {found.isError && !shown ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
        {found.isPending ? <SkeletonRows rows={12} /> : null}
        {shown && isPhone ? (
          <Suspense fallback={<SkeletonRows rows={12} />}>
            <Agenda window={shown} zone={zone} today={list.today} onOpen={setOpened} />
          </Suspense>
        ) : null}
        {shown && !isPhone ? (
          <Suspense fallback={<SkeletonRows rows={12} />}>
            {layout === 'month' ? (
              <Month {...drawn} window={shown} today={list.today} />
            ) : (
              <Schedule {...drawn} window={shown} layout={layout} today={list.today} />
            )}
          </Suspense>
        ) : null}
        {isPhone || !canMove ? null : (
          <p className={css.hint}>
            {t(
              'Drag a task or its edges. By keys: M takes it up, arrows move it, with Shift its end, Enter sets it down. U undoes.',
            )}
          </p>
        )}
        <p className="visually-hidden" aria-live="assertive">
          {held.said}
        </p>
      </section>
      {opened ? (
        <Suspense>
          <TaskPeek
            task={found.data?.tasks.find(({ id }) => id === opened.id) ?? opened}
            zone={zone}
            onClose={() => setOpened(null)}
            onMove={canMove ? setDates : undefined}
          />
        </Suspense>
      ) : null}
    </Page>
  )
}

/** More tasks than a calendar can show are no secret: the list has all of them. */
function Crowded({ days }: { days: readonly string[] }) {
  if (days.length === 0) return null
  const [first = ''] = days
  return (
    <p className={css.crowded} role="status">
      {t('On {{n}} days there are more tasks than find room here. Narrow them down, or open the list:', {
        n: days.length,
      })}{' '}
      <Link to={`/${tasks.name}?date_end=${first}..${days.at(-1) ?? first}`}>
        {spanWords({ from: first, to: days.at(-1) ?? first })}
      </Link>
    </p>
  )
}

const titleOf = (layout: Layout, on: string, span: Span, isShort: boolean): string => {
  if (isShort) return `${formatDay(span.from).slice(0, 5)} – ${formatDay(span.to).slice(0, 5)}`
  if (layout === 'month') return t('{{month}}/{{year}}', { month: on.slice(5, 7), year: on.slice(0, 4) })
  return layout === 'day' ? formatDay(on) : spanWords(span)
}

/** Ctrl+Z does what U does, as everywhere. */
function useUndoKey(zone: string): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || isTaken(event.target))
        return
      event.preventDefault()
      void undo(zone)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [zone])
}
