import { BlockList, isIP, isIPv6 } from 'node:net'

/** Networks with a name, which are often those of proxies. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Which peers may report a caller's address with `X-Forwarded-For`. Nobody by default: a peer that
 * is trusted by mistake can claim any address and escape every limit per address.
 *
 * @param list commas between addresses, CIDR networks and names (`loopback`, `linklocal`,
 *   `uniquelocal`)
 * @throws Error naming TRUSTED_PROXIES
 */
export function trustedProxies(list: string): (address: string) => boolean {
  const entries = list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length === 0) return () => false
  const networks = new BlockList()
  for (const entry of entries) {
    for (const network of NAMED[entry.toLowerCase()] ?? [entry]) addNetwork(networks, network)
  }
  return (address) =>
    isIP(address) !== 0 && networks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function addNetwork(networks: BlockList, text: string) {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  const width = family === 6 ? 128 : 32
  const prefix = bits === undefined ? width : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
  // A prefix of 0 would trust the whole world, which is always a mistake.
  if (family === 0 || rest.length > 0 || !(prefix >= 1 && prefix <= width)) {
    throw new Error(
      `TRUSTED_PROXIES holds "${text}", which is no address, no network such as 10.0.0.0/8, and none of ${Object.keys(NAMED).join(', ')}.`
    )
  }
  networks.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4')
}
