import { hash } from 'node:crypto'
import type { HttpContext } from '@adonisjs/core/http'
import { LRUCache } from 'lru-cache'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { addressGroup, clientAddress } from '#app/http/client_address'
import { ServiceError } from '#app/http/errors/service_error'
import {
  ADDRESS_BUDGETS,
  type AddressBudget,
  type RateLimitSettings,
} from '#app/http/rate_limit_settings'
import { LIMITS } from '#app/limits'

const BURST_SECONDS = 10
const MINUTE_SECONDS = 60

interface Limit {
  points: number
  /** @throws RateLimiterRes when nothing is left */
  consume(key: string): Promise<RateLimiterRes>
}

/**
 * How often callers may ask. Counted in the memory of this process, so that no request waits for a
 * round trip; behind several processes a caller may do as much at each of them.
 */
export class RateLimits {
  #credential: Limit | null
  #addresses = new Map<AddressBudget, Limit>()
  #failures: RateLimiterMemory | null
  /** Credentials that were good a moment ago, by hash. */
  #proven = new LRUCache<string, true>({ max: LIMITS.provenCredentials })

  constructor(settings: RateLimitSettings) {
    this.#credential = credentialLimit(settings)
    for (const budget of Object.keys(ADDRESS_BUDGETS) as AddressBudget[]) {
      const points = settings.perMinute(budget)
      if (points > 0) this.#addresses.set(budget, window(points, MINUTE_SECONDS))
    }
    const { failuresPerMinute } = settings
    this.#failures = failuresPerMinute > 0 ? window(failuresPerMinute, MINUTE_SECONDS) : null
  }

  /** @throws ServiceError RATE_LIMITED */
  async ofCredential(ctx: HttpContext, credentialId: string): Promise<void> {
    if (this.#credential !== null) await spend(ctx, this.#credential, credentialId)
  }

  /** @throws ServiceError RATE_LIMITED */
  async ofAddress(ctx: HttpContext, budget: AddressBudget): Promise<void> {
    const limit = this.#addresses.get(budget)
    if (limit) await spend(ctx, limit, addressGroup(clientAddress(ctx)))
  }

  /**
   * Reads the credential of a request by `work`, unless its address has shown too many bad ones:
   * looking at each costs a signature check or a read. One that was good a moment ago is read all
   * the same, or a neighbour behind the same address could shut everybody out.
   *
   * @throws ServiceError RATE_LIMITED, and whatever `work` throws
   */
  async guarded<Result>(ctx: HttpContext, work: () => Promise<Result>): Promise<Result> {
    const authorization = ctx.request.header('authorization')
    if (this.#failures === null || authorization === undefined) return work()
    const credential = hash('sha256', authorization, 'base64')
    const group = addressGroup(clientAddress(ctx))
    if (!this.#proven.has(credential)) await this.#refuseAfterFailures(group, this.#failures)
    try {
      const result = await work()
      this.#proven.set(credential, true)
      return result
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') {
        this.#proven.delete(credential)
        await this.#failures.penalty(group)
      }
      throw error
    }
  }

  async #refuseAfterFailures(group: string, failures: RateLimiterMemory) {
    const state = await failures.get(group)
    if (state !== null && state.remainingPoints === 0) throw limited(failures.points, state)
  }
}

function credentialLimit({ perSecond, burst }: RateLimitSettings): Limit | null {
  if (perSecond === 0) return null
  const steady = window(perSecond, 1)
  if (burst === 0) return steady
  const bursty = new BurstyRateLimiter(steady, window(burst, BURST_SECONDS))
  return { points: perSecond, consume: (key) => bursty.consume(key) }
}

function window(points: number, duration: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration, keyPrefix: '' })
}

async function spend({ response }: HttpContext, limit: Limit, key: string): Promise<void> {
  try {
    const state = await limit.consume(key)
    for (const [name, value] of headersOf(limit.points, state)) response.header(name, value)
  } catch (state) {
    throw state instanceof RateLimiterRes ? limited(limit.points, state) : state
  }
}

function limited(points: number, state: RateLimiterRes): ServiceError {
  const headers = Object.fromEntries(headersOf(points, state))
  headers['retry-after'] = headers['ratelimit-reset']!
  return new ServiceError('RATE_LIMITED', { headers })
}

function headersOf(points: number, state: RateLimiterRes): [name: string, value: string][] {
  return [
    ['ratelimit-limit', String(points)],
    ['ratelimit-remaining', String(state.remainingPoints)],
    ['ratelimit-reset', String(Math.max(1, Math.ceil(state.msBeforeNext / 1000)))],
  ]
}
