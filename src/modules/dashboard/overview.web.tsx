import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { formatDay, wallClock } from '../../shared/format.ts'
import { currentLanguage, t } from '../../shared/language.ts'
import { useMay, useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { SkeletonLines } from '../../web/ui/states.tsx'
import css from './dashboard.module.css'
import { Today } from './today.web.tsx'

const Figures = lazy(() => import('./figures.web.tsx'))

/**
 * Whoever handles things sees first what waits, then how it goes. Whoever sees several stores and handles none of their complaints
 * directs: the figures come first, then what needs a decision.
 */
export default function Overview() {
  const may = useMay()
  const { role } = useSession()
  const hasFigures = may('complaints', 'read')
  const directs = role.scope === 'chain' && may('complaints', 'report') && !may('complaints', 'edit')
  const today = <Today title={directs ? t('Needs a decision') : t('Waits for you')} beginsWithMine={!directs} />
  return (
    <div className={css.page}>
      <Greeting />
      {directs ? null : today}
      {hasFigures ? (
        <Suspense
          fallback={
            <div className={css.ahead}>
              <SkeletonLines lines={6} />
            </div>
          }
        >
          <Figures>{directs ? today : null}</Figures>
        </Suspense>
      ) : null}
    </div>
  )
}

function Greeting() {
  const may = useMay()
  const { time_zone } = useSession()
  const greeting = useGreeting()
  useEffect(() => {
    document.title = `${t('Dashboard')} · ${t('Retail back office')}`
  }, [])
  return (
    <header className={css.top}>
      <h1 className={css.greeting} tabIndex={-1}>
        {greeting}
        <small>{formatDay(wallClock(new Date(), time_zone).day)}</small>
      </h1>
      {may('complaints', 'add') && (
        <Button component={Link} to="/complaints/create" leftSection={<IconPlus size={18} />}>
          {t('New complaint')}
        </Button>
      )}
    </header>
  )
}

/** Greets by the given name, which stands last in a Vietnamese name. */
function useGreeting(): string {
  const { user_name, time_zone } = useSession()
  const hour = Number(wallClock(new Date(), time_zone).time.slice(0, 2))
  const name = currentLanguage() === 'ko' ? user_name : (user_name.trim().split(/\s+/).at(-1) ?? user_name)
  if (hour < 11) return t('Good morning, {{name}}', { name })
  return hour < 18 ? t('Good afternoon, {{name}}', { name }) : t('Good evening, {{name}}', { name })
}
