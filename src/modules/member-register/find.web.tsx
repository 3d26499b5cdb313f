import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { text } from '../../shared/fields.ts'
import { t } from '../../shared/language.ts'
import { post } from '../../web/api.ts'
import { go } from '../../web/app/location.ts'
import { askFields } from '../../web/screens/form/fields-dialog.tsx'
import { useMay } from '../../web/session.ts'
import { snackbar } from '../../web/ui/snackbar.tsx'
import { memberRegister } from './member-register.ts'

const FIELDS = { value: text('Document or card number', { required: true, max: 60 }) }

/** Finds a person by the number on the paper they hold out; it never stands in an address. */
export function FindByNumber() {
  const may = useMay()
  if (!may(memberRegister.permission, 'other')) return null
  const ask = async () => {
    let found: { id: number }[] = []
    const isSent = await askFields({
      title: t('Find by document or card'),
      description: t('Only the full number finds somebody. The search is recorded in the audit.'),
      fields: FIELDS,
      submit: t('Search'),
      onSubmit: async (given) => {
        found = (await post<{ data: { id: number }[] }>(`${memberRegister.wire}/find-private`, given)).data
      },
    })
    if (!isSent) return
    const [first, ...others] = found
    if (!first) snackbar(t('Nobody is registered with this number.'), { variant: 'alert', colour: 'warn' })
    else if (others.length === 0) go(`/${memberRegister.name}/view/${first.id}`)
    else go(`/${memberRegister.name}?${found.map(({ id }) => `id=${id}`).join('&')}`)
  }
  return (
    <Button variant="default" leftSection={<IconSearch size={16} aria-hidden="true" />} onClick={() => void ask()}>
      {t('Find by document or card')}
    </Button>
  )
}
