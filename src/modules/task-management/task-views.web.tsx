import { IconCalendar, IconLayoutKanban, IconList, IconUsers } from '@tabler/icons-react'
import { t } from '../../shared/language.ts'
import { usePath } from '../../web/app/location.ts'
import { type ListState, narrowedTo } from '../../web/screens/list/list-state.ts'
import { Link } from '../../web/ui/link.tsx'
import { tasks } from './task-management.ts'
import css from './task-views.module.css'
import { TASK_VIEWS } from './views.ts'

const ICONS = {
  '/task-management/board': IconLayoutKanban,
  '/task-management/calendar': IconCalendar,
  '/task-management/load': IconUsers,
}
const VIEWS = [
  { path: `/${tasks.name}`, label: 'List', Icon: IconList },
  ...TASK_VIEWS.map((view) => ({ ...view, Icon: ICONS[view.path] })),
]

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
