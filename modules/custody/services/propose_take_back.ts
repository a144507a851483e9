import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { ChainUnreachable } from '../chain/errors.ts'
import type { ChainBoundary } from '../core/boundary_view.ts'
import type { Address, Call } from '../core/chain_types.ts'
import { undoing } from '../core/foreign_moves.ts'
import type { AdminCall } from '../core/pool_roles.ts'
import { ForeignSettlementStore } from '../storage/foreign_settlement_store.ts'
import { SettlementStore } from '../storage/settlement_store.ts'
import { CustodyChain } from './custody_chain.ts'

/** What the admin of a pool that stands still can take back of what a thief moved between its boundaries. */
@singleton()
export class ProposeTakeBack {
  constructor(
    private chain: CustodyChain,
    private database: Database,
    private foreign: ForeignSettlementStore,
    private settlements: SettlementStore
  ) {}

  /**
   * Of a halted pool of release 3. What stood in a boundary before is its holder's, and stays.
   *
   * @throws ChainUnreachable, WrongChain, RpcError
   */
  async run(realmId: string, pool: Address): Promise<AdminCall[]> {
    const gains = await this.foreign.gains(this.database, pool)
    const gainers = [...gains].filter(([, gained]) => gained > 0n).map(([hash]) => hash)
    if (gainers.length === 0) return []
    const moves = undoing(gains, await this.#new(pool, gainers))
    const last = await this.settlements.lastNumber(realmId)
    return moves.map(({ from, to, amount }, index) => {
      const opSeq = BigInt(last + 1 + index)
      const opId = this.chain.idHash(`take-back:${pool}:${opSeq}`)
      const item = { opSeq, opId, fromId: from, toId: to, amount }
      return {
        fn: 'takeBack',
        args: [item],
        why: 'Nobody of this service has ordered what moved there. It is taken back before the realm goes on.',
      }
    })
  }

  /** What of each boundary is new to it, at one block. */
  async #new(pool: Address, hashes: readonly string[]): Promise<Map<string, bigint>> {
    const { gateway } = this.chain
    const calls = hashes.flatMap((hash): Call[] =>
      ['boundary', 'recoverable'].map((fn) => {
        return { contract: 'RealmCustody', to: pool, fn, args: [hash] }
      })
    )
    const answers = await gateway.callMany(calls, await gateway.head())
    const told = answers.map((answer) => {
      if (!answer.ok) throw new ChainUnreachable('the node does not tell all of a boundary')
      return answer.value
    })
    return new Map(
      hashes.map((hash, index) => {
        const { balance } = told[2 * index] as unknown as ChainBoundary
        const { atOnce } = told[2 * index + 1] as unknown as { atOnce: bigint }
        return [hash, balance - atOnce]
      })
    )
  }
}
