import { t } from '../../../shared/language.ts'
import type { Form } from './use-form.ts'

/** How it stands with what is typed, in a few words beside the buttons. */
export function draftNote({
  isSaving,
  isBusy,
  isRestored,
  isUnsaved,
}: Pick<Form, 'isSaving' | 'isBusy' | 'isRestored' | 'isUnsaved'>): string {
  if (isSaving) return t('Saving…')
  if (isBusy) return t('Please wait: something is still on its way.')
  if (isRestored) return t('Your unsaved changes are back.')
  return isUnsaved ? t('Unsaved changes') : ''
}
