import { t } from '../../shared/language.ts'
import { failureWords, post } from '../api.ts'
import { confirm } from '../ui/dialogs/confirm.tsx'

let asking: Promise<boolean> | undefined

/** Asks for the password again until it is right or given up; of calls that wait for it together once. Answers whether it was given. */
export function askPassword(): Promise<boolean> {
  asking ??= askUntilRight().finally(() => {
    asking = undefined
  })
  return asking
}

async function askUntilRight(description = t('Please enter your password again.')): Promise<boolean> {
  const { status, text: password } = await confirm({
    title: t('Confirm that it is you'),
    description,
    inputLabel: t('Password'),
    inputType: 'password',
    submit: t('Go on'),
  })
  if (status !== 1) return false
  try {
    await post('session/prove', { password })
    return true
  } catch (error) {
    return askUntilRight(failureWords(error))
  }
}
