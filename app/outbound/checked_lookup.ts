import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from '#app/outbound/public_address'
import { isLoopback } from '#app/preflight/addresses'

/** Twice this at most, and then a name has no address. */
const NAME_MS = 3000

/**
 * The resolver asks in the background. `dns.lookup` would occupy one of the four threads that a
 * process has for files and names, and a caller whose name servers hang would stop everybody else.
 */
const resolver = new Resolver({ timeout: NAME_MS, tries: 2 })

/**
 * A look-up for requests to where a caller says. It checks the very addresses that are connected
 * to, because a name may resolve differently the next time.
 *
 * @param isAllowed whether a request may go to an IP address
 */
export function checkedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(hostname).then(
      (found) => {
        const [first] = found
        if (!first || !found.every(({ address }) => isAllowed(address))) {
          return callback(new Error('The name leads to an address that is not public'), '')
        }
        if (options.all) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, '')
    )
  }
}

/** Leads to the public internet only. */
export const publicLookup = checkedLookup(isPublicAddress)

/** @throws the first failure when the name has no address of either family */
async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  // No name server knows this machine.
  if (isLoopback(hostname)) return [{ address: '127.0.0.1', family: 4 }]
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ])
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length === 0 && v4.status === 'rejected') throw v4.reason
  return found
}
