import { execFileSync, type SpawnOptions, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error.ts'

/** The system account that PostgreSQL runs as; undefined where the current one will do. */
export type Account = { uid: number; gid: number } | undefined

export type Command = { file: string; args: string[]; options: Pick<SpawnOptions, 'uid' | 'gid'> }

/** PostgreSQL refuses to run as root, so root hands it to the owner of the cluster or to a system account. */
export function chooseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  return findAccount('postgres') ?? createAccount('postgres') ?? findAccount('nobody')
}

/** The command line that runs `file` as the account, also where only root may enter the folders above (a clone in /root). */
export function runAs(account: Account, file: string, args: string[], folders: string[]): Command {
  if (!account) return { file, args, options: {} }
  if ([file, ...folders].every((path) => isReachable(path, account))) return { file, args, options: account }
  const capability = spareCapability()
  // Without no_setuid_fixup access(2) would ignore the capability, and initdb asks with it whether it may run postgres.
  const identity = [
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
  ]
  const passage = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`, `--bounding-set=-all,+${capability}`]
  return { file: 'setpriv', args: [...identity, ...passage, '--', file, ...args], options: {} }
}

/** Makes a path private to the account. */
export function give(path: string, account: Account) {
  chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600)
  if (account) chownSync(path, account.uid, account.gid)
}

function findAccount(name: string): Account {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function createAccount(name: string): Account {
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
    name,
  ])
  return findAccount(name)
}

function isReachable(path: string, account: { uid: number; gid: number }): boolean {
  const parent = dirname(path)
  if (parent === path) return true
  const { mode, uid, gid } = statSync(parent)
  const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  return (mode & bit) !== 0 && isReachable(parent, account)
}

// Passing through closed folders needs one capability; the narrow one first, as containers often have only the wide one.
function spareCapability() {
  const held = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`)
  const isHeld = (bit: bigint) => (held & (1n << bit)) !== 0n
  const capability = isHeld(2n) ? 'dac_read_search' : isHeld(1n) ? 'dac_override' : undefined
  if (!capability || !hasSetpriv())
    throw new StartError(
      'PostgreSQL does not run as root, and its account may not enter this folder. Start as an ordinary user, or move the folder out of a private one.',
    )
  return capability
}

function hasSetpriv() {
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
