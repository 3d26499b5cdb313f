import { Button, Group } from '@mantine/core'
import { IconCalendarTime, IconExternalLink } from '@tabler/icons-react'
import { t } from '../../../shared/language.ts'
import { ChoiceMark, Mark } from '../../../web/fields/cell.tsx'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { Person } from '../../../web/ui/avatar.tsx'
import { Dialog } from '../../../web/ui/dialogs/dialog.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { tasks } from '../task-management.ts'
import css from './calendar.module.css'
import { isMovable } from './held.web.ts'
import { type setDates, whenOf } from './moving.web.ts'
import type { ShownTask } from './window.ts'

interface PeekProps {
  task: ShownTask
  zone: string
  onClose: () => void
  onMove: typeof setDates | undefined
}

/** A task in short, over the calendar; its dates are changed here where nobody can drag. */
export function TaskPeek({ task, zone, onClose, onMove }: PeekProps) {
  const change = async () => {
    onClose()
    const { date_start, date_end } = tasks.fields
    await askFields({
      title: task.title,
      fields: { date_start, date_end },
      values: { date_start: task.date_start, date_end: task.date_end },
      submit: t('Save'),
      onSubmit: async (values) => {
        const dates = { date_start: instantIn(values.date_start), date_end: instantIn(values.date_end) }
        await onMove?.(task, dates, zone)
      },
    })
  }
  return (
    <Dialog opened onClose={onClose} title={task.title} size="sm">
      <div className={css.peek}>
        <p>{whenOf(task, zone)}</p>
        <Group gap={8}>
          <ChoiceMark field={tasks.fields.state} value={task.state} />
          {task.is_overdue ? <Mark tone="bad">{t('Overdue')}</Mark> : null}
          <ChoiceMark field={tasks.fields.priority} value={task.priority} />
        </Group>
        {task.in_charge ? <Person name={task.in_charge.name} /> : null}
        {task.store ? <p className={css.quiet}>{task.store.name}</p> : null}
        <Group grow mt={8}>
          <Button
            component={Link}
            to={`/${tasks.name}/view/${task.id}`}
            leftSection={<IconExternalLink size={18} aria-hidden="true" />}
            data-autofocus
          >
            {t('Open the task')}
          </Button>
          {onMove && isMovable(task) ? (
            <Button
              variant="default"
              leftSection={<IconCalendarTime size={18} aria-hidden="true" />}
              onClick={() => void change()}
            >
              {t('Change dates')}
            </Button>
          ) : null}
        </Group>
      </div>
    </Dialog>
  )
}

/** A checked moment as the calendar keeps it. */
const instantIn = (value: unknown): string | null =>
  value instanceof Date ? value.toISOString() : typeof value === 'string' ? new Date(value).toISOString() : null
