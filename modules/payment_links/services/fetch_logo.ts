import { isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { singleton } from '#app/extension/singleton'
import { answerTo, bodyWithin } from '#app/outbound/answer_to'
import { publicLookup } from '#app/outbound/checked_lookup'
import { isPublicAddress } from '#app/outbound/public_address'
import { PAYMENT_LINK_LIMITS } from '../limits.ts'
import { imageTypeOf } from '../core/image_type.ts'

export interface Logo {
  type: string
  bytes: Buffer
}

/**
 * Fetches a builder's logo, so that a payment page loads nothing from another origin, which would
 * see the payers. The builder chooses the address: only pictures of limited size are fetched, over
 * https, from the public internet; redirects are not followed, because they could lead elsewhere.
 */
@singleton()
export class FetchLogo {
  /** Failures are remembered too, or each view of a page would try again. */
  #known = new LRUCache<string, Promise<Logo | null>>({
    max: PAYMENT_LINK_LIMITS.rememberedLogos,
    ttl: PAYMENT_LINK_LIMITS.logoFreshMs,
  })

  /** @returns null when there is no picture to show */
  run(logoUrl: string): Promise<Logo | null> {
    const known = this.#known.get(logoUrl)
    if (known) return known
    const logo = fetchPicture(logoUrl).catch(() => null)
    this.#known.set(logoUrl, logo)
    return logo
  }
}

async function fetchPicture(logoUrl: string): Promise<Logo | null> {
  const url = new URL(logoUrl)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address is connected to without a look-up, so nothing else would check it.
  const allowed = isIP(host) === 0 || isPublicAddress(host)
  if (url.protocol !== 'https:' || url.port !== '' || !allowed) return null
  const bytes = await bodyOf(await answerOf(url))
  const type = imageTypeOf(bytes)
  return type === null ? null : { type, bytes }
}

function answerOf(url: URL): Promise<IncomingMessage> {
  const headers = { accept: 'image/png, image/jpeg, image/webp, image/gif' }
  const signal = AbortSignal.timeout(PAYMENT_LINK_LIMITS.logoTimeoutMs)
  return answerTo(url, { headers, lookup: publicLookup, signal })
}

async function bodyOf(answer: IncomingMessage): Promise<Buffer> {
  if (answer.statusCode === 200) return bodyWithin(answer, PAYMENT_LINK_LIMITS.logoBytes)
  answer.destroy()
  throw new Error('The server has no such picture')
}
