import { IconCalendar, IconLayoutKanban, IconList, IconUsers } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import { usePath } from '../../web/app/location.ts'
import { type ListState, narrowedTo } from '../../web/screens/list/list-state.ts'
import { Link } from '../../web/ui/link.tsx'
import css from './task-views.module.css'

const VIEWS = [
  { path: '/task-management', label: 'List', Icon: IconList },
  { path: '/task-management/board', label: 'Board', Icon: IconLayoutKanban },
  { path: '/task-management/calendar', label: 'Calendar', Icon: IconCalendar },
  { path: '/task-management/load', label: 'Load', Icon: IconUsers },
] as const

/** The same tasks, as narrowed as they are now, laid out otherwise. */
export function TaskViews({ state }: { state: Pick<ListState, 'search' | 'filters'> }) {
  const here = usePath()
  return (
    <nav className={css.views} aria-label={t('Layout')}>
      {VIEWS.map(({ path, label, Icon }) => (
        <Link
          key={path}
          to={narrowedTo(path, state)}
          aria-current={path === here ? 'page' : undefined}
          title={t(label)}
        >
          <Icon size={18} aria-hidden="true" />
          <span>{t(label)}</span>
        </Link>
      ))}
    </nav>
  )
}
