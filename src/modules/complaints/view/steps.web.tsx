import { askedFields, isAllowed, type Step, stepsFrom } from '../../../shared/flow.ts'
import { t } from '../../../shared/language.ts'
import { REFUSALS } from '../../../shared/refusals.ts'
import { post } from '../../../web/api.ts'
import { client, keys } from '../../../web/query.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { readSession, useMay } from '../../../web/session.ts'
import { confirm } from '../../../web/ui/confirm.tsx'
import { snackbar } from '../../../web/ui/snackbar.tsx'
import { type Complaint, WIRE } from '../complaint.web.tsx'
import { complaints } from '../complaints.ts'
import { costRefusalOf } from '../cost/cost.ts'
import { complaintFlow } from '../flow.ts'
import { asSeen, explained, keep, latest, tellRefusal } from './refused.web.tsx'

/** The steps this user may take from where the complaint stands. */
export function useSteps(row: Complaint): [string, Step][] {
  const may = useMay()
  if (row.merged_into) return []
  return stepsFrom(complaintFlow, row.state).filter(([, step]) => may('complaints', step.needs))
}

/** Takes a step: asks for what it needs, shows the result at once where nothing is asked. Answers whether it was done. */
export function takeStep(row: Complaint, name: string, step: Step): Promise<boolean> {
  const refusal = costRefusalOf(name, latest(row).cost_state)
  if (refusal) {
    snackbar(t(REFUSALS[refusal].text), { variant: 'alert', colour: 'warn' })
    return Promise.resolve(false)
  }
  if (step.asks?.length) return askAndSend(row, name, step)
  return step.tone === 'danger' ? sendIfSure(row, name, step) : sendAtOnce(row, name, step)
}

export const timeZone = (): string => {
  const now = readSession()
  return now.state === 'in' ? now.user.time_zone : 'Asia/Ho_Chi_Minh'
}

const send = async (row: Complaint, name: string, values: object = {}) => {
  keep(await post<Complaint>(`${WIRE}/${row.id}/${name}`, { ...values, version: row.version }))
}

async function askAndSend(row: Complaint, name: string, step: Step): Promise<boolean> {
  const fields = askedFields(complaints, step)
  const held: Record<string, unknown> = { ...latest(row) }
  const isDone = await askFields({
    title: `${t(step.label)} · ${row.issue_number}`,
    fields,
    submit: t(step.label),
    values: Object.fromEntries(Object.keys(fields).flatMap((field) => (field in held ? [[field, held[field]]] : []))),
    onSubmit: asSeen(row, (seen, values) =>
      send(seen, name, values).catch((error) => Promise.reject(explained(error, row.id, timeZone()) ?? error)),
    ),
  })
  if (isDone) sayDone(row, step)
  return isDone
}

async function sendIfSure(row: Complaint, name: string, step: Step): Promise<boolean> {
  const { status } = await confirm({
    title: `${t(step.label)} · ${row.issue_number}`,
    description: t('It goes to the trash, from where it can be restored.'),
    submit: t(step.label),
    danger: true,
  })
  return status === 1 ? sendAtOnce(row, name, step) : false
}

/** The new state is shown before the server answers, and taken back if it refuses. */
async function sendAtOnce(row: Complaint, name: string, step: Step): Promise<boolean> {
  const key = keys.record(WIRE, row.id)
  const before = client.getQueryData<Complaint>(key)
  const target = complaints.fields.state.of?.find((one) => one.value === step.to)?.value
  if (before && target) client.setQueryData(key, { ...before, state: target, status: target })
  try {
    await send(latest(row), name)
    sayDone(row, step)
    return true
  } catch (error) {
    if (before) client.setQueryData(key, before)
    const now = () => latest(row)
    tellRefusal(
      error,
      row.id,
      timeZone(),
      isAllowed(step, now().state) ? () => void sendAtOnce(now(), name, step) : undefined,
    )
    return false
  }
}

function sayDone(row: Complaint, step: Step): void {
  const restore = complaintFlow.steps.restore
  const undo =
    step.to === 'deleted'
      ? { label: t('Undo'), run: () => void sendAtOnce(latest(row), 'restore', restore) }
      : undefined
  const target = complaints.fields.state.of?.find((one) => one.value === step.to)
  const said = target
    ? t('{{number}}: {{state}}', { number: row.issue_number, state: t(target.label) })
    : t('{{number}} is restored', { number: row.issue_number })
  snackbar(said, { variant: 'alert', colour: 'ok', action: undo })
}
