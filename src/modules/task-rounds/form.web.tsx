import { FormScreen } from '../../web/screens/form/form.tsx'
import type { PageParams } from '../../web/screens/module.ts'
import { Recipients } from './recipients.web.tsx'
import { taskRounds } from './task-rounds.ts'

const NEW = ['template', 'title', 'due_at', 'date_start', 'description']
const SENT = ['stores', 'people']

/** What is sent, until when and to whom; of a round that was sent, what may still change. */
export default function RoundForm({ params }: PageParams) {
  if (params.id !== undefined)
    return (
      <FormScreen definition={taskRounds} id={params.id} fields={['title', 'description', 'date_start', 'due_at']} />
    )
  return <FormScreen definition={taskRounds} fields={NEW} extra={SENT} after={(form) => <Recipients form={form} />} />
}
