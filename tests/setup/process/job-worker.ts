import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pino from 'pino'
import { openDb } from '../../../src/server/db/db.ts'
import { Jobs } from '../../../src/server/jobs/jobs.ts'

/** A server's share of the job queue as a process of its own, for a test to kill: each job leaves one mark, and takes a moment. */
const open = openDb({ url: process.env.WORKER_DATABASE ?? '', size: 4, statementTimeout: 20_000, name: 'worker' })
const jobs = new Jobs(pino({ level: 'silent' }), { beatMs: 500, silentSeconds: 2 })
await jobs.start(
  open,
  {
    mark: async ({ n }) => {
      await sql`insert into job_runs (n) values (${n})`.execute(open.db)
      await pause(15)
      await sql`insert into job_marks (n) values (${n}) on conflict do nothing`.execute(open.db)
    },
  },
  [],
)
