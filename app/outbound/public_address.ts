import { BlockList, isIP } from 'node:net'

/** Ranges that are not the public internet: RFC 6890 and its successors. */
const PRIVATE_RANGES = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

const PRIVATE = new BlockList()
for (const [network, prefix] of PRIVATE_RANGES) PRIVATE.addSubnet(network, prefix, 'ipv4')

/** Only the public range of IPv6; other ranges map, tunnel or are private. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
const TUNNELS = new BlockList()
TUNNELS.addSubnet('2001::', 23, 'ipv6')
TUNNELS.addSubnet('2001:db8::', 32, 'ipv6')
TUNNELS.addSubnet('2002::', 16, 'ipv6')
TUNNELS.addSubnet('3fff::', 20, 'ipv6')

/** Whether an IP address belongs to the public internet; false for a text that is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !PRIVATE.check(address, 'ipv4')
  return family === 6 && GLOBAL.check(address, 'ipv6') && !TUNNELS.check(address, 'ipv6')
}
