import { Modal, type ModalProps } from '@mantine/core'
import type { FocusEvent, KeyboardEvent } from 'react'
import { t } from '../../../shared/language.ts'
import { useEarlyEscape } from './early-escape.ts'
import { useFocusBack } from './focus-back.ts'

/** Dialogs lie above the shell's bars. */
export const DIALOG_LAYER = 400

/** A dialog in the middle of the window; Ctrl+Enter sends what it asks, and who closes it is back where they were. */
export function Dialog(props: ModalProps) {
  useFocusBack(props.opened)
  useEarlyEscape(props.opened && props.closeOnEscape !== false, props.onClose)
  return (
    <Modal
      centered
      zIndex={DIALOG_LAYER}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
      onFocusCapture={markFocused}
      onKeyDown={sendByKey}
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

/** From wherever in it one is, and in whatever input, where the button could be pressed. */
export function sendByKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, currentTarget, nativeEvent } = event
  if (key !== 'Enter' || !(ctrlKey || metaKey) || event.defaultPrevented || nativeEvent.isComposing) return
  const submit = currentTarget.querySelector<HTMLButtonElement>('form [type="submit"]')
  if (!submit || submit.disabled) return
  event.preventDefault()
  submit.form?.requestSubmit(submit)
}
