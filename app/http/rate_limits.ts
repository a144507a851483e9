import { setTimeout as delay } from 'node:timers/promises'
import type { HttpContext } from '@adonisjs/core/http'
import { boundedCache } from '#app/storage/bounded_cache'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { addressGroup, clientAddress } from '#app/http/client_address'
import { Credential } from '#app/http/credential'
import { ServiceError } from '#app/http/errors/service_error'
import type { AddressBudget, RateLimitSettings } from '#app/http/rate_limit_settings'
import { LIMITS } from '#app/limits'

const BURST_SECONDS = 10
const MINUTE_SECONDS = 60
/** This many bytes of a refused body count as one more refusal. */
const BYTES_OF_A_POINT = 64 * 1024

interface Limit {
  points: number
  /** @throws RateLimiterRes when nothing is left */
  consume(key: string): Promise<RateLimiterRes>
}

/** A caller of whom only the address is known. */
export interface UnknownCaller {
  address: string
  credential: Credential
  /**
   * Bytes that it wants to send besides: receiving and dropping them costs a millisecond per
   * megabyte.
   */
  bodyBytes: number
}

/**
 * How often callers may ask. The count is in the memory of this process, so that no request waits
 * for a round trip; a caller may use the limits at each process.
 */
export class RateLimits {
  #credential: Limit | null
  #addresses = new Map<AddressBudget, Limit>()
  #failures: RateLimiterMemory | null
  #absent: RateLimiterMemory | null
  /** Number of refusals that are being held back. */
  #held = 0
  /** Credentials that were valid a moment ago, by hash. */
  #proven = boundedCache<true>(LIMITS.provenCredentials)
  /** Requests that were refused, by the limit that they met. */
  readonly refused = { credential: 0, address: 0, failures: 0 }

  constructor(
    private settings: RateLimitSettings,
    private longestHoldMs: number = LIMITS.refusalHoldMs
  ) {
    this.#credential = credentialLimit(settings)
    const { failuresPerMinute, absentPerMinute } = settings
    this.#failures = failuresPerMinute > 0 ? window(failuresPerMinute, MINUTE_SECONDS) : null
    this.#absent = absentPerMinute > 0 ? window(absentPerMinute, MINUTE_SECONDS) : null
  }

  /** @throws ServiceError RATE_LIMITED */
  async ofCredential(ctx: HttpContext, credentialId: string): Promise<void> {
    if (this.#credential === null) return
    await this.#spend(ctx, 'credential', this.#credential, credentialId)
  }

  /** @throws ServiceError RATE_LIMITED */
  async ofAddress(ctx: HttpContext, budget: AddressBudget): Promise<void> {
    const points = this.settings.perMinute(budget)
    if (points === 0) return
    const limit = this.#addresses.get(budget) ?? window(points, MINUTE_SECONDS)
    this.#addresses.set(budget, limit)
    await this.#spend(ctx, 'address', limit, addressGroup(clientAddress(ctx)))
  }

  /**
   * Reads the credential of an unknown caller by `work`, unless its address has sent too many bad
   * credentials, or too many requests without one: each costs a signature check or a read, and an
   * answer costs as much again. A credential that was valid a moment ago is read all the same;
   * otherwise a neighbour behind the same address could shut all its users out.
   *
   * @throws ServiceError RATE_LIMITED, and what `work` throws
   */
  async guarded<Result>(
    { address, credential, bodyBytes }: UnknownCaller,
    work: () => Promise<Result>
  ): Promise<Result> {
    const limit = credential.authorization === undefined ? this.#absent : this.#failures
    if (limit === null) return work()
    if (!this.#proven.has(credential.hash)) await this.#refuseAfterFailures(address, limit)
    try {
      const result = await work()
      this.#proven.set(credential.hash, true)
      return result
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'UNAUTHORIZED') {
        this.#proven.delete(credential.hash)
        await this.#hold(limit, await limit.penalty(addressGroup(address), pointsOf(bodyBytes)))
      }
      throw error
    }
  }

  /**
   * Counts a token that this process has just issued as valid, so that its first use is not refused
   * for the bad credentials of a neighbour.
   */
  vouch(token: string) {
    this.#proven.set(new Credential(`Bearer ${token}`).hash, true)
  }

  async #spend(
    { response }: HttpContext,
    what: 'credential' | 'address',
    limit: Limit,
    key: string
  ): Promise<void> {
    try {
      const state = await limit.consume(key)
      for (const [name, value] of headersOf(limit.points, state)) response.header(name, value)
    } catch (state) {
      if (!(state instanceof RateLimiterRes)) throw state
      this.refused[what]++
      throw limited(limit.points, state)
    }
  }

  async #refuseAfterFailures(address: string, limit: RateLimiterMemory) {
    const state = await limit.get(addressGroup(address))
    if (state === null || state.remainingPoints > 0) return
    await this.#hold(limit, state)
    this.refused.failures++
    throw limited(limit.points, state)
  }

  /**
   * Holds a refusal back, the longer the more of them its address has had. A caller that made a
   * mistake does not notice; one that tries thousands waits for the service, and not the service
   * for it.
   */
  async #hold({ points }: RateLimiterMemory, { consumedPoints }: RateLimiterRes): Promise<void> {
    const waitMs = this.longestHoldMs * Math.min(1, consumedPoints / points) ** 3
    if (waitMs < 1 || this.#held >= LIMITS.refusalsHeld) return
    this.#held++
    await delay(waitMs)
    this.#held--
  }
}

function pointsOf(bodyBytes: number): number {
  return 1 + Math.floor(bodyBytes / BYTES_OF_A_POINT)
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
