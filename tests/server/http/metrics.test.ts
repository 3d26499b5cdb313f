import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { queueJob } from '../../../src/server/jobs/jobs.ts'
import { VERSION } from '../../../src/server/version.ts'
import { startChain } from '../../setup/chain.ts'

const TOKEN = 'a token for measuring'
const RULES = readFileSync('deploy/alerts.yml', 'utf8')

test('what goes on is measured: version, jobs, mails, connections, disk, files and the feed', async () => {
  const chain = await startChain({ METRICS_TOKEN: TOKEN })
  await queueJob(chain.db, 'nobody does this', {}, { at: new Date(Date.now() - 90_000) })
  await queueJob(chain.db, 'nobody did this', {})
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where task_id = (select id from graphile_worker._private_tasks where identifier = 'nobody did this')`.execute(
    chain.db,
  )
  await sql`insert into mails (key, state, kind, recipient, subject, body_text, next_at) values
    ('one', 'waiting', 'test', 'a@chain.example', '', '', now() - interval '10 minutes'), ('two', 'failed', 'test', 'a@chain.example', '', '', now())`.execute(
    chain.db,
  )
  const read = await measured(chain.url)
  expect(read('back_office_info', `version="${VERSION}"`)).toBe(1)
  expect([read('database_up'), read('files_writable'), read('jobs_failed'), read('mails_failed')]).toEqual([1, 1, 1, 1])
  expect(read('jobs_waiting')).toBeGreaterThanOrEqual(1)
  expect(read('jobs_oldest_seconds')).toBeGreaterThan(80)
  expect([read('mails_waiting'), Math.round((read('mails_oldest_seconds') ?? 0) / 60)]).toEqual([1, 10])
  expect(read('disk_free_bytes')).toBeGreaterThan(1e6)
  expect(read('feed_lag_seconds')).toBeLessThan(20)
  expect(read('database_connections', 'pool="front",state="idle"')).toBeGreaterThanOrEqual(0)
})

test('every figure that a rule asks for is measured', async () => {
  const chain = await startChain({ METRICS_TOKEN: TOKEN })
  await chain.call('GET', 'ticket')
  const page = await pageOf(chain.url)
  const asked = [...RULES.matchAll(/^ +expr: (.+)$/gm)].flatMap(([, rule = '']) => [
    ...rule.replace(/"[^"]*"/g, '').matchAll(/\b([a-z]+(?:_[a-z]+)+)\b(?!\()/g),
  ])
  const names = new Set(asked.map(([, name = '']) => name).filter((name) => name !== 'histogram_quantile'))
  expect(names.size).toBeGreaterThan(10)
  for (const name of names) expect(page).toMatch(new RegExp(`^${name}[ {]`, 'm'))
})

test('the rules are ones that Prometheus takes, and each rings when it should and not otherwise', () => {
  for (const [what, file] of [
    ['check', 'alerts.yml'],
    ['test', 'alerts.test.yml'],
  ] as const)
    expect(execFileSync('promtool', [what, 'rules', file], { cwd: 'deploy', encoding: 'utf8' })).toContain('SUCCESS')
})

const pageOf = async (url: string): Promise<string> =>
  (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()

/** Reads one figure of the page, by its name and labels. */
async function measured(url: string): Promise<(name: string, labels?: string) => number | undefined> {
  const lines = (await pageOf(url)).split('\n')
  return (name, labels) => {
    const head = labels ? `${name}{${labels}} ` : `${name} `
    const line = lines.find((one) => one.startsWith(head))
    return line === undefined ? undefined : Number(line.slice(head.length))
  }
}
