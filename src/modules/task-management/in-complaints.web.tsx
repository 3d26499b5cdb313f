import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Field, longText } from '../../shared/fields.ts'
import { formatMoment } from '../../shared/format.ts'
import { t } from '../../shared/language.ts'
import { pick } from '../../shared/resource.ts'
import { post } from '../../web/api.ts'
import { ChoiceMark } from '../../web/fields/cell.tsx'
import { isNamed } from '../../web/fields/values.ts'
import { client } from '../../web/query.ts'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import type { AnyRow } from '../../web/screens/module.ts'
import { pageOf } from '../../web/screens/records.ts'
import type { PartProps } from '../../web/screens/view/parts-in.tsx'
import { useMay, useSession } from '../../web/session.ts'
import { Link } from '../../web/ui/link.tsx'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { uniqueKey } from '../../web/unique.ts'
import { isOpen } from './states.ts'
import css from './task-management.module.css'
import { tasks } from './task-management.ts'

const MOST = 50
const TITLES: Field = longText('Tasks, one a line', { required: true, max: 10_000 })

/** In a complaint: what it still needs done and by whom, and a way to say so in one go. */
export default function TasksOfComplaint({ row }: PartProps) {
  const may = useMay()
  const found = useQuery({
    ...pageOf(tasks, { of_complaint: row?.id ?? 0, perpage: MOST, sort: 'id' }),
    enabled: row !== null,
  })
  const list = found.data?.data ?? []
  if (!row || (list.length === 0 && !may(tasks.permission, 'add'))) return null
  const open = list.filter(({ state }) => isOpen(String(state))).length
  return (
    <section className={css.card} aria-labelledby="tasks-of-complaint">
      <header className={css.head}>
        <h2 id="tasks-of-complaint">
          {t('Tasks')}
          {list.length > 0 && (
            <span className={css.quiet}>{t('{{n}} of {{all}} open', { n: open, all: list.length })}</span>
          )}
        </h2>
        {may(tasks.permission, 'add') && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            onClick={() => void askTasks(row)}
          >
            {t('Add tasks')}
          </Button>
        )}
      </header>
      {list.length > 0 && (
        <ul className={css.list}>
          {list.map((task) => (
            <TaskLine key={task.id} task={task} of={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function TaskLine({ task, of }: { task: AnyRow; of: AnyRow }) {
  const { time_zone } = useSession()
  const { complaint } = task
  return (
    <li className={css.line}>
      <Link to={`/task-management/view/${task.id}`} className={css.title}>
        {String(task.title)}
      </Link>
      {isNamed(complaint) && complaint.id !== of.id && <span className={css.quiet}>{complaint.name}</span>}
      <span className={css.quiet}>{nameOf(task.in_charge)}</span>
      {typeof task.date_end === 'string' && (
        <span className={task.is_overdue ? css.late : css.quiet}>{formatMoment(task.date_end, time_zone)}</span>
      )}
      <ChoiceMark field={tasks.fields.state} value={String(task.state)} />
    </li>
  )
}

const nameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : ''

/** Each line is a task; who does them, who approves and until when is said once for all. */
async function askTasks(complaint: AnyRow): Promise<void> {
  const idempotencyKey = uniqueKey()
  const fields = { titles: TITLES, ...pick(tasks, 'processors', 'date_end', 'approver') }
  const isMade = await askFields({
    title: t('Tasks for this complaint'),
    fields,
    submit: t('Add tasks'),
    draftKey: `complaints/${complaint.id}/tasks`,
    onSubmit: async (values) => {
      const body = { ...values, ...placeOf(complaint), complaint: complaint.id }
      await post('task/several', body, { idempotencyKey })
      await client.invalidateQueries({ queryKey: [tasks.wire] })
    },
  })
  if (isMade) snackbar(t('The tasks are given'), { variant: 'alert', colour: 'ok' })
}

/** They are tasks of the store and the department that the complaint is about. */
const placeOf = ({ store, department }: AnyRow): object =>
  Object.fromEntries(
    Object.entries({ store, department }).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && 'id' in value ? [[name, value.id]] : [],
    ),
  )
