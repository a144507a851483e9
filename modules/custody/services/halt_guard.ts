import { toRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { MovementGuard } from '#modules/ledger/extension/movement_guard'
import type { PlannedDeletion } from '#modules/ledger/extension/object_deletion'
import { isStopped, type Flow } from '../core/realm_halt.ts'
import { RealmHalts } from './realm_halts.ts'

const HALTED = ['REALM_HALTED'] as const

/** Stops what a halt of the realm stops, before anything is stored. What is under way waits or ends. */
@singleton()
export class HaltGuard implements MovementGuard {
  readonly name = 'realm-halt'
  readonly refusals = { value_in: HALTED, transfer: HALTED, value_out: HALTED, deletion: HALTED }

  constructor(private halts: RealmHalts) {}

  async check({ realmId, source, target }: Omit<Movement, 'operationId'>): Promise<void> {
    await this.#require(realmId, { hasSource: source !== null, hasTarget: target !== null })
  }

  async checkDeletion({ realmId, valueAtRisk, sweepTo }: PlannedDeletion): Promise<void> {
    if (valueAtRisk === 0n && sweepTo === null) return
    await this.#require(realmId, { hasSource: true, hasTarget: true })
  }

  async #require(realmId: string, flow: Flow): Promise<void> {
    const halt = await this.halts.of(realmId)
    if (!halt || !isStopped(halt.type, flow)) return
    const { type, since } = halt
    throw new ServiceError('REALM_HALTED', { details: { type, since: toRfc3339(since) } })
  }
}
