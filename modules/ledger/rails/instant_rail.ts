import type { Movement } from '../extension/ledger_terms.ts'
import type { SettlementProgress, SettlementRail } from '../extension/settlement_rail.ts'

/**
 * The ledger's own rail: transfers inside one boundary, which need nothing but the journal, and
 * deposits and withdrawals of simulated money in paper realms. It sends nothing, so its withdrawals
 * never have a transaction hash: an invented one would look like a fact of a chain.
 */
export class InstantRail implements SettlementRail {
  readonly name = 'instant'

  carries({ type, realmAsset, source, target }: Movement): boolean {
    const sides = [source, target].filter((side) => side !== null)
    if (sides.some(({ keepsOwnBooks }) => keepsOwnBooks)) return false
    if (type === 'deposit' || type === 'withdrawal') return realmAsset === 'paper'
    if (source === null || target === null) return false
    // Across boundaries a chain must move the tokens too. Where a chain is configured its rail is
    // asked before this one; without a chain, only simulated money may cross in the journal alone.
    return realmAsset === 'paper' || source.boundaryId === target.boundaryId
  }

  immediate({ type }: Movement): boolean {
    return type === 'transfer' || type === 'delete'
  }

  async start({ operationId, type }: Movement): Promise<SettlementProgress> {
    const proof = type === 'withdrawal' ? 'paper_burn' : 'paper_mint'
    return { state: 'final', proofs: [{ type: proof, externalRef: operationId }] }
  }

  poll(movement: Movement): Promise<SettlementProgress> {
    return this.start(movement)
  }
}
