import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const LOOK_MS = 250
const SAY_EVERY_MS = 15_000

/**
 * Servers that start together prepare the database one after the other. The lock belongs to a connection of its own, so it ends with
 * whoever holds it.
 * @returns gives the turn on
 */
export async function takeStartTurn(url: string, print: (text: string) => void): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: 'start', keepAlive: true })
  client.on('error', () => {})
  await client.connect()
  try {
    for (let saidAt = Number.NEGATIVE_INFINITY; !(await isTaken(client)); await pause(LOOK_MS)) {
      if (performance.now() - saidAt < SAY_EVERY_MS) continue
      saidAt = performance.now()
      print('another server prepares the database; waiting for it')
    }
  } catch (error) {
    await client.end()
    throw error
  }
  return () => client.end()
}

async function isTaken(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_mine: boolean }>(
    `select pg_try_advisory_lock(hashtext('start of a server')) as is_mine`,
  )
  return rows[0]?.is_mine === true
}
