import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/server/db/embedded.ts'

/** An empty PostgreSQL of its own for the length of a command. */
export async function scratchDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scratch-'))
  const quiet = { info() {}, warn: console.warn, error: console.error }
  const embedded = await startEmbedded({ dataDir, log: quiet, settings: { fsync: 'off' } })
  return {
    url: embedded.url,
    async drop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
