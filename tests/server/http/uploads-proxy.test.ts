import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { atTheEnd, newFolder } from '../../setup/at-the-end.ts'
import { startBrowser } from '../../setup/browser/browser.ts'
import { startChain } from '../../setup/chain.ts'
import type { Sent } from '../../setup/http/refused-sender.ts'
import { freePort } from '../../setup/mail/real-servers.ts'
import { film, photo } from '../../setup/media.ts'
import { isReady, serverProcess } from '../../setup/process/server-process.ts'

const MB = 2 ** 20
const chain = await startChain({ TRUST_PROXY: '127.0.0.1' })
const admin = await chain.person()
const { config } = chain.running.context
const server = await serverProcess({
  DATABASE_URL: config.databaseUrl ?? '',
  DATA_DIR: config.dataDir,
  TRUST_PROXY: '127.0.0.1',
  APP_SECRET: 'a secret for tests that is long enough',
})
await server.start()
const proxy = await startProxy(server.url)
const block = randomBytes(MB)
const [small, clip] = [(await photo()).buffer, film().buffer]

/** What is refused at its first bytes, in the middle, at its end, or before anything is read. */
const KINDS: Omit<Sent, 'token'>[] = [
  { path: 'public/upload', name: 'a.jpg', head: small, megabytes: 11 },
  { path: 'upload', name: 'a.jpg', head: small, megabytes: 11 },
  { path: 'public/upload', name: 'a.mp4', head: clip, megabytes: 4 },
  { path: 'upload', name: 'a.mp4', head: clip, megabytes: 4 },
  { path: 'public/upload', name: 'a.exe', head: block, megabytes: 2 },
  { path: 'upload', name: 'a.png', head: block, megabytes: 2 },
  { path: 'ticket/import', name: 'a.xlsx', head: block, megabytes: 2 },
  { path: 'ticket', name: 'a.jpg', head: block, megabytes: 2 },
]

/** How long each call of a person takes while something goes on, one after another, on a thread of their own. */
async function working(meanwhile: (calls: () => number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const caller = new Worker(new URL('../../setup/http/steady-caller.ts', import.meta.url), {
    workerData: { url: proxy, token: admin.token },
  })
  const failed = new Promise<never>((_done, fail) => caller.on('error', fail))
  caller.on('message', (some: number[]) => times.push(...some))
  await Promise.race([meanwhile(() => times.length), failed])
  await caller.terminate()
  return times
}

const untilCalls = (most: number) => async (calls: () => number) => {
  while (calls() < most) await pause(20)
}

/** The statuses of so many refused uploads of every kind, four at once, from a thread of their own. */
async function refused(count: number): Promise<number[]> {
  const statuses: number[] = []
  const bodies = Array.from({ length: count }, (_none, at) => {
    const kind = KINDS[at % KINDS.length] as (typeof KINDS)[number] // within them by the remainder
    return { ...kind, token: kind.path.startsWith('public') ? null : admin.token }
  })
  const sender = new Worker(new URL('../../setup/http/refused-sender.ts', import.meta.url), {
    workerData: { url: proxy, bodies },
  })
  sender.on('message', (status: number) => statuses.push(status))
  await new Promise((done, fail) => sender.on('exit', done).on('error', fail))
  return statuses
}

/** Enough of every kind; more where figures are taken. */
const UPLOADS = process.env.FIGURES ? 200 : 40

test('refused uploads of every kind let nobody behind the same proxy wait', async () => {
  await working(untilCalls(300))
  const before = await working(untilCalls(1000))
  let statuses: number[] = []
  const times = await working(async () => {
    statuses = await refused(UPLOADS)
  })
  const after = await working(untilCalls(50))
  expect(statuses).toHaveLength(UPLOADS)
  expect(statuses.filter((status) => ![400, 413, 415].includes(status))).toEqual([])
  expect(Math.max(...times, ...after)).toBeLessThan(10_000)
  if (process.env.FIGURES)
    console.info(
      `p99 quiet ${p99(before)} ms, beside ${UPLOADS} refused uploads ${p99(times)} ms (${times.length} calls)`,
    )
})

const p99 = (times: number[]) => (times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0).toFixed(1)

test.each([
  ['the server itself', chain.url],
  ['the proxy', proxy],
])('a browser at %s is told why its files are refused, and goes on', async (_name, url) => {
  const { visit } = await startBrowser({ url })
  const { page, open, leave } = await visit({ by: admin, expected: [/status of 4(13|15)/] })
  await open('/profile-setting')
  const found = await page.evaluate(
    async ({ token, picture, clip }) => {
      const send = async (name: string, head: number[], megabytes: number) => {
        const body = new FormData()
        body.append('file', new Blob([new Uint8Array(head), new Uint8Array(megabytes * 2 ** 20)]), name)
        const answer = await fetch('/api/upload', {
          method: 'POST',
          body,
          headers: { authorization: `Bearer ${token}` },
        })
        return [answer.status, (await answer.json()).ErrorCode]
      }
      const next = async () =>
        (await fetch('/api/me', { method: 'POST', headers: { authorization: `Bearer ${token}` } })).status
      return [await send('a.jpg', picture, 30), await next(), await send('a.mp4', clip, 40), await next()]
    },
    { token: admin.token, picture: [...(await photo()).buffer], clip: [...film().buffer] },
  )
  expect(found).toEqual([[413, 1500], 200, [415, 1502], 200])
  await leave()
})

/** Debian's nginx with what the delivered settings say of upstreams and bodies. */
async function startProxy(url: string): Promise<string> {
  const [folder, port] = [newFolder('proxy'), await freePort()]
  mkdirSync(join(folder, 'logs'))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/logs/error.log; user root;
events { worker_connections 512; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  upstream office { server ${new URL(url).host} max_fails=1 fail_timeout=5s; keepalive 32; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 110m;
    location / {
      proxy_pass http://office; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_buffering off; proxy_request_buffering off; proxy_read_timeout 130s;
      proxy_next_upstream error timeout http_503;
    }
  }
}`,
  )
  const nginx = spawn('/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' })
  atTheEnd(() => nginx.kill())
  const own = `http://127.0.0.1:${port}`
  while (!(await isReady(own))) await pause(50)
  return own
}
