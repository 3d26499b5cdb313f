import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

export const SECURITIES = ['tls', 'starttls', 'none'] as const
export type Security = (typeof SECURITIES)[number]

/** A mail server as an administrator names it. */
export interface Target {
  host: string
  port: number
  security: Security
}

/** The very address to connect to: the name is looked up once, so that it cannot mean something else a moment later. */
export interface Reached extends Target {
  address: string
  /** Named by the operator as one of the house's own; its certificate need not be a public one. */
  isInternal: boolean
}

/** What about it is not allowed: its port, that it has no TLS, or where it stands. */
export class ForbiddenTarget extends Error {
  override name = 'ForbiddenTarget'
  readonly what: 'port' | 'security' | 'host'
  constructor(what: 'port' | 'security' | 'host') {
    super(`Not allowed: ${what}`)
    this.what = what
  }
}

export const MAIL_PORTS = [143, 993, 25, 465, 587]
const LOOKUP_MS = 5000

/**
 * Looks a mail server up and refuses what is not one on the open internet: other ports, and every address inside a network,
 * unless the operator named the host in MAIL_INTERNAL_HOSTS (`host` or `host:port`).
 */
export async function reach(target: Target, internal: readonly string[]): Promise<Reached> {
  const host = target.host.toLowerCase()
  const isNamed = internal.includes(`${host}:${target.port}`)
  const isInternal = isNamed || internal.includes(host)
  if (!isNamed && !MAIL_PORTS.includes(target.port)) throw new ForbiddenTarget('port')
  if (target.security === 'none' && !isInternal) throw new ForbiddenTarget('security')
  const found = await addressesOf(host)
  const [first] = found
  if (!first) throw new ForbiddenTarget('host')
  if (!isInternal && !found.every(isPublic)) throw new ForbiddenTarget('host')
  return { ...target, host, address: first, isInternal }
}

/** Every address of a host name; none where it is no name, or does not exist. */
export async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host)) return [host]
  if (!/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/.test(host)) return []
  const timeout = AbortSignal.timeout(LOOKUP_MS)
  const late = new Promise<never>((_, fail) => timeout.addEventListener('abort', () => fail(new Error('ETIMEDOUT'))))
  const found = await Promise.race([lookup(host, { all: true, order: 'ipv4first' }), late]).catch(() => [])
  return found.map(({ address }) => address)
}

/** Special-purpose addresses (IANA registries); of IPv6 only the global unicast space counts, without what tunnels to IPv4. */
const INSIDE_4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
const INSIDE_6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const inside4 = new BlockList()
for (const [net, bits] of INSIDE_4) inside4.addSubnet(net, bits, 'ipv4')
const inside6 = new BlockList()
for (const [net, bits] of INSIDE_6) inside6.addSubnet(net, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

export function isPublic(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !inside4.check(address, 'ipv4')
  return kind === 6 && !address.includes('%') && global6.check(address, 'ipv6') && !inside6.check(address, 'ipv6')
}
