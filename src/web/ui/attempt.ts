import { client } from '../query.ts'
import { sayFailure, snackbar } from './snackbar.tsx'

/** Does something, says how it ended, and asks anew for what it has changed. */
export async function attempt(act: () => Promise<unknown>, done: string, changes: readonly string[]): Promise<void> {
  try {
    await act()
    snackbar(done, { variant: 'alert', colour: 'ok' })
  } catch (error) {
    sayFailure(error)
  }
  await client.invalidateQueries({ queryKey: changes })
}
