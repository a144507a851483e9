import type { Movement } from '#app/extension/ledger_terms'
import type { MovementGuard } from '#app/extension/movement_guard'
import type { SettlementProgress, SettlementRail } from '#app/extension/settlement_rail'
import { shortage } from './simulated_driver.ts'
import type { VenueDrivers } from './venue_drivers.ts'

/**
 * Transfers between cash and exchange objects. They are held first and settle with the account's own
 * booking, so that both change in one posting; what the account cannot spare by then fails.
 */
export class VenueRail implements SettlementRail {
  readonly name = 'venue'

  constructor(private drivers: VenueDrivers) {}

  carries({ type, source, target }: Movement): boolean {
    return type === 'transfer' && isExchange(source) !== isExchange(target)
  }

  immediate(): boolean {
    return false
  }

  async start(movement: Movement): Promise<SettlementProgress> {
    const { realmId, realmAsset, operationId, source, target, amount, fee } = movement
    const driver = this.drivers.of({ asset: realmAsset })
    const outgoing = isExchange(source)
    const side = outgoing ? source : target
    if (!side) return { state: 'refused', failureMessage: 'The exchange object is gone.' }
    const place = { realmId, objectId: side.object.id }
    const alongside = await driver.moveCash(place, outgoing ? -amount : amount - fee)
    const proof = { type: 'venue_transfer', externalRef: operationId }
    return { state: 'final', proofs: [proof], alongside }
  }

  poll(movement: Movement): Promise<SettlementProgress> {
    return this.start(movement)
  }
}

/** Refuses at once what an exchange account cannot spare; the settlement looks again. */
export class VenueGuard implements MovementGuard {
  readonly name = 'venue'

  constructor(private drivers: VenueDrivers) {}

  async check(movement: Omit<Movement, 'operationId'>): Promise<void> {
    const { realmId, realmAsset, type, source, amount } = movement
    if (type !== 'transfer' || !source || !isExchange(source)) return
    const driver = this.drivers.of({ asset: realmAsset })
    const available = await driver.withdrawable({ realmId, objectId: source.object.id })
    if (amount > available) throw shortage(available, amount)
  }
}

function isExchange(side: Movement['source']): boolean {
  return side?.object.type === 'exchange'
}
