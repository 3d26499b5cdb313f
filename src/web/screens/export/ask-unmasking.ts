import { text } from '../../../shared/fields.ts'
import { t } from '../../../shared/language.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'
import { askFields } from '../form/fields-dialog.tsx'
import type { Unmasking } from './export-list.ts'

const FIELDS = { reason: text('Reason', { required: true, min: 5, max: 300 }) }

interface Asked {
  title: string
  /** What happens, beside that contact data goes out. */
  description?: string
  /** Offered, to be changed. */
  reason?: string
  submit: string
}

/** Asks why contact data goes out in full, then for the password: the server keeps the one and checks the other. Null where nobody sends it. */
export async function askUnmasking({ title, description = '', reason = '', submit }: Asked): Promise<Unmasking | null> {
  const said: Unmasking = { reason, password: '' }
  const warning = t('The file shows phones, e-mails and addresses in full. Who took it, when and why is recorded.')
  const isSaid = await askFields({
    title,
    description: `${description} ${warning}`.trim(),
    fields: FIELDS,
    submit: t('Next'),
    values: { reason },
    onSubmit: async (given) => {
      said.reason = String(given.reason)
    },
  })
  if (!isSaid) return null
  const { status, text: password = '' } = await confirm({
    title,
    description: t('Please enter your password again.'),
    inputLabel: t('Password'),
    inputType: 'password',
    submit,
  })
  return status === 1 ? { ...said, password } : null
}
