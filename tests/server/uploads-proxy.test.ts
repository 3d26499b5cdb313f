import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { atTheEnd, newFolder } from '../setup/at-the-end.ts'
import { startBrowser } from '../setup/browser.ts'
import { startChain } from '../setup/chain.ts'
import { freePort } from '../setup/mail-servers.ts'
import { film, photo } from '../setup/media.ts'
import { isReady } from '../setup/server-process.ts'

const MB = 2 ** 20
const chain = await startChain({ TRUST_PROXY: '127.0.0.1' })
const admin = await chain.person()
const proxy = await startProxy(chain.url)
const block = randomBytes(MB)
const filled = (head: Uint8Array, megabytes: number) =>
  new Blob([new Uint8Array(head), ...Array.from({ length: megabytes }, () => block)])

/** What is refused at its first bytes, in the middle, at its end, or before anything is read. */
const KINDS: [string, string, () => Promise<Blob>][] = [
  ['public/upload', 'a.jpg', async () => filled((await photo()).buffer, 11)],
  ['upload', 'a.jpg', async () => filled((await photo()).buffer, 11)],
  ['public/upload', 'a.mp4', async () => filled(film().buffer, 4)],
  ['upload', 'a.mp4', async () => filled(film().buffer, 4)],
  ['public/upload', 'a.exe', async () => filled(block, 3)],
  ['upload', 'a.png', async () => filled(block, 3)],
  ['ticket/import', 'a.xlsx', async () => filled(block, 3)],
  ['ticket', 'a.jpg', async () => filled(block, 3)],
]

async function refused(at: number, url: string): Promise<number> {
  const [path, name, content] = KINDS[at % KINDS.length] ?? KINDS[0] ?? []
  if (!path || !name || !content) throw new Error('No such kind')
  const body = new FormData()
  body.append('file', await content(), name)
  return (await chain.call('POST', path, { at: url, body, ...(!path.startsWith('public') && { by: admin }) })).status
}

/** How long each of some calls of a person takes, one after another. */
async function working(url: string, isOver: (calls: number) => boolean): Promise<number[]> {
  const times: number[] = []
  while (!isOver(times.length)) {
    const began = performance.now()
    const { status } = await chain.call('GET', 'ticket?perpage=10', { by: admin, at: url })
    if (status !== 200) throw new Error(`A call was answered ${status}`)
    times.push(performance.now() - began)
  }
  return times
}

test('200 refused uploads of every kind let nobody behind the same proxy wait', async () => {
  const before = await working(proxy, (calls) => calls === 100)
  let left = 200
  const statuses: number[] = []
  const sending = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left > 0) statuses.push(await refused(--left, proxy))
    }),
  )
  const times = await working(proxy, () => statuses.length === 200)
  await sending
  const after = await working(proxy, (calls) => calls === 50)
  expect(statuses.filter((status) => ![400, 413, 415].includes(status))).toEqual([])
  expect(Math.max(...times, ...after)).toBeLessThan(10_000)
  if (process.env.FIGURES)
    console.info(`p99 quiet ${p99(before)} ms, beside 200 refused uploads ${p99(times)} ms (${times.length} calls)`)
}, 600_000)

const p99 = (times: number[]) => Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0)

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
