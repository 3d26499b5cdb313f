import { t } from '../../shared/language.ts'
import { pause } from '../public/pause.ts'
import { signOut } from '../session.ts'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { keptCount } from './kept-count.ts'

/** On a line that gives no answer nobody waits longer to be asked. */
const PATIENCE_MS = 3000

/** Signs out; asks first where something of this person is still on the device. */
export async function signOutAsking(): Promise<void> {
  if (keptCount() > 0) {
    const { look, sendWaiting } = await import('./acts.ts')
    await Promise.race([sendWaiting(), pause(PATIENCE_MS)])
    const n = (await look()).own.length
    if (n > 0 && !(await isMeant(n))) return
  }
  await signOut()
}

async function isMeant(n: number): Promise<boolean> {
  const { status } = await confirm({
    title: t('Sign out all the same?'),
    description: t(
      '{{n}} acts are still on this device only. They stay here, and are sent when you sign in on it again within three days; nobody else can send them.',
      { n },
    ),
    submit: t('Sign out'),
    cancel: t('Stay signed in'),
    danger: true,
  })
  return status === 1
}
