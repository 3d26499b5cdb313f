import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type Running = { pid: number; arguments: string[] }

/** The postmaster that really serves this cluster; its pid file alone proves nothing, as pids are used again. */
export function findPostmaster(cluster: string): Running | undefined {
  const pid = pidIn(join(cluster, 'postmaster.pid'))
  const line = pid && isAlive(pid) ? commandLine(pid) : undefined
  return pid && line && serves(line, cluster) ? { pid, arguments: line.slice(1) } : undefined
}

/** Takes away a pid file whose process is gone or is another program; PostgreSQL would refuse to start because of it. */
export function clearStalePid(cluster: string): void {
  if (pidIn(join(cluster, 'postmaster.pid')) && !findPostmaster(cluster))
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/**
 * The same for the lock of a socket, which a power cut, or a copy of the folder, leaves behind: it holds only while the process it
 * names is a postmaster that listens in this very folder.
 */
export function clearStaleSocket(sockets: string): void {
  const socket = join(sockets, '.s.PGSQL.5432')
  const pid = pidIn(`${socket}.lock`)
  const line = pid && isAlive(pid) ? commandLine(pid) : undefined
  if (line && isPostgres(line) && line.includes(`unix_socket_directories=${sockets}`)) return
  rmSync(`${socket}.lock`, { force: true })
  rmSync(socket, { force: true })
}

/** Ends a postmaster: fast, then at once, then by force. */
export async function endPostmaster(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!isAlive(pid)) return
    send(pid, signal)
    for (let waited = 0; waited < patience && isAlive(pid); waited += 20) await pause(20)
  }
}

/** Alive and no zombie: a container's first process does not always collect the dead. */
export function isAlive(pid: number): boolean {
  if (!send(pid, 0)) return false
  return !hasProc || statOf(pid)?.state !== 'Z'
}

/** A process under a name that is never used again: pid and moment of its start. */
export function identify(pid: number): string {
  return `${pid} ${hasProc ? (statOf(pid)?.started ?? 'gone') : ''}`.trim()
}

const hasProc = existsSync('/proc/self/stat')

function pidIn(file: string) {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

const isPostgres = ([program = '']: string[]) => basename(program) === 'postgres'

function serves(line: string[], cluster: string) {
  const folder = line[line.indexOf('-D') + 1]
  return (
    isPostgres(line) && folder !== undefined && existsSync(folder) && realpathSync(folder) === realpathSync(cluster)
  )
}

function commandLine(pid: number) {
  try {
    if (hasProc) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(' ')
  } catch {
    return undefined
  }
}

function statOf(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { state: fields[0], started: fields[19] }
  } catch {
    return undefined
  }
}

function send(pid: number, signal: NodeJS.Signals | 0) {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
