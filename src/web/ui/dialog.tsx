import { Modal, type ModalProps } from '@mantine/core'
import type { FocusEvent } from 'react'
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
      onFocusCapture={markFocused}
      {...props}
    />
  )
}

/** The library focuses what is marked once more, a moment after it has drawn it: whoever types fast may be a field further by then. */
function markFocused({ currentTarget, target }: FocusEvent): void {
  if (!currentTarget.contains(target)) return
  for (const marked of currentTarget.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', 'true')
}
