import { IconCalendar, IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatDay } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { withAskedAt } from '../../../web/acts/use-arrived.ts'
import { get } from '../../../web/api.ts'
import { useSearchParams } from '../../../web/app/location.ts'
import { Link } from '../../../web/ui/link.tsx'
import { Page } from '../../../web/ui/page.tsx'
import { Empty, Failed, SkeletonLines } from '../../../web/ui/states.tsx'
import { dayName } from '../calendar/agenda.web.tsx'
import { tasks } from '../task-management.ts'
import { DAY_KEY, useDayActs } from './day-acts.web.ts'
import { NextBar, StrayBar } from './next-bar.web.tsx'
import { TaskCard } from './task-card.web.tsx'
import css from './today.module.css'
import { PARTS, type Part, type Today } from './today.ts'

const WORDS: Record<Part, string> = { late: 'Late', today: 'Today', later: 'Next days', done: 'Through with today' }

/** What somebody has to do today, for a phone in one hand: the next thing is always one big button at the thumb. */
export default function TodayPage() {
  const [search, change] = useSearchParams()
  const found = useQuery({
    // One of its lists: refetched with them when a task changes.
    queryKey: DAY_KEY,
    queryFn: () => withAskedAt(() => get<Today>(`${tasks.wire}/today`)),
  })
  const { shown, give, move, drop, refused, endCorrection } = useDayActs(found.data?.askedAt ?? 0)
  const all = found.data?.tasks.map((task) => ({ ...shown(task), part: task.part })) ?? []
  const asked = Number(search.get('task'))
  const [led, setLed] = useState<number>()
  const toDo = all.filter(({ part, progress }) => part !== 'done' && progress < 100)
  // Whatever comes or goes meanwhile, the task that was begun stays until it is through.
  const first = toDo.find(({ id }) => id === led) ?? toDo[0]
  if (first && first.id !== led) setLed(first.id)
  const [opened, setOpened] = useState<number | null>(null)
  const corrected = all.find(({ refused }) => refused)
  if (corrected && corrected.id !== opened) setOpened(corrected.id)
  const openId = opened ?? (all.some(({ id }) => id === asked) ? asked : (first?.id ?? null))
  const open = all.find(({ id }) => id === openId)
  const left = all.filter(({ part }) => part === 'late' || part === 'today').filter(({ progress }) => progress < 100)
  useEffect(() => {
    if (asked) document.getElementById(`task-${asked}`)?.scrollIntoView({ block: 'start' })
  }, [asked])
  return (
    <div className={css.page}>
      <Page
        title={t('My day')}
        crumbs={[{ label: t(tasks.label), to: `/${tasks.name}?view=none` }]}
        beside={
          found.data ? (
            <p className={css.when}>
              {dayName(found.data.day)} {formatDay(found.data.day)}
            </p>
          ) : null
        }
        actions={
          <nav className={css.ways} aria-label={t('Layout')}>
            <Link to={`/${tasks.name}?view=none`}>
              <IconList size={18} aria-hidden="true" />
              {t('All')}
            </Link>
            <Link to={`/${tasks.name}/calendar`}>
              <IconCalendar size={18} aria-hidden="true" />
              {t('Calendar')}
            </Link>
          </nav>
        }
      >
        {found.isPending ? <SkeletonLines lines={8} /> : null}
        {found.isError && !found.data ? <Failed error={found.error} retry={() => void found.refetch()} /> : null}
        {found.data ? (
          <p className={css.left} role="status">
            {left.length > 0 ? t('{{n}} tasks to do today', { n: left.length }) : t('Nothing is left for today')}
          </p>
        ) : null}
        {found.data && all.length === 0 ? <Empty title={t('No tasks for you')} /> : null}
        {PARTS.map((part) => {
          const here = all.filter((task) => task.part === part)
          if (here.length === 0) return null
          return (
            <section key={part} className={css.part} data-part={part}>
              <h2>
                {t(WORDS[part])} <em>{here.length}</em>
              </h2>
              <ul>
                {here.map((task) => (
                  <TaskCard
                    key={task.id}
                    task={task}
                    isOpen={task.id === openId}
                    onOpen={() => {
                      endCorrection()
                      setOpened(task.id === openId ? 0 : task.id)
                      if (asked) change({ task: null }, { replace: true })
                    }}
                    give={give}
                    drop={drop}
                  />
                ))}
              </ul>
            </section>
          )
        })}
        {found.data?.is_more ? <p className={css.left}>{t('There are more; the list has all of them.')}</p> : null}
        {found.data && refused && !corrected ? (
          <StrayBar {...{ refused, endCorrection }} />
        ) : open ? (
          <NextBar key={`${open.id} ${open.refused?.key}`} task={open} {...{ give, move, endCorrection }} />
        ) : null}
      </Page>
    </div>
  )
}
