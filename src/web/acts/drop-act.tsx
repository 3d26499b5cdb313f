import { Button } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../shared/language.ts'
import { tell } from '../../shared/message.ts'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { snackbar } from '../ui/snackbar.tsx'
import type { Act } from './act.ts'
import { drop } from './acts.ts'

export function DropAct({ act }: { act: Act }) {
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    const { status } = await confirm({
      title: t('Drop this?'),
      description: t('{{act}}: it was done, but is written down nowhere else.', { act: tell(act.label) }),
      submit: t('Drop'),
      danger: true,
    })
    if (status !== 1) return
    setBusy(true)
    if (!(await drop(act))) snackbar(t('This was sent meanwhile.'))
    setBusy(false)
  }
  return (
    <Button size="compact-sm" variant="subtle" color="gray" loading={isBusy} onClick={() => void ask()}>
      {t('Drop')}
    </Button>
  )
}
