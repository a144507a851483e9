import { isIP, isIPv6 } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * Where a request comes from: the peer of the connection, or what a trusted proxy says of it. A
 * proxy that passes on a header it did not check may hand us any text; that is no address.
 */
export function clientAddress({ request }: HttpContext): string {
  // Without a peer the connection is gone already.
  const told = (request.ip() as string | undefined) ?? ''
  const known = isIP(told) === 0 ? (request.request.socket.remoteAddress ?? '') : told
  // The zone of an IPv6 address (`%eth0`) is any text of any length, and means something on one machine only.
  const address = known.split('%')[0]!
  return MAPPED.exec(address)?.[1] ?? address
}

/**
 * Who shares a budget: one IPv4 address, or an IPv6 network of 64 bits, because anybody who has one
 * IPv6 address has all of its network.
 */
export function addressGroup(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => (Number.parseInt(group, 16) || 0).toString(16))
    .join(':')
}
