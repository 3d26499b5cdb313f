import { Button } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { formatDay } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { put } from '../../../web/api.ts'
import { ChoiceMark, Mark } from '../../../web/fields/cell.tsx'
import { changed } from '../../../web/query.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { useMay, useSession } from '../../../web/session.ts'
import { Dialog } from '../../../web/ui/dialogs/dialog.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { dayName } from '../calendar/agenda.web.tsx'
import { whenOf } from '../calendar/moving.web.ts'
import { tasks } from '../task-management.ts'
import css from './load.module.css'
import type { Load, LoadTask } from './load.ts'

interface DayTasksProps {
  load: Load
  person: number
  day: string
  onClose: () => void
}

/** What one person has to do on a day; each can be handed on from here. */
export function DayTasks({ load, person, day, onClose }: DayTasksProps) {
  const { time_zone: zone } = useSession()
  const may = useMay()
  const line = load.people.find(({ id }) => id === person)
  const here = line?.days[load.days.findIndex((one) => one.day === day)]
  const shown = load.tasks.filter(({ id }) => here?.tasks.includes(id))
  return (
    <Dialog opened onClose={onClose} size="lg" title={`${line?.name ?? ''} · ${dayName(day)} ${formatDay(day)}`}>
      <ul className={css.tasks}>
        {shown.map((task) => (
          <li key={task.id}>
            <div>
              <Link to={`/${tasks.name}/view/${task.id}`}>{task.title}</Link>
              <p>
                {[
                  whenOf(task, zone),
                  task.hours === null ? t('No estimate') : t('{{n}} h left', { n: task.hours }),
                  ...(task.processors.length > 1 ? [t('{{n}} people share it', { n: task.processors.length })] : []),
                ].join(' · ')}
              </p>
              <span className={css.marks}>
                <ChoiceMark field={tasks.fields.state} value={task.state} />
                {task.is_overdue ? <Mark tone="bad">{t('Overdue')}</Mark> : null}
              </span>
            </div>
            {may(tasks.permission, 'edit') ? (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconUserShare size={16} aria-hidden="true" />}
                onClick={() => {
                  onClose()
                  void handOn(task, person)
                }}
              >
                {t('Hand on')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Gives one person's part of a task to others. */
async function handOn(task: LoadTask, from: number): Promise<void> {
  const others = task.processors.filter(({ id }) => id !== from)
  const name = task.processors.find(({ id }) => id === from)?.name ?? ''
  const { processors } = tasks.fields
  await askFields({
    title: t('Hand on: {{title}}', { title: task.title }),
    description: t('Whoever is chosen does it instead of {{name}}.', { name }),
    fields: { processors: { ...processors, label: 'To whom' } },
    values: { processors: [] },
    submit: t('Hand on'),
    onSubmit: async (values) => {
      const chosen = Array.isArray(values.processors) ? values.processors : []
      // In the place of whoever had it: the first one is in charge.
      const now = task.processors.flatMap(({ id }) => (id === from ? chosen : [id]))
      await put(`${tasks.wire}/${task.id}`, { version: task.version, processors: [...new Set(now)] })
      changed(tasks.name, task.id)
      snackbar(others.length > 0 ? t('Handed on; {{n}} people share it now', { n: new Set(now).size }) : t('Handed on'))
    },
  })
}
