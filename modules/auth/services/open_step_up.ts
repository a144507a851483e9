import { Clock, type Micros } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { StepUpNeed } from '#app/extension/step_up'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { AUTH_LIMITS } from '../limits.ts'
import {
  askerOf,
  openKeyOf,
  stepUpExpiry,
  type StepUpAsker,
  type StepUpRequest,
} from '../core/step_up.ts'
import { StepUpStore } from '../storage/step_up_store.ts'

interface Opening {
  need: StepUpNeed
  asker: StepUpAsker
  requestHash: string
  openKey: string
  expiresAt: (now: Micros) => Micros
}

/** Opens a confirmation, or finds the one that the same request opened before. */
@singleton()
export class OpenStepUp {
  constructor(
    private requests: StepUpStore,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * @param requestHash identifies the one request that the confirmation will permit
   * @throws ServiceError RATE_LIMITED when the credential has too many confirmations open
   */
  async run(principal: Principal, need: StepUpNeed, requestHash: string): Promise<StepUpRequest> {
    const asker = askerOf(principal)
    const openKey = openKeyOf(asker, need, requestHash)
    // The first look takes no lock: a client that repeats its request must not hold up others.
    const known = await this.requests.open(this.database, openKey, this.clock.nowMicros())
    if (known !== null) return known
    const expiresAt = (now: Micros) =>
      stepUpExpiry(principal, now, AUTH_LIMITS.stepUpLifetimeSeconds)
    return this.database.transaction((sql) =>
      this.#open(sql, { need, asker, requestHash, openKey, expiresAt })
    )
  }

  async #open(
    sql: SqlSession,
    { need, asker, requestHash, openKey, expiresAt }: Opening
  ): Promise<StepUpRequest> {
    await this.requests.queueBehind(sql, asker.builderId)
    const now = this.clock.nowMicros()
    const known = await this.requests.open(sql, openKey, now)
    if (known !== null) return known
    const { count, firstEnds } = await this.requests.openOf(sql, asker, now)
    if (count >= AUTH_LIMITS.stepUpsOpen) throw tooMany(firstEnds - now)
    await this.requests.closeExpired(sql, openKey, now)
    const request: StepUpRequest = {
      id: newId('stp'),
      need,
      asker,
      requestHash,
      status: 'pending',
      createdAt: now,
      expiresAt: expiresAt(now),
      decidedAt: null,
      decidedBy: null,
    }
    await this.requests.add(sql, request, openKey)
    return request
  }
}

function tooMany(waitMicros: number): ServiceError {
  return new ServiceError('RATE_LIMITED', {
    headers: { 'retry-after': String(Math.ceil(waitMicros / 1_000_000)) },
    message: `This credential has ${AUTH_LIMITS.stepUpsOpen} confirmations open. Have them decided, or wait until they expire.`,
  })
}
