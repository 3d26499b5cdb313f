import { Modal, type ModalProps } from '@mantine/core'
import { t } from '../../shared/language.ts'
import { useFocusBack } from './focus-back.ts'

/** Dialogs lie above the shell's bars. */
export const DIALOG_LAYER = 400

/** A dialog in the middle of the window; who closes it is back where they were. */
export function Dialog(props: ModalProps) {
  useFocusBack(props.opened)
  return (
    <Modal
      centered
      zIndex={DIALOG_LAYER}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
      {...props}
    />
  )
}
