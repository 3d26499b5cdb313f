import { Button } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../../shared/language.ts'
import type { Act } from '../../../web/acts/act.ts'
import css from './today.module.css'

/** What is still on the device, with a way back. */
export function Waiting({ act, drop }: { act: Act; drop: (act: Act) => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    await drop(act)
    setBusy(false)
  }
  return (
    <p className={css.waiting}>
      <IconCloudUpload size={18} aria-hidden="true" />
      {t('Waits for a connection')}
      <Button size="compact-sm" variant="subtle" loading={isBusy} onClick={() => void undo()}>
        {t('Undo')}
      </Button>
    </p>
  )
}
