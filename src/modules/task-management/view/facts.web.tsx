import { Button } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Field } from '../../../shared/fields.ts'
import { formatMoment, formatNumber } from '../../../shared/format.ts'
import { currentLanguage, t } from '../../../shared/language.ts'
import { pick } from '../../../shared/resource.ts'
import { post } from '../../../web/api.ts'
import { ChoiceMark, isBlank } from '../../../web/fields/cell.tsx'
import { Show } from '../../../web/fields/show.tsx'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { useSession } from '../../../web/session.ts'
import { Person } from '../../../web/ui/avatar.tsx'
import { Fact, FactList } from '../../../web/ui/facts.tsx'
import { Link } from '../../../web/ui/link.tsx'
import { type Task, taskWays, useTaskRights } from '../task.web.ts'
import { tasks } from '../task-management.ts'
import css from './view.module.css'
import { type Beside, waitingOf } from './waiting.web.ts'

/** The facts at the side: who does it and who decides, when, where, and what it hangs on; what is empty is not shown. */
export function TaskFacts({ task }: { task: Task }) {
  return (
    <>
      <Who task={task} />
      <When task={task} />
      <Where task={task} />
      <Others task={task} />
    </>
  )
}

function Who({ task }: { task: Task }) {
  const { time_zone } = useSession()
  return (
    <section className={css.sheet}>
      <h2>{t('Who does it, who decides')}</h2>
      <FactList isNarrow>
        <Fact label={t('Processors')}>
          <ul className={css.people}>
            {task.processors.map((one) => (
              <li key={one.id}>
                <Person name={one.name} />
              </li>
            ))}
          </ul>
          {task.processors.length > 1 && task.in_charge && (
            <small>{t('{{name}} is in charge', { name: task.in_charge.name })}</small>
          )}
        </Fact>
        {task.approver && (
          <Fact label={t('Approver')}>
            <Person name={task.approver.name} />
          </Fact>
        )}
        {task.created_by && (
          <Fact label={t('Asked for by')}>
            <Person name={task.created_by.name} />
          </Fact>
        )}
        <Fact label={t('Seen')}>
          {task.seen_at ? `${formatMoment(task.seen_at, time_zone)} · ${task.seen_by?.name ?? ''}` : t('Not yet')}
        </Fact>
      </FactList>
    </section>
  )
}

const UNITS = { hours: '{{n}} h', days: '{{n}} d' } as const
const count = (n: number, unit: keyof typeof UNITS) => t(UNITS[unit], { n: formatNumber(n, currentLanguage(), 2) })

function When({ task }: { task: Task }) {
  const { time_zone } = useSession()
  const { isMine } = useTaskRights()(task)
  const moments: [string, string | null][] = [
    ['Date start', task.date_start],
    ['Date end', task.date_end],
    ['Begun at', task.begun_at],
    ['Handed in', task.finished_at],
  ]
  const canNote = isMine && task.state !== 'cancelled' && task.state !== 'done'
  return (
    <section className={css.sheet}>
      <h2>{t('When')}</h2>
      <FactList isNarrow>
        {moments.map(([label, at]) =>
          at ? (
            <Fact key={label} label={t(label)}>
              {formatMoment(at, time_zone)}
            </Fact>
          ) : null,
        )}
        {task.estimate !== null && (
          <Fact label={t('Time estimate')}>
            {count(task.estimate, task.estimate_unit === 'days' ? 'days' : 'hours')}
          </Fact>
        )}
        {task.hours_spent !== null && <Fact label={t('Hours spent')}>{count(task.hours_spent, 'hours')}</Fact>}
      </FactList>
      {canNote && (
        <Button
          size="xs"
          variant="default"
          style={{ justifySelf: 'start' }}
          leftSection={<IconClock size={16} aria-hidden="true" />}
          onClick={() => void noteHours(task)}
        >
          {t('Note hours spent')}
        </Button>
      )}
    </section>
  )
}

const noteHours = (task: Task): Promise<boolean> =>
  askFields({
    title: t('Note hours spent'),
    fields: pick(tasks, 'hours_spent'),
    values: { hours_spent: task.hours_spent },
    draftKey: `${tasks.name}/${task.id}/spent`,
    submit: t('Save'),
    onSubmit: async (values) => taskWays.keep(await post<Task>(`${tasks.wire}/${task.id}/spent`, values)),
  })

const PLACE = ['store', 'department', 'complaint', 'tags', 'source'] as const

function Where({ task }: { task: Task }) {
  const names = PLACE.filter((name) => !isBlank(task[name]) && !(name === 'source' && task.source === 'staff'))
  if (names.length === 0) return null
  return (
    <section className={css.sheet}>
      <h2>{t('Where and what for')}</h2>
      <FactList isNarrow>
        {names.map((name) => {
          const field: Field = tasks.fields[name]
          return (
            <Fact key={name} label={t(field.label)}>
              {name === 'complaint' && task.complaint ? (
                <Link to={`/complaints/view/${task.complaint.id}`}>{task.complaint.name}</Link>
              ) : (
                <Show field={field} value={task[name]} />
              )}
            </Fact>
          )
        })}
      </FactList>
    </section>
  )
}

function Others({ task }: { task: Task }) {
  const { data } = useQuery(waitingOf(task.id))
  if (!data || data.before.length + data.after.length === 0) return null
  return (
    <section className={css.sheet}>
      <Row title={t('Waits for')} all={data.before} />
      <Row title={t('Waits for this')} all={data.after} />
    </section>
  )
}

function Row({ title, all }: { title: string; all: readonly Beside[] }) {
  if (all.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ul className={css.others}>
        {all.map(({ id, title: name, state }) => (
          <li key={id}>
            <Link to={`/${tasks.name}/view/${id}`}>{name}</Link>
            <ChoiceMark field={tasks.fields.state} value={state} />
          </li>
        ))}
      </ul>
    </>
  )
}
