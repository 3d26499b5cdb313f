import type { SessionUser } from '../../../shared/api.ts'
import { type Fields, flag } from '../../../shared/fields.ts'
import { formatMoment } from '../../../shared/format.ts'
import { t } from '../../../shared/language.ts'
import { pick } from '../../../shared/resource.ts'
import { fetchAhead } from '../../../web/ahead.ts'
import type { AskedFields } from '../../../web/screens/form/asked-fields.ts'
import { askFields, loadFieldsDialog } from '../../../web/screens/form/fields-dialog.tsx'
import type { AnyRow } from '../../../web/screens/module.ts'
import { act as actOn, caughtUp, update } from '../../../web/screens/record-acts.ts'
import { chainTimeZone } from '../../../web/session.ts'
import { inFrame } from '../../../web/ui/dialogs/dialog-frame.ts'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { assigneeInput } from '../assignment/assignee-input.web.tsx'
import { isAsProposed, proposalFor, proposalWords, proposedOf } from '../assignment/proposal.web.ts'
import type { Complaint } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { REASON } from '../flow.ts'
import { asSeen, explained, latest, showRefusal } from '../view/steps.web.tsx'

type Handling = Pick<Complaint, 'department' | 'assignee' | 'cc_departments'>

const SOONER = flag('May be sooner than the present deadline')
const NEW_DEADLINE = { ...complaints.fields.due_at, label: 'New deadline', readonly: false }

/** Who handles a complaint, and until when, as the dialog asks it. */
const HANDLING: Fields = {
  assignee: complaints.fields.assignee,
  department: {
    ...complaints.fields.department,
    required: true,
    requiredMessage: 'Please choose a person or a department',
  },
  ...pick(complaints, 'priority'),
  due_at: { ...NEW_DEADLINE, hint: 'Stays as it is if empty' },
  shorter: SOONER,
  reason: { ...REASON, hint: 'Needed where an overdue complaint gets more time' },
  ...pick(complaints, 'cc_departments'),
}

/** What the dialog asks of one complaint, or of many: who, and folded what is rarely said. */
export const handlingOf = (ticket: number | undefined): Pick<AskedFields, 'fields' | 'joint' | 'folded'> => ({
  fields: HANDLING,
  joint: { names: ['assignee', 'department'], Input: assigneeInput(ticket) },
  folded: ['priority', 'due_at', 'shorter', 'reason', 'cc_departments'],
})

const MORE_TIME: Fields = {
  due_at: { ...NEW_DEADLINE, required: true },
  shorter: SOONER,
  reason: { ...REASON, required: true },
}

/**
 * Asks who is to handle the complaint, and hands it over. Where nobody does yet, whom its rule proposes stands there.
 * @param offered stands in the dialog from the start
 * @param onward goes on to the next one, for whoever wants that at once
 */
export async function askAssign(
  row: Complaint,
  { offered = {}, onward }: { offered?: Partial<Complaint>; onward?: (() => void) | undefined } = {},
): Promise<boolean> {
  const isOpen = !row.assignee && !offered.assignee && !offered.department
  const title = `${t('Assign')} · ${row.issue_number}`
  fetchAhead(loadFieldsDialog)
  const proposal = isOpen ? await inFrame(title, () => proposalFor(row)) : undefined
  if (proposal === null) return false
  const fits = proposal?.department && (!row.department || row.department.id === proposal.department.id)
  const proposed = proposal && fits ? proposedOf(proposal) : {}
  return askFields({
    title,
    ...(proposal && { description: proposalWords(proposal) }),
    ...handlingOf(row.id),
    submit: t('Assign'),
    further: onward && { submit: t('Assign and next'), run: onward },
    values: { ...latest(row), ...proposed, ...offered, due_at: null },
    onSubmit: asSeen(row, async (seen, values) => {
      const rule = proposal && fits && isAsProposed({ ...values }, proposal) ? { rule: proposal.rule?.id } : {}
      await act(seen, 'assign', { ...values, ...rule })
      tellAssigned(seen)
    }),
  })
}

/** Says with whom it is, and that its handling has begun. */
function tellAssigned(seen: Complaint): void {
  const { issue_number: number, assignee, department, state } = latest(seen)
  const name = assignee?.name ?? department?.name ?? '–'
  const words = t('{{number}} is now assigned to {{name}}', { number, name })
  const begins = seen.state === 'new' && state === 'processing'
  snackbar(begins ? `${words}. ${t('It is in processing.')}` : words, { variant: 'alert', colour: 'ok' })
}

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
    draftKey: `${complaints.name}/${row.id}/extend`,
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
  const { version } = await caughtUp(complaints, row as unknown as AnyRow) // the rows of these screens are the definition's
  const body = { ...values, version }
  try {
    await (action ? actOn(complaints, row.id, action, body) : update(complaints, row.id, body))
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
