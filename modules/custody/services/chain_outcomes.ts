import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { SettlementProof } from '#modules/ledger/extension/settlement_rail'
import { ChainOutcomeStore, type FinalOutcome } from '../storage/chain_outcome_store.ts'
import { CustodyChain } from './custody_chain.ts'

export interface ChainOutcome {
  state: 'executed' | 'rejected'
  /** Name of the contract's reason (`Insufficient`, `Frozen`, `Voided`, …); null for what was executed. */
  reason: string | null
  /** Base units that moved on the chain; null for a rejection. */
  amount: bigint | null
  proof: SettlementProof
}

/** How proofs name what the event of an outcome tells. */
const PROOF_TYPES: Record<string, string> = {
  Settled: 'chain_transfer',
  Credited: 'chain_deposit',
  Withdrawn: 'chain_withdrawal',
  VaultFunded: 'chain_vault_funding',
  VaultReturned: 'chain_vault_return',
  VaultSettled: 'chain_vault_result',
}

/**
 * The one place that tells whether an operation's chain action is final. It answers from what the
 * indexer has made final, never from a receipt: a transaction that was mined says nothing about an
 * item of its batch, and one that was replaced or displaced may have been executed all the same.
 */
@singleton()
export class ChainOutcomes {
  constructor(
    private chain: CustodyChain,
    private store: ChainOutcomeStore
  ) {}

  /**
   * To be called before anything is sent for an operation: whoever waits for it is then woken as
   * soon as its outcome is final, and not at the next poll.
   */
  async expect(
    session: SqlSession,
    operations: readonly { operationId: string; realmId: string }[]
  ): Promise<void> {
    const expected = operations.map(({ operationId, realmId }) => ({
      operationId,
      realmId,
      opHash: this.chain.idHash(operationId),
    }))
    await this.store.expect(session, expected)
  }

  /** @returns null as long as nothing is final: sent, perhaps sent, or not sent at all */
  async of(operationId: string): Promise<ChainOutcome | null> {
    return (await this.ofEach([operationId])).get(operationId) ?? null
  }

  /** By operation id; those without a final outcome are left out. */
  async ofEach(operationIds: readonly string[]): Promise<Map<string, ChainOutcome>> {
    const hashes = new Map(operationIds.map((id) => [this.chain.idHash(id), id]))
    const found = await this.store.find([...hashes.keys()])
    return new Map([...found].map(([hash, outcome]) => [hashes.get(hash)!, this.#shown(outcome)]))
  }

  /** The block in which each outcome became known, by operation id. */
  async blocksOf(operationIds: readonly string[]): Promise<Map<string, number>> {
    const hashes = new Map(operationIds.map((id) => [this.chain.idHash(id), id]))
    const blocks = await this.store.blocks([...hashes.keys()])
    return new Map([...blocks].map(([hash, block]) => [hashes.get(hash)!, block]))
  }

  #shown({ state, reason, amount, event, txHash, logIndex }: FinalOutcome): ChainOutcome {
    const type = PROOF_TYPES[event] ?? 'chain_rejection'
    const externalRef = `${this.chain.chainId}:${txHash}:${logIndex}`
    return { state, reason, amount, proof: { type, externalRef } }
  }
}

/** The transaction that moved the value, or refused to. */
export function hashOf({ proof }: ChainOutcome): string {
  return proof.externalRef.split(':')[1]!
}
