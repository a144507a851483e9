import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'
import '#app/http/request_notes'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** Whether a peer is a proxy whose headers are trusted. */
export type TrustsPeer = (address: string) => boolean

/**
 * The address that a request comes from: the peer of the connection, or the address that a trusted
 * proxy reports.
 */
export function clientAddress({ request, notes }: HttpContext): string {
  notes.address ??= knownAddress(toldByProxies(request), request.request)
  return notes.address
}

/**
 * Without the header of a proxy nothing is told: to look for the proxies all the same takes half a hundredth of a
 * transfer.
 */
function toldByProxies(request: HttpContext['request']): string {
  if (request.request.headers['x-forwarded-for'] === undefined) return ''
  // Without a peer the connection is gone already.
  return (request.ip() as string | undefined) ?? ''
}

/** The client address of an upgrade request, which the router does not see. */
export function addressOfUpgrade(request: IncomingMessage, trusts: TrustsPeer): string {
  const hops = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .reverse()
  let address = request.socket.remoteAddress ?? ''
  for (const hop of hops) {
    if (!trusts(address) || hop.trim() === '') break
    address = hop.trim()
  }
  return knownAddress(address, request)
}

/**
 * A proxy that passes on an unchecked header may report any text; one that is no address is
 * replaced by the peer's.
 */
function knownAddress(told: string, { socket }: IncomingMessage): string {
  const known = isIP(told) === 0 ? (socket.remoteAddress ?? '') : told
  // The zone of an IPv6 address (`%eth0`) may be any text of any length, and has a meaning on one
  // machine only.
  const address = known.split('%')[0]!
  return MAPPED.exec(address)?.[1] ?? address
}

/**
 * The group of addresses that share a budget: one IPv4 address, or an IPv6 network of 64 bits,
 * because the owner of one IPv6 address has its whole network.
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
