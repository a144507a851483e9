import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { SettlementProgress, SettlementRail } from '#modules/ledger/extension/settlement_rail'

/** Carries transfers to `/held/…`: waits when it is started, and has delivered when it is asked again. */
export class WaitingRail implements SettlementRail {
  readonly name = 'waiting'

  carries({ type, target }: Movement): boolean {
    return type === 'transfer' && (target?.object.path.startsWith('/held/') ?? false)
  }

  immediate(): boolean {
    return false
  }

  start(): Promise<SettlementProgress> {
    return Promise.resolve({ state: 'waiting' })
  }

  poll({ operationId }: Movement): Promise<SettlementProgress> {
    const proofs = [{ type: 'waiting_rail', externalRef: operationId }]
    return Promise.resolve({ state: 'final', proofs })
  }
}
