import { type Fields, ref, type StoredFile } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import type { MailShown } from '../../../shared/mail.ts'
import { post } from '../../../web/api.ts'
import { go } from '../../../web/app/location.ts'
import { changed, client } from '../../../web/query.ts'
import { askFields } from '../../../web/screens/form/fields-dialog.tsx'
import { readSession } from '../../../web/session.ts'
import { inFrame } from '../../../web/ui/dialogs/dialog-frame.ts'
import { sayFailure, snackbar } from '../../../web/ui/snackbar.tsx'
import { uniqueKey } from '../../../web/unique.ts'
import { complaints } from '../../complaints/complaints.ts'
import { tasks } from '../../task-management/task-management.ts'
import { refreshMails, shownMail } from '../data.web.ts'

/** What a complaint or a task takes over from a mail; its pictures are the caller's uploads already. */
interface Prefill {
  title: string
  customer_name: string
  email: string
  phone: string | null
  content: string
  attachments: StoredFile[]
  left_out: string[]
}

const { title, content, store, feedback_type, priority, customer_name, phone, email, department, attachments } =
  complaints.fields
const TICKET: Fields = {
  title,
  content,
  attachments,
  store,
  feedback_type,
  priority,
  customer_name,
  phone,
  email,
  department,
}

/** A complaint of a customer's mail: its words and pictures are in the form already, and stand there to be read before it is made. */
export async function makeTicket(id: string): Promise<void> {
  const title = t('Make a ticket')
  const [found, customer] = (await inFrame(title, () => Promise.all([prefill(id), customerOf(id)]))) ?? []
  if (!found) return
  const { left_out, ...values } = found
  const idempotencyKey = uniqueKey()
  await askFields({
    title,
    ...leftOut(left_out),
    fields: TICKET,
    submit: t('Make the ticket'),
    draftKey: `mail/${id}/ticket`,
    values: {
      ...values,
      customer_name: customer?.name ?? values.customer_name,
      phone: customer?.phone ?? values.phone,
      store: me()?.store ?? null,
      priority: 'normal',
    },
    onSubmit: async (given) => {
      const body = { ...given, feedback_method: 'email' }
      const made = await post<{ id: number; issue_number: string }>(complaints.wire, body, { idempotencyKey })
      await link(id, 'complaint', made.id)
      told('complaints', made.id, t('Complaint {{number}} is made', { number: made.issue_number }))
    },
  })
}

/** The mail and its files as a word on a complaint that is there. */
export async function attachToTicket(id: string): Promise<void> {
  await askFields({
    title: t('Attach to a ticket'),
    fields: { ticket: ref('Complaint', 'complaints', { required: true }) },
    submit: t('Attach'),
    onSubmit: async (values) => {
      await post('mail/attach', { id, ...values })
      told('complaints', Number(values.ticket), t('The mail is attached'))
    },
  })
}

const { processors, date_end } = tasks.fields
const TASK: Fields = {
  title: tasks.fields.title,
  description: tasks.fields.description,
  processors,
  date_end,
  priority: tasks.fields.priority,
  attachments: tasks.fields.attachments,
}

/** A task of a mail, for oneself unless somebody else is chosen. */
export async function makeTask(id: string): Promise<void> {
  const title = t('Make a task')
  const found = await inFrame(title, () => prefill(id))
  if (!found) return
  const user = me()
  const idempotencyKey = uniqueKey()
  await askFields({
    title,
    ...leftOut(found.left_out),
    fields: TASK,
    submit: t('Make the task'),
    draftKey: `mail/${id}/task`,
    values: {
      title: found.title,
      description: found.content,
      attachments: found.attachments,
      processors: user ? [{ id: user.id, name: user.user_name }] : [],
      priority: 'normal',
    },
    onSubmit: async (given) => {
      const made = await post<{ id: number; number: string | null }>(tasks.wire, given, { idempotencyKey })
      await link(id, 'task', made.id)
      told('task-management', made.id, t('Task {{number}} is made', { number: made.number ?? String(made.id) }))
    },
  })
}

async function prefill(id: string): Promise<Prefill | null> {
  try {
    return await post<Prefill>('mail/prefill', { id })
  } catch (error) {
    sayFailure(error)
    return null
  }
}

const customerOf = async (id: string): Promise<MailShown['customer']> =>
  (await client.fetchQuery(shownMail(id)).catch(() => null))?.customer ?? null

/** The record is there in any case; that the mail is not named at it is said, and no reason to make a second one. */
const link = (id: string, kind: 'complaint' | 'task', record: number): Promise<unknown> =>
  post('mail/link', { id, kind, record }, { quiet: true }).catch(sayFailure)

function told(module: string, id: number, said: string): void {
  changed(module, id)
  refreshMails()
  const run = () => go(`/${module}/view/${id}`)
  snackbar(said, { variant: 'alert', colour: 'ok', action: { label: t('Show the record'), run } })
}

const me = () => {
  const session = readSession()
  return session.state === 'in' ? session.user : null
}

const leftOut = (names: readonly string[]) =>
  names.length > 0 && {
    description: t('Left out, as only pictures and videos are accepted: {{names}}', { names: names.join(', ') }),
  }
