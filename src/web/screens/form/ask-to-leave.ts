import { t } from '../../../shared/language.ts'
import { confirm } from '../../ui/dialogs/confirm.tsx'

/** Asks whether a page may be left with what was typed there. */
export async function askToLeave(): Promise<boolean> {
  const { status } = await confirm({
    title: t('Leave without saving?'),
    description: t('What you typed here is not saved yet.'),
    submit: t('Leave'),
    cancel: t('Stay'),
    danger: true,
  })
  return status === 1
}
