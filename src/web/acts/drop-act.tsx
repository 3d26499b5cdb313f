import { Button } from '@mantine/core'
import { t } from '../../shared/language.ts'
import { tell } from '../../shared/message.ts'
import { confirm } from '../ui/dialogs/confirm.tsx'
import type { Act } from './act.ts'
import { drop } from './acts.ts'

export function DropAct({ act }: { act: Act }) {
  const ask = async () => {
    const { status } = await confirm({
      title: t('Drop this?'),
      description: t('{{act}}: it was done, but is written down nowhere else.', { act: tell(act.label) }),
      submit: t('Drop'),
      danger: true,
    })
    if (status === 1) await drop(act)
  }
  return (
    <Button size="compact-sm" variant="subtle" color="gray" onClick={() => void ask()}>
      {t('Drop')}
    </Button>
  )
}
