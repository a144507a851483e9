import type { Movement } from '#app/extension/ledger_terms'
import type { SettlementProgress, SettlementRail } from '#app/extension/settlement_rail'

/** Types whose value lies on a venue and not in the journal's cash. */
const VENUE_TYPES = new Set(['exchange'])

/**
 * The ledger's own rail: transfers inside one boundary, which need nothing but the journal, and
 * deposits of simulated money on paper realms.
 */
export class InstantRail implements SettlementRail {
  readonly name = 'instant'

  carries({ type, realmAsset, source, target }: Movement): boolean {
    const sides = [source, target].filter((side) => side !== null)
    if (sides.some(({ object }) => VENUE_TYPES.has(object.type))) return false
    if (type === 'deposit') return realmAsset === 'paper'
    return source !== null && target !== null && source.boundaryId === target.boundaryId
  }

  immediate({ type }: Movement): boolean {
    return type === 'transfer'
  }

  async start({ operationId }: Movement): Promise<SettlementProgress> {
    return { state: 'final', proofs: [{ type: 'paper_mint', externalRef: operationId }] }
  }

  poll(movement: Movement): Promise<SettlementProgress> {
    return this.start(movement)
  }
}
