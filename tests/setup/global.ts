import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { runMigrations } from 'graphile-worker'
import type { TestProject } from 'vitest/node'
import { hashPassword } from '../../src/server/auth/password.ts'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { createDatabase } from './database/create-database.ts'
import { PASSWORD } from './password.ts'
import { clearAbandoned, testFolderPrefix } from './process/abandoned.ts'

/** One PostgreSQL for the whole run: the server named by TEST_DATABASE_URL, else an embedded one that is thrown away. */
export default async function provideDatabase(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  const own = given ? undefined : await throwaway()
  const url = given ?? own?.url ?? ''
  const migrated = await migratedDatabase(url)
  project.provide('databaseUrl', url)
  project.provide('migratedUrl', migrated.url)
  project.provide('passwordHash', await hashPassword(PASSWORD))
  return own?.end ?? migrated.drop
}

/** Made once and copied by every test: a copy takes a tenth of the time. */
async function migratedDatabase(url: string) {
  const database = await createDatabase(url)
  await migrate(database.url)
  await runMigrations({ connectionString: database.url })
  return database
}

async function throwaway() {
  await clearAbandoned()
  const dataDir = mkdtempSync(testFolderPrefix)
  // All that the tests throw away lies in it as well, and goes with it when the run is killed; mail servers have accounts of their own.
  chmodSync(dataDir, 0o711)
  process.env.TMPDIR = dataDir
  const silent = { info: () => undefined, warn: console.warn, error: console.error }
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    shared_buffers: '128MB',
    // Three files at a time, each with up to four servers, whose pools are none of what is tested.
    max_connections: '400',
    max_wal_size: '256MB',
  }
  const { url, stop } = await startEmbedded({ dataDir, log: silent, settings })
  const end = async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url, end }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
    migratedUrl: string
    /** Of what everybody of a test's chain signs in with: a hash takes a core's quarter of a second. */
    passwordHash: string
  }
}
