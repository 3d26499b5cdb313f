import { t } from '../shared/language.ts'
import { busy } from './busy.ts'
import { snackbar } from './ui/snackbar.tsx'

/** Fetches a part of the page before it is opened: without a connection it could not be. What does not come now comes then. */
export function fetchAhead(load: () => Promise<unknown>): void {
  if (navigator.onLine) load().catch(() => undefined)
}

/** What an act needs and its button does not, with the bar of loading above the page while it is on its way; null, and it is said, where it cannot be fetched. */
export async function loadOrTell<M>(load: () => Promise<M>): Promise<M | null> {
  const end = busy.start()
  const found = await load().catch(() => null)
  end()
  if (!found) snackbar(t('No connection. Please check the network and try again.'), { variant: 'alert', colour: 'bad' })
  return found
}
