import { isIP, type LookupFunction } from 'node:net'
import app from '@adonisjs/core/services/app'
import { singleton } from '#app/extension/singleton'
import { checkedLookup } from '#app/outbound/checked_lookup'
import { isPublicAddress } from '#app/outbound/public_address'
import { isLoopback } from '#app/preflight/addresses'
import { WEBHOOK_LIMITS } from '../limits.ts'

/**
 * Where deliveries may go. A builder chooses the address, and this service stands in the operator's
 * network: only the public internet over https is asked, and this machine in development.
 */
@singleton()
export class WebhookTargets {
  /** For connections: it checks the address that is connected to. */
  readonly lookup: LookupFunction

  constructor(private strict = app.inProduction) {
    this.lookup = checkedLookup((address) => this.#allows(address))
  }

  /** What is wrong with an address; null when nothing is. A name is resolved only when it is used. */
  problem(text: string): string | null {
    if (text.length > WEBHOOK_LIMITS.urlLength) {
      return `must not be greater than ${WEBHOOK_LIMITS.urlLength} characters`
    }
    if (!URL.canParse(text)) return 'must be a URL'
    const url = new URL(text)
    const schemes = this.strict ? ['https:'] : ['https:', 'http:']
    if (!schemes.includes(url.protocol)) return 'must be an https URL'
    if (url.username !== '' || url.password !== '') return 'must not contain credentials'
    // An address is connected to without a look-up, so that nothing else would check it.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isNoName = isIP(host) !== 0
    return isNoName && !this.#allows(host) ? 'must lead to a public address' : null
  }

  #allows(address: string): boolean {
    return isPublicAddress(address) || (!this.strict && isLoopback(address))
  }
}
