import { lookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from '#app/outbound/public_address'

/**
 * A look-up for requests to where a caller says. It checks the very addresses that are connected
 * to, because a name may resolve differently the next time.
 *
 * @param isAllowed whether a request may go to an IP address
 */
export function checkedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? []
      if (error) return callback(error, '')
      if (!first || !found.every(({ address }) => isAllowed(address))) {
        return callback(new Error('The name leads to an address that is not public'), '')
      }
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

/** Leads to the public internet only. */
export const publicLookup = checkedLookup(isPublicAddress)
