import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rename } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export const MAIL_PASSWORD = 'Mail-pass-2026'
const DOMAINS = ['chain.example', 'customer.example']
/** Who gets mail; anybody else is unknown there. */
const PEOPLE = ['care@chain.example', 'staff@chain.example', 'lan@customer.example', 'minh@customer.example']

/** A real Postfix (submission with TLS and sign-in) and a real Dovecot, in a folder of their own on ports of their own. */
export interface MailServers {
  smtpPort: number
  imapPort: number
  /** What MAIL_INTERNAL_HOSTS needs. */
  internal: string
  /** The whole mails in somebody's inbox, oldest first. */
  inbox(address: string): Promise<string[]>
  /** Names of the files, with the flags behind `:2,`. */
  files(address: string): Promise<string[]>
  /** Puts a mail into an inbox as it is, as a mail server would; for what Postfix itself would not pass on. */
  drop(address: string, raw: string | Uint8Array): Promise<void>
  /** Hands a mail to Postfix. */
  send(from: string, to: string, raw: string): Promise<void>
  /** Numbers the inbox anew, as after a repair: another UIDVALIDITY, other UIDs; connections end. */
  renumber(address: string): Promise<void>
  /** Lets the mail server change nothing in somebody's folder until the answer is called. */
  freeze(address: string, folder: string): () => void
  /** Makes an empty inbox whose next mail gets these numbers. */
  open(address: string, numbers: { validity: number; uid: number }): void
}

const NOBODY = 65534
const SPECIAL = ['Drafts', 'Sent', 'Trash', 'Junk', 'Archive']

export interface Wish {
  bouncesTo?: number
  /** Of each mailbox, as Dovecot writes it, e.g. `2M`. */
  quota?: string
  /** Of people beside the usual ones. */
  people?: readonly string[]
}

/** @param folder theirs alone; whoever starts them ends them by what `atTheEnd` is given */
export async function openMailServers(
  { bouncesTo, quota, people = [] }: Wish,
  folder: string,
  atTheEnd: (end: () => void) => void,
): Promise<MailServers> {
  chmodSync(folder, 0o755)
  const [smtpPort, imapPort, authPort] = [await freePort(), await freePort(), await freePort()]
  const mail = join(folder, 'mail')
  mkdirSync(mail, { recursive: true })
  chownSync(mail, NOBODY, NOBODY)
  makeCertificate(folder)
  startDovecot(folder, imapPort, authPort, quota)
  const queue = startPostfix(folder, { smtpPort, authPort, bouncesTo, people: [...PEOPLE, ...people] })
  atTheEnd(() => {
    for (const master of [join(queue, 'pid', 'master.pid'), join(folder, 'dovecot-run', 'master.pid')]) killAll(master)
  })
  await Promise.all([answering(smtpPort), answering(imapPort), answering(authPort)])
  const maildir = (address: string) => join(mail, address.toLowerCase())
  const boxOf = (address: string) => {
    const box = maildir(address)
    for (const part of ['', 'tmp', 'new', 'cur']) {
      mkdirSync(join(box, part), { recursive: true })
      chownSync(join(box, part), NOBODY, NOBODY)
    }
    return box
  }
  return {
    smtpPort,
    imapPort,
    internal: `127.0.0.1:${smtpPort},127.0.0.1:${imapPort}`,
    async inbox(address) {
      const found: string[] = []
      for (const path of await pathsOf(maildir(address))) found.push(await readFile(path, 'utf8'))
      return found
    },
    files: async (address) => (await pathsOf(maildir(address))).map((path) => path.split('/').at(-1) ?? ''),
    async drop(address, raw) {
      const box = boxOf(address)
      const name = `${Date.now()}.M${process.hrtime.bigint()}P${process.pid}.test`
      writeFileSync(join(box, 'tmp', name), raw)
      chownSync(join(box, 'tmp', name), NOBODY, NOBODY)
      await rename(join(box, 'tmp', name), join(box, 'new', name))
    },
    send: (from, to, raw) => smtpSend(smtpPort, from, to, raw),
    async renumber(address) {
      const box = maildir(address)
      const config = join(folder, 'dovecot.conf')
      execFileSync('doveadm', ['-c', config, 'kick', address], { stdio: 'ignore' })
      for (const name of await readdir(box)) if (/^dovecot/.test(name)) rmSync(join(box, name), { force: true })
    },
    freeze(address, name) {
      const cur = join(maildir(address), `.${name}`, 'cur')
      chownSync(cur, 0, 0)
      chmodSync(cur, 0o555)
      return () => {
        chmodSync(cur, 0o700)
        chownSync(cur, NOBODY, NOBODY)
      }
    },
    open(address, { validity, uid }) {
      const box = boxOf(address)
      writeFileSync(join(box, 'dovecot-uidlist'), `3 V${validity} N${uid}\n`)
      chownSync(join(box, 'dovecot-uidlist'), NOBODY, NOBODY)
    },
  }
}

async function pathsOf(box: string): Promise<string[]> {
  const found: string[] = []
  for (const part of ['cur', 'new'])
    for (const name of await readdir(join(box, part)).catch(() => [])) found.push(join(box, part, name))
  return found.toSorted((a, b) => (arrivedAt(a) < arrivedAt(b) ? -1 : 1))
}

/** Second and microsecond stand in the name, with the number of the file between them. */
function arrivedAt(path: string): string {
  const name = path.split('/').at(-1) ?? ''
  const [, second = '', micro = ''] = /^(\d+)\.[^.]*?M(\d+)/.exec(name) ?? []
  return `${second}.${micro.padStart(6, '0')} ${name}`
}

/** Ends a server with all that it started, without the seconds in which it would take its leave. */
const killAll = (pidFile: string): boolean => process.kill(-Number(readFileSync(pidFile, 'utf8')), 'SIGKILL')

/** Waits until the inbox holds so many mails and answers them. */
export async function arrived(servers: MailServers, address: string, least = 1, ms = 40_000): Promise<string[]> {
  const since = Date.now()
  for (;;) {
    const found = await servers.inbox(address)
    if (found.length >= least) return found
    if (Date.now() - since > ms) throw new Error(`${address} has ${found.length} of ${least} mails`)
    await pause(50)
  }
}

/** Below those that the system gives to connections going out: one of them might be there when a server is started again. */
const PORTS = [12_000, 32_000] as const
/** Those that somebody was told of and may not listen at yet. */
const told = new Set<number>()

/** A port where nobody listens, for a server that is started later, or again and again. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS)
    const isFree = await new Promise<boolean>((found) => {
      const server = createServer()
      server.once('error', () => found(false))
      server.listen(port, '127.0.0.1', () => server.close(() => found(true)))
    })
    if (!isFree || told.has(port)) continue
    told.add(port)
    return port
  }
}

async function answering(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket.destroy() !== undefined))
      socket.once('error', () => resolve(false))
    })
    if (isThere) return
    await pause(50)
  }
  throw new Error(`Nothing answers on port ${port}`)
}

function makeCertificate(folder: string): void {
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const files = [
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    join(folder, 'cert.pem'),
    '-subj',
    '/CN=mail.chain.example',
  ]
  execFileSync('openssl', [...args, ...files], { stdio: 'ignore' })
}

function startDovecot(folder: string, imapPort: number, authPort: number, quota: string | undefined): void {
  const config = join(folder, 'dovecot.conf')
  writeFileSync(
    config,
    `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/dovecot-run
state_dir = ${folder}/dovecot-state
log_path = ${folder}/dovecot.log
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${folder}/mail/%u
first_valid_uid = ${NOBODY}
first_valid_gid = ${NOBODY}
auth_mechanisms = plain login
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
passdb {
  driver = static
  args = password=${MAIL_PASSWORD}
}
userdb {
  driver = static
  args = uid=${NOBODY} gid=${NOBODY} home=${folder}/mail/%u
}
namespace inbox {
  inbox = yes
  separator = /
${SPECIAL.map((name) => `mailbox ${name} {\n special_use = \\${name}\n auto = subscribe\n}`).join('\n')}
}
mail_max_userip_connections = 1000
${quota ? `mail_plugins = quota\nprotocol imap {\n  mail_plugins = quota imap_quota\n}\nplugin {\n  quota = maildir:User quota\n  quota_rule = *:storage=${quota}\n}` : ''}
service imap-login {
  service_count = 0
  client_limit = 1000
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${imapPort}
    ssl = yes
  }
}
service auth {
  inet_listener {
    address = 127.0.0.1
    port = ${authPort}
  }
}
`,
  )
  execFileSync('dovecot', ['-c', config], { stdio: 'ignore' })
}

const QUEUES = 'active bounce corrupt defer deferred flush hold incoming maildrop private public saved trace'.split(' ')

const OLDER_S = Date.now() / 1000 - 60

function startPostfix(
  folder: string,
  {
    smtpPort,
    authPort,
    bouncesTo,
    people,
  }: { smtpPort: number; authPort: number; bouncesTo: number | undefined; people: readonly string[] },
): string {
  const config = join(folder, 'postfix')
  const [queue, data] = [join(folder, 'queue'), join(folder, 'postfix-data')]
  const queues = QUEUES.map((name) => join(queue, name))
  for (const path of [config, queue, join(queue, 'pid'), data, ...queues]) mkdirSync(path)
  const owner = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postfix:'))
  for (const path of [data, ...queues]) chownSync(path, Number(owner?.split(':')[2]), Number(owner?.split(':')[3]))
  // Its folders are there and empty: nothing is to be looked for, which takes two seconds.
  writeFileSync(join(queue, 'quick-start'), '')
  // A table of patterns puts no part of the address into the path, so the few who get mail are named.
  const users = people.map(
    (address) => `/^${address.replace(/[.]/g, '\\.').replace('@', '(\\+[^@]*)?@')}$/ ${address}/`,
  )
  writeFileSync(join(config, 'users'), `${users.join('\n')}\n`)
  writeFileSync(join(config, 'main.cf'), mainOf({ folder, config, queue, data, authPort, bouncesTo }))
  writeFileSync(join(config, 'master.cf'), masterOf(smtpPort))
  // A file of this second might still be written: it is read again and again until it is older.
  for (const name of ['users', 'main.cf', 'master.cf']) utimesSync(join(config, name), OLDER_S, OLDER_S)
  execFileSync('postfix', ['-c', config, 'start'], { stdio: 'ignore' })
  return queue
}

interface PostfixPlaces {
  folder: string
  config: string
  queue: string
  data: string
  authPort: number
  bouncesTo: number | undefined
}

const mainOf = ({ folder, config, queue, data, authPort, bouncesTo }: PostfixPlaces): string => `
compatibility_level = 3.6
myhostname = mail.chain.example
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
queue_directory = ${queue}
data_directory = ${data}
maillog_file = ${folder}/postfix.log
maillog_file_prefixes = ${folder}
smtpd_tls_cert_file = ${folder}/cert.pem
smtpd_tls_key_file = ${folder}/key.pem
smtpd_tls_security_level = may
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${authPort}
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_peername_lookup = no
smtp_host_lookup = native
virtual_mailbox_domains = ${DOMAINS.join(', ')}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = regexp:${config}/users
virtual_uid_maps = static:${NOBODY}
virtual_gid_maps = static:${NOBODY}
virtual_mailbox_limit = 0
message_size_limit = 73400320
header_size_limit = 10240000
recipient_delimiter = +
alias_maps =
${bouncesTo ? `relay_domains = bounce.example\ntransport_maps = inline:{ bounce.example=smtp:[127.0.0.1]:${bouncesTo} }` : ''}
`

const masterOf = (smtpPort: number): string => `
127.0.0.1:${smtpPort} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`

/** As another mail server would: no sign-in, the mail as it is. */
async function smtpSend(port: number, from: string, to: string, raw: string): Promise<void> {
  const body = raw.replace(/\r?\n/g, '\r\n').replace(/^\./gm, '..')
  const lines = ['EHLO test.example', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA', `${body}\r\n.`, 'QUIT']
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.setEncoding('utf8')
    socket.once('error', reject)
    socket.on('data', (part: string) => {
      heard += part
      if (!/^\d{3} .*\r\n$/m.test(heard)) return
      const answer = heard
      heard = ''
      if (/^[45]/m.test(answer)) reject(new Error(answer))
      const next = lines.shift()
      if (next === undefined) resolve(void socket.destroy())
      else socket.write(`${next}\r\n`)
    })
    socket.once('close', () => resolve())
  })
}
