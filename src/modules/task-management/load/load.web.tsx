import { Button, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay, formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { plusDays, spanWords } from '../../../shared/time/spans.ts'
import { get } from '../../../web/api.ts'
import { Filters } from '../../../web/screens/list/filters/filter-bar.tsx'
import { usePageKeys } from '../../../web/screens/list/page-keys.ts'
import { useIsNarrow } from '../../../web/screens/list/use-is-narrow.ts'
import { Person } from '../../../web/ui/avatar.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { Empty, Failed, SkeletonRows } from '../../../web/ui/states.tsx'
import { dayName } from '../calendar/agenda.web.tsx'
import { daysInSight, next } from '../calendar/days.ts'
import { useSight } from '../calendar/sight.web.ts'
import { Turn } from '../calendar/turn.web.tsx'
import { WhoseFilters } from '../list/whose.web.tsx'
import { tasks } from '../task-management.ts'
import { TaskViews } from '../task-views.web.tsx'
import { DayTasks } from './day-tasks.web.tsx'
import css from './load.module.css'
import { type DayLoad, type Load, overBy, type PersonLoad } from './load.ts'

const OPEN_FILTERS = ['store', 'department', 'processors']

/** Who has how much to do on which day, against what is worked on it. */
export default function LoadPage() {
  const isPhone = useIsNarrow()
  const { list, layout, on, filters, see } = useSight(false)
  // A person's hours of a month are too many columns: two weeks are the most.
  const span = isPhone
    ? daysInSight('day', on)
    : layout === 'month'
      ? { from: daysInSight('week', on).from, to: plusDays(daysInSight('week', on).from, 13) }
      : daysInSight('week', on)
  const turn = (by: 1 | -1) =>
    see({ on: isPhone ? next('day', on, by) : plusDays(on, by * (layout === 'month' ? 14 : 7)) })
  const found = useQuery({
    queryKey: [tasks.wire, 'list', 'load', span, filters],
    queryFn: ({ signal }) => get<Load>(`${tasks.wire}/load`, { ...span, ...filters }, { signal }),
    placeholderData: keepPreviousData,
  })
  const [opened, setOpened] = useState<{ person: number; day: string } | null>(null)
  usePageKeys({ t: () => see({ on: list.today }), n: () => turn(1), p: () => turn(-1) })
  return (
    <Page
      title={t('Load')}
      crumbs={[{ label: t(tasks.label), to: `/${tasks.name}` }]}
      actions={<TaskViews state={list.state} />}
    >
      <Filters
        list={list}
        openly={OPEN_FILTERS}
        beside={<WhoseFilters filters={list.state.filters} change={(changed) => list.change({ filters: changed })} />}
      />
      <section className={css.card} aria-label={t('Load')} aria-busy={found.isFetching}>
        <header className={css.head}>
          <Button variant="default" size="xs" onClick={() => see({ on: list.today })} aria-keyshortcuts="t">
            {t('Today')}
          </Button>
          <Turn to={-1} label={t('Earlier')} keys="p" go={() => turn(-1)} />
          <Turn to={1} label={t('Later')} keys="n" go={() => turn(1)} />
          <h2 aria-live="polite">{spanWords(span)}</h2>
          {isPhone ? null : (
            <SegmentedControl
              size="xs"
              aria-label={t('Layout')}
              value={layout === 'month' ? 'month' : 'week'}
              onChange={(value) => see({ layout: value === 'month' ? 'month' : 'week' })}
              data={[
                { value: 'week', label: t('Week') },
                { value: 'month', label: t('Two weeks') },
              ]}
            />
          )}
        </header>
        {found.isError && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
        {found.isPending ? <SkeletonRows rows={10} /> : null}
        {found.data ? <Table load={found.data} today={list.today} open={setOpened} /> : null}
        <p className={css.note}>
          {t(
            'Hours that are left of a task are shared among its people and spread over its working days from today; what is late counts today. A person works the hours of the chain, at most 8 a day.',
          )}
        </p>
      </section>
      {opened && found.data ? <DayTasks load={found.data} {...opened} onClose={() => setOpened(null)} /> : null}
    </Page>
  )
}

const intoSight = (heading: HTMLElement | null) => heading?.scrollIntoView({ block: 'nearest', inline: 'start' })

interface TableProps {
  load: Load
  today: string
  open: (cell: { person: number; day: string }) => void
}

function Table({ load, today, open }: TableProps) {
  const { days, people, is_more } = load
  if (people.length === 0)
    return (
      <Empty title={t('Nobody has anything planned on these days')}>
        {t('Give tasks an estimate and an end, or choose other days.')}
      </Empty>
    )
  return (
    <>
      {is_more ? (
        <p className={css.more}>{t('There is more than finds room here. Please narrow it down, e.g. to a store.')}</p>
      ) : null}
      <div className={css.scroll}>
        <table className={css.table}>
          <caption className="visually-hidden">{t('Hours planned by person and day')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Person')}</th>
              {days.map((day) => (
                <th
                  key={day.day}
                  ref={day.day === today ? intoSight : undefined}
                  scope="col"
                  data-today={day.day === today || undefined}
                  data-rests={day.hours === 0 || undefined}
                >
                  {dayName(day.day)} <span>{formatDay(day.day).slice(0, 5)}</span>
                  <small>{day.holiday?.name ?? (day.hours === 0 ? t('Day of rest') : said(day.hours))}</small>
                </th>
              ))}
              {days.length > 1 ? (
                <th scope="col" className={css.total}>
                  {t('Total')}
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {people.map((person) => (
              <Row key={person.id} {...{ person, days, open }} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Row({ person, days, open }: { person: PersonLoad; days: Load['days']; open: TableProps['open'] }) {
  const planned = person.days.reduce((sum, day) => sum + day.hours, 0)
  const works = days.reduce((sum, day) => sum + day.hours, 0)
  const over = person.days.reduce((sum, day, at) => sum + overBy(day.hours, days[at]?.hours ?? 0), 0)
  return (
    <tr>
      <th scope="row">
        <Person name={person.name} />
        {person.store ? <small>{person.store}</small> : null}
      </th>
      {person.days.map((load, at) => {
        const day = days[at]
        return day ? (
          <td key={day.day} data-rests={day.hours === 0 || undefined}>
            <Cell person={person} day={day} load={load} open={() => open({ person: person.id, day: day.day })} />
          </td>
        ) : null
      })}
      {days.length > 1 ? (
        <td className={css.total}>
          {said(planned)} / {said(works)}
          {over > 0 ? <Over by={over} /> : null}
        </td>
      ) : null}
    </tr>
  )
}

interface CellProps {
  person: PersonLoad
  day: Load['days'][number]
  load: DayLoad
  open: () => void
}

/** A day of a person. What is too much is said by a sign and a number; the colour only repeats it. */
function Cell({ person, day, load, open }: CellProps) {
  if (load.tasks.length === 0) return <span className={css.free}>–</span>
  const over = overBy(load.hours, day.hours)
  const words = [
    person.name,
    `${dayName(day.day)} ${formatDay(day.day)}`,
    t('{{planned}} planned of {{works}}', { planned: said(load.hours), works: said(day.hours) }),
    ...(over > 0 ? [t('{{n}} too much', { n: said(over) })] : []),
    t('{{n}} tasks', { n: load.tasks.length }),
  ]
  return (
    <button type="button" className={css.cell} data-over={over > 0 || undefined} onClick={open}>
      <span className="visually-hidden">{words.join(', ')}</span>
      <span className={css.figures} aria-hidden="true">
        <b>{said(load.hours)}</b> / {said(day.hours)}
      </span>
      <meter
        min={0}
        max={Math.max(day.hours, load.hours, 1)}
        value={Math.min(load.hours, day.hours)}
        aria-hidden="true"
      />
      <span aria-hidden="true">
        {over > 0 ? <Over by={over} /> : <small>{t('{{n}} tasks', { n: load.tasks.length })}</small>}
      </span>
    </button>
  )
}

const Over = ({ by }: { by: number }) => (
  <strong className={css.over}>
    <IconAlertTriangle size={14} aria-hidden="true" />+{said(by)}
  </strong>
)

export const said = (hours: number): string =>
  t('{{n}} h', { n: formatNumber(Math.round(hours * 10) / 10, currentLanguage(), 1) })
