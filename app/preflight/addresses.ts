import { BlockList, isIP } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, bits)
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/** Private names that public DNS never resolves, besides those of one label. */
const PRIVATE_NAME = /\.(localhost|local|internal|test|home\.arpa)$/

/** Whether a host is this machine: nobody can listen on the way to it. */
export function isLoopback(host: string): boolean {
  const name = bare(host)
  return name === 'localhost' || name.endsWith('.localhost') || isIn(LOOPBACK, name)
}

/**
 * Whether the public can reach a host: it is not this machine, and in no private network or name.
 */
export function isPublic(host: string): boolean {
  const name = bare(host)
  if (isLoopback(name) || isIn(PRIVATE, name)) return false
  if (isIP(name) !== 0) return true
  return name.includes('.') && !PRIVATE_NAME.test(name)
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

function isIn(list: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
