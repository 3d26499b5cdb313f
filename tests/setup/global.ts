import { mkdtempSync, rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../../src/server/db/embedded.ts'
import { clearAbandoned, testFolderPrefix } from './abandoned.ts'

/** One PostgreSQL for the whole run: the server named by TEST_DATABASE_URL, else an embedded one that is thrown away. */
export default async function provideDatabase(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    project.provide('databaseUrl', given)
    return
  }
  await clearAbandoned()
  const dataDir = mkdtempSync(testFolderPrefix)
  const silent = { info: () => undefined, warn: console.warn, error: console.error }
  const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '128MB', max_connections: '200' }
  const server = await startEmbedded({ dataDir, log: silent, settings })
  project.provide('databaseUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}
