import type { SessionUser } from '../../../shared/api.ts'
import { type Fields, flag } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { pick } from '../../../shared/resource.ts'
import { post, put } from '../../../web/api.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { chainTimeZone } from '../../../web/session.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { complaintFlow } from '../flow.ts'
import { asSeen, explained, keep, latest, showRefusal } from '../view/steps.web.tsx'

type Handling = Pick<Complaint, 'department' | 'assignee' | 'cc_departments'>

const SOONER = flag('May be sooner than the present deadline')
const NEW_DEADLINE = { ...complaints.fields.due_at, label: 'New deadline', readonly: false }

/** Who handles a complaint, and until when, as the dialog asks it. */
export const HANDLING: Fields = {
  department: { ...complaints.fields.department, required: true },
  ...pick(complaints, 'assignee', 'cc_departments'),
  due_at: { ...NEW_DEADLINE, hint: 'Stays as it is if empty' },
  shorter: SOONER,
}

const MORE_TIME: Fields = {
  due_at: { ...NEW_DEADLINE, required: true },
  shorter: SOONER,
  reason: { ...complaintFlow.extra.reason, kind: 'longText', label: 'Reason', required: true, max: 1000 },
}

/**
 * Asks for department, person and copied departments, and hands the complaint over.
 * @param offered stands in the dialog from the start
 */
export const askAssign = (row: Complaint, offered: Partial<Complaint> = {}): Promise<boolean> =>
  askFields({
    title: `${t('Assign')} · ${row.issue_number}`,
    fields: HANDLING,
    submit: t('Assign'),
    values: { ...latest(row), ...offered, due_at: null },
    onSubmit: asSeen(row, (seen, values) => act(seen, 'assign', values)),
  })

/** Hands over without a question, e.g. when a card was dropped on a department. */
export async function assign(row: Complaint, to: Handling): Promise<boolean> {
  return attempt(
    row,
    () => act(latest(row), 'assign', bare(to)),
    t('{{number}} is now assigned to {{name}}', { number: row.issue_number, name: to.department?.name ?? '–' }),
  )
}

/** Takes it oneself. */
export const take = (row: Complaint, me: SessionUser): Promise<boolean> =>
  attempt(
    row,
    () => act(latest(row), 'assign-to', { assignee: me.id }),
    t('{{number}} is now assigned to {{name}}', { number: row.issue_number, name: me.user_name }),
  )

/** Gives it more time: a later deadline and a reason, both kept in its history. */
export const askMoreTime = (row: Complaint): Promise<boolean> =>
  askFields({
    title: `${t('Extend deadline')} · ${row.issue_number}`,
    fields: MORE_TIME,
    submit: t('Extend deadline'),
    onSubmit: asSeen(row, (seen, values) => act(seen, 'extend', values)),
  }).then((isDone) => {
    const { due_at } = latest(row)
    if (isDone && due_at)
      snackbar(t('New deadline: {{when}}', { when: formatMoment(due_at, chainTimeZone()) }), {
        variant: 'alert',
        colour: 'ok',
        action: { label: t('Undo'), run: () => void takeBack(row) },
      })
    return isDone
  })

/** The deadline as it was before: whoever gave it may take it back. */
export const takeBack = (row: Complaint): Promise<boolean> =>
  attempt(row, () => act(latest(row), 'take-back-extension', {}), t('The deadline is as it was before'))

const bare = ({ department, assignee, cc_departments }: Handling) => ({
  department: department?.id ?? null,
  assignee: assignee?.id ?? null,
  cc_departments: cc_departments.map((one) => one.id),
})

/** Sends an act on the complaint as it is given; without one, the values are a change of it. */
export async function act(row: Complaint, action: string | null, values: object): Promise<void> {
  const body = { ...values, version: row.version }
  try {
    keep(
      await (action ? post<Complaint>(`${WIRE}/${row.id}/${action}`, body) : put<Complaint>(`${WIRE}/${row.id}`, body)),
    )
  } catch (error) {
    throw explained(error, row.id) ?? error
  }
}

/** Does it, and tells how it went; a refusal offers to try again. */
export async function attempt(row: Complaint, run: () => Promise<void>, done: string): Promise<boolean> {
  try {
    await run()
    snackbar(done, { variant: 'alert', colour: 'ok' })
    return true
  } catch (error) {
    showRefusal(error, row.id, () => void attempt(row, run, done))
    return false
  }
}
