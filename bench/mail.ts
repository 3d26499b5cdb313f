import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { imapOf } from '../src/server/mail/imap.ts'
import { HEADER_QUERY } from '../src/server/mail/personal/headers.ts'
import { MAIL_PASSWORD, type MailServers, openMailServers } from '../tests/setup/mail/real-servers.ts'
import { emailOf, fill } from './fill.ts'
import { type Filling, openGround } from './fixture-db.ts'
import { send, signIn } from './http.ts'
import { serveGround } from './server.ts'
import type { Line } from './table.ts'

const COMPLAINTS = 1000
const MAILS = 100_000
const PEOPLE = 200
/** People who sign in and connect at once. */
const AT_ONCE = 4
/** In everybody else's inbox. */
const FEW = 30
const TIMES = 20
const SEARCHES = 3
const NOBODY = 65534

const GROUND: Filling = {
  folder: 'back-office-bench-mail',
  async fill({ url }, rows) {
    await fill(url, rows)
    const client = new pg.Client(url)
    await client.connect()
    await client.query(
      `update users set password_hash = (select password_hash from users where id = 1) where id <= ${PEOPLE}`,
    )
    await client.end()
  },
  files: ['fill.ts', 'words.ts', 'mail.ts'],
  tables: { complaints: (rows) => rows },
}

const addressOf = (user: number): string => emailOf(user)

/** People's own mailboxes on a real Dovecot: a large folder, many people at once, new mail, a search. */
export async function measureMail(isFresh: boolean): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-mail-'))
  const ends: (() => void)[] = []
  const ground = await openGround(GROUND, COMPLAINTS, isFresh)
  // The server brings the database with it, as a small chain's does.
  await ground.embedded.stop()
  try {
    fillFolders(join(folder, 'mail'))
    const servers = await openMailServers({}, folder, (end) => ends.push(end))
    process.env.MAIL_INTERNAL_HOSTS = servers.internal
    const server = await serveGround(ground)
    let found: Measured
    try {
      found = await measured(servers, server.url, server.pid)
    } finally {
      await server.stop()
    }
    return [...found.lines, newMail(found.delays, await newMailByHand(servers))]
  } finally {
    for (const end of ends.toReversed()) end()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measured {
  lines: Line[]
  /** Of new mails, at the browser. */
  delays: number[]
}

async function measured(servers: MailServers, url: string, pid: number): Promise<Measured> {
  const tokens: string[] = []
  for (let user = 1; user <= PEOPLE; user += AT_ONCE)
    tokens.push(
      ...(await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, at) => {
          const token = await signIn(url, user + at)
          await connect(servers, url, token, addressOf(user + at))
          return token
        }),
      )),
    )
  const [first = ''] = tokens
  const lines = await largeFolder(servers, url, first)
  const before = heldBy(pid)
  const heard: number[] = []
  const ends = await Promise.all(
    tokens.map((token, at) => listen(url, token, () => at === 0 && heard.push(performance.now()))),
  )
  const streams = heldBy(pid)
  for (const token of tokens) await send(url, token, { method: 'GET', path: '/api/mail' })
  await pause(5000)
  const more = heldBy(pid) - before
  lines.push({
    what: 'mailboxes connected, more memory',
    at: `${PEOPLE} people`,
    measured: `${more} MB (of these ${streams - before} MB for the streams)`,
    goal: '≤ 400 MB',
    isMet: more <= 400,
  })
  const delays = await dropped(servers, MAILS, heard)
  for (const end of ends) end()
  return { lines, delays }
}

async function largeFolder(servers: MailServers, url: string, token: string): Promise<Line[]> {
  // A mail server that took these mails in has numbered them; nobody has asked for a header yet.
  const direct = imapOf({ ...ACCOUNT, port: servers.imapPort, user: addressOf(1) }, 60_000)
  await direct.connect()
  await direct.mailboxOpen('INBOX')
  const page = async (query: string) => {
    const began = performance.now()
    const found = await send(url, token, { method: 'GET', path: `/api/mail?${query}` })
    return { ms: performance.now() - began, found }
  }
  const unknown = await page('page=1')
  const own = await sameByHand(servers)
  const known: number[] = []
  for (let n = 0; n < TIMES; n++) known.push((await page('page=1')).ms)
  const searches: { own: number; ours: number; count: number }[] = []
  for (let n = 0; n <= SEARCHES; n++) {
    const word = `hiếm${n}`
    // The first of both warms the files; each word is asked once of either side, in turn.
    const began = performance.now()
    const uids = (await direct.search({ text: word }, { uid: true })) || []
    const own = performance.now() - began
    const { ms, found } = await page(`search=${encodeURIComponent(word)}`)
    if (Number(found.count) !== uids.length) throw new Error(`A search finds ${found.count} of ${uids.length} mails`)
    if (n > 0) searches.push({ own, ours: ms, count: uids.length })
  }
  await direct.logout()
  const beyond = middle(searches.map(({ own, ours }) => ours - own))
  return [
    {
      ...line('first page, unknown', unknown.ms, 1500),
      measured: `${Math.round(unknown.ms)} ms (the server itself ${Math.round(own)} ms)`,
    },
    line('first page, known', middle(known), 300),
    {
      what: 'search, beyond the mail server',
      at: `${MAILS.toLocaleString('en')} mails`,
      measured: `${Math.round(beyond)} ms (the server itself ${Math.round(middle(searches.map(({ own }) => own)))} ms)`,
      goal: '≤ 100 ms',
      isMet: beyond <= 100,
    },
  ]
}

/** What the mail server takes for a first page, asked by nothing but its protocol: each of its processes looks for the files anew. */
async function sameByHand(servers: MailServers): Promise<number> {
  const began = performance.now()
  const client = imapOf({ ...ACCOUNT, port: servers.imapPort, user: addressOf(1) }, 60_000)
  await client.connect()
  const { exists } = await client.mailboxOpen('INBOX')
  await client.fetchAll(`${exists - 99}:${exists}`, HEADER_QUERY)
  const ms = performance.now() - began
  await client.logout()
  return ms
}

function newMail(delays: readonly number[], own: readonly number[]): Line {
  const worst = Math.max(...delays)
  const [ours, alone] = [delays, own].map(
    (all) => `p50 ${Math.round(middle(all))} ms, most ${Math.round(Math.max(...all))} ms`,
  )
  return {
    what: 'new mail at the browser',
    at: `${PEOPLE} connected`,
    measured: `${ours} (the server itself ${alone})`,
    goal: '≤ 2000 ms',
    isMet: worst <= 2000,
  }
}

/** What the mail server takes to say from whom a new mail is, asked by nothing but its protocol, once nobody else listens: two keep it busy for one another. */
async function newMailByHand(servers: MailServers): Promise<number[]> {
  const client = imapOf({ ...ACCOUNT, port: servers.imapPort, user: addressOf(1) }, 60_000)
  await client.connect()
  await client.mailboxOpen('INBOX')
  const heard: number[] = []
  const look = async (count: number) => {
    await client.fetchOne(String(count), { envelope: true })
    heard.push(performance.now())
    void client.idle()
  }
  client.on('exists', ({ count }: { count: number }) => void look(count))
  void client.idle()
  const delays = await dropped(servers, MAILS + TIMES, heard)
  await client.logout()
  return delays
}

/** New mails, one after the other, from the n-th on: how long each takes until it is heard of, in ms. */
async function dropped(servers: MailServers, n: number, heard: number[]): Promise<number[]> {
  const delays: number[] = []
  for (let at = n; at < n + TIMES; at++) {
    heard.length = 0
    const began = performance.now()
    await servers.drop(addressOf(1), mailOf(at))
    while (heard.length === 0 && performance.now() - began < 10_000) await pause(5)
    delays.push((heard[0] ?? Number.POSITIVE_INFINITY) - began)
  }
  return delays
}

const line = (what: string, ms: number, most: number): Line => ({
  what,
  at: `${MAILS.toLocaleString('en')} mails`,
  measured: `${Math.round(ms)} ms`,
  goal: `≤ ${most} ms`,
  isMet: ms <= most,
})

const middle = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN

const ACCOUNT = {
  host: '127.0.0.1',
  address: '127.0.0.1',
  security: 'tls' as const,
  isInternal: true,
  password: MAIL_PASSWORD,
}

const connect = (servers: MailServers, url: string, token: string, address: string) =>
  send(url, token, {
    method: 'POST',
    path: '/api/update-imap',
    body: {
      imap_host: '127.0.0.1',
      imap_port: servers.imapPort,
      imap_security: 'tls',
      imap_user: address,
      imap_password: MAIL_PASSWORD,
      smtp_host: '127.0.0.1',
      smtp_port: servers.smtpPort,
      smtp_security: 'starttls',
      smtp_same: true,
    },
  })

/** One mail in three answers the one before; one in a thousand holds a rare word. */
function mailOf(n: number): string {
  const answers =
    n % 3 === 0 && n > 0 ? [`In-Reply-To: <${n - 1}@bench.example>`, `References: <${n - 1}@bench.example>`] : []
  const text = `Kính gửi anh chị, đây là thư số ${n}. Xin xem giá và hợp đồng kèm theo.${n % 1000 === 0 ? ` hiếm${(n / 1000) % 5}` : ''}`
  return [
    `From: Người gửi ${n % 500} <sender${n % 500}@customer.example>`,
    `To: ${addressOf(1)}`,
    `Subject: Thư số ${n}`,
    `Message-ID: <${n}@bench.example>`,
    `Date: ${new Date(Date.now() - (MAILS - n) * 60_000).toUTCString()}`,
    ...answers,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    text,
    '',
  ].join('\r\n')
}

function fillFolders(mail: string): void {
  for (let user = 1; user <= PEOPLE; user++) {
    const box = join(mail, addressOf(user))
    for (const part of ['tmp', 'new', 'cur']) mkdirSync(join(box, part), { recursive: true })
    const mails = user === 1 ? MAILS : FEW
    for (let n = 0; n < mails; n++)
      writeFileSync(join(box, 'cur', `${1_700_000_000 + n}.M${n}P1.bench:2,${user === 1 ? 'S' : ''}`), mailOf(n))
  }
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, mail])
}

/** MB that a process holds. */
const heldBy = (pid: number): number =>
  Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** An open tab; tells of new mail. */
function listen(url: string, token: string, hear: () => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const request = get(`${url}/api/stream`, { agent: false, headers }, (response) => {
      response.on('error', () => {})
      response.setEncoding('utf8').on('data', (part: string) => {
        if (/^event: mail\ndata: .*"kind":"new"/m.test(part)) hear()
      })
      resolve(() => request.destroy())
    })
    request.on('error', reject)
  })
}
