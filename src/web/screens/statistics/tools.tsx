import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconPhoto, IconPrinter } from '@tabler/icons-react'
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react'
import { t } from '../../../shared/language.ts'
import { sayFailure, snackbar } from '../../ui/snackbar.tsx'
import css from './statistics.module.css'

interface ToolsProps {
  /** Nothing is there yet to take away. */
  isWaiting: boolean
  /** There is no chart to make a picture of. */
  isEmpty: boolean
  workbook: () => Promise<void>
  picture: () => Promise<void>
  children?: ReactNode
}

/** What figures can be taken away as: a workbook, a picture, paper. */
export function Tools({ isWaiting, isEmpty, workbook, picture, children }: ToolsProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    await work()
      .then(() => snackbar(t('Successfully downloaded'), { variant: 'alert', colour: 'ok' }))
      .catch(sayFailure)
    setBusy(false)
  }
  return (
    <div className={css.tools}>
      <Tool
        label={t('Excel')}
        Sign={IconFileSpreadsheet}
        disabled={isWaiting || isBusy}
        onClick={() => void run(workbook)}
      />
      <Tool
        label={t('Picture')}
        Sign={IconPhoto}
        disabled={isWaiting || isEmpty || isBusy}
        onClick={() => void run(picture)}
      />
      <Tool label={t('Print')} Sign={IconPrinter} disabled={isWaiting} onClick={() => window.print()} />
      {children}
    </div>
  )
}

interface ToolProps extends ComponentPropsWithRef<'button'> {
  label: string
  Sign: typeof IconPrinter
}

/** On a phone only its sign. */
export const Tool = ({ label, Sign, ...rest }: ToolProps) => (
  <Button variant="default" aria-label={label} leftSection={<Sign size={18} aria-hidden />} {...rest}>
    <span>{label}</span>
  </Button>
)
