import { toRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { MovementGuard } from '#modules/ledger/extension/movement_guard'
import type { PlannedDeletion } from '#modules/ledger/extension/object_deletion'
import { isStopped, type ActiveHalt, type Flow } from '../core/realm_halt.ts'
import { RealmHalts } from './realm_halts.ts'

const HALTED = ['REALM_HALTED'] as const

/** Stops what a halt of the realm stops, before anything is stored. What is under way waits or ends. */
@singleton()
export class HaltGuard implements MovementGuard {
  readonly name = 'realm-halt'
  readonly refusals = { value_in: HALTED, transfer: HALTED, value_out: HALTED, deletion: HALTED }

  constructor(private halts: RealmHalts) {}

  check({ realmId, source, target }: Omit<Movement, 'operationId'>): Promise<void> | void {
    const flow = { hasSource: source !== null, hasTarget: target !== null }
    const known = this.halts.known(realmId)
    if (known === undefined) return this.#require(realmId, flow)
    refuseWhat(known, flow)
  }

  async checkDeletion({ realmId, valueAtRisk, sweepTo }: PlannedDeletion): Promise<void> {
    if (valueAtRisk === 0n && sweepTo === null) return
    await this.#require(realmId, { hasSource: true, hasTarget: true })
  }

  async #require(realmId: string, flow: Flow): Promise<void> {
    refuseWhat(await this.halts.of(realmId), flow)
  }
}

/** @throws ServiceError REALM_HALTED when the halt stops this */
function refuseWhat(halt: ActiveHalt | null, flow: Flow) {
  if (!halt || !isStopped(halt.type, flow)) return
  const { type, since } = halt
  throw new ServiceError('REALM_HALTED', { details: { type, since: toRfc3339(since) } })
}
