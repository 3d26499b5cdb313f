import { BlockList, isIP } from 'node:net'

/** Whether it is an address, or a network in CIDR notation (RFC 4632). */
export function isAddressOrNetwork(line: string): boolean {
  const [net = '', bits, more] = line.split('/')
  const kind = isIP(net)
  if (kind === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 6 ? 128 : 32))
}

/** Addresses and networks, each as `isAddressOrNetwork` takes it. */
export function networksOf(lines: readonly string[]): BlockList {
  const networks = new BlockList()
  for (const line of lines) {
    const [net = '', bits] = line.split('/')
    const kind = isIP(net) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) networks.addAddress(net, kind)
    else networks.addSubnet(net, Number(bits), kind)
  }
  return networks
}

export function isWithin(networks: BlockList, address: string | null): boolean {
  // An IPv4 caller at an IPv6 socket.
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  const kind = isIP(plain)
  return kind !== 0 && networks.check(plain, kind === 6 ? 'ipv6' : 'ipv4')
}
