import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { ChainUnreachable } from '../chain/errors.ts'
import type { ChainBoundary } from '../core/boundary_view.ts'
import { houseOf } from '../core/chain_names.ts'
import type { Address, Call } from '../core/chain_types.ts'
import { undoing, type Gains } from '../core/foreign_moves.ts'
import type { PoolEvent } from '../core/pool_event.ts'
import type { AdminCall } from '../core/pool_roles.ts'
import { ForeignSettlementStore } from '../storage/foreign_settlement_store.ts'
import { PoolEventStore } from '../storage/pool_event_store.ts'
import { SettlementStore } from '../storage/settlement_store.ts'
import { CustodyChain } from './custody_chain.ts'

const NOT_ORDERED = 'Nobody of this service has ordered what moved there.'

/** What the admin of a pool that stands still can take back of what a thief moved between its boundaries. */
@singleton()
export class ProposeTakeBack {
  constructor(
    private chain: CustodyChain,
    private database: Database,
    private foreign: ForeignSettlementStore,
    private events: PoolEventStore,
    private settlements: SettlementStore
  ) {}

  /**
   * Of a halted pool of release 3. What stood in a boundary before is its holder's, and stays. What a thief has put
   * into a vault comes home first; then it is taken back.
   *
   * @throws ChainUnreachable, WrongChain, RpcError
   */
  async run(realmId: string, pool: Address): Promise<AdminCall[]> {
    const gains = await this.foreign.gains(this.database, pool)
    return [...(await this.#moves(realmId, pool, gains)), ...(await this.#houses(realmId, pool))]
  }

  async #moves(realmId: string, pool: Address, gains: Gains): Promise<AdminCall[]> {
    const gainers = [...gains].filter(([, gained]) => gained > 0n).map(([hash]) => hash)
    if (gainers.length === 0) return []
    const fresh = await this.#new(pool, gainers)
    const short = gainers.filter((hash) => fresh.get(hash)! < gains.get(hash)!)
    const vaults = short.length > 0 ? await this.#vaults(pool, new Set(short)) : []
    const last = await this.settlements.lastNumber(realmId)
    const moves = undoing(gains, fresh).map(({ from, to, amount }, index): AdminCall => {
      const opSeq = BigInt(last + 1 + index)
      const opId = this.chain.idHash(`take-back:${pool}:${opSeq}`)
      const item = { opSeq, opId, fromId: from, toId: to, amount }
      const why = `${NOT_ORDERED} It is taken back before the realm goes on.`
      return { fn: 'takeBack', args: [item], why }
    })
    return [...vaults, ...moves]
  }

  /** What of each boundary is new to it, at one block. */
  async #new(pool: Address, hashes: readonly string[]): Promise<Map<string, bigint>> {
    const at = await this.chain.gateway.head()
    const boundaries = await this.#ask<ChainBoundary>(pool, 'boundary', hashes, at)
    const standing = await this.#ask<{ atOnce: bigint }>(pool, 'recoverable', hashes, at)
    return new Map(hashes.map((hash, n) => [hash, boundaries[n]!.balance - standing[n]!.atOnce]))
  }

  /** Vaults of these boundaries that hold something. */
  async #vaults(pool: Address, boundaries: ReadonlySet<string>): Promise<AdminCall[]> {
    const made = await this.events.named(pool, ['ExchangeObjectRegistered'])
    const ids = made
      .filter(({ args }) => boundaries.has(String(args.boundaryId)))
      .map(({ args }) => String(args.objectId))
    const objects = await this.#ask<{ balance: bigint }>(pool, 'exchangeObject', ids)
    const why = `${NOT_ORDERED} It lies in this vault, and is taken back once it is home.`
    return ids
      .filter((_, at) => objects[at]!.balance > 0n)
      .map((id) => ({ fn: 'recoverVault', args: [id], why }))
  }

  /** Houses of results that nobody here has ordered, and that are no house of ours. */
  async #houses(realmId: string, pool: Address): Promise<AdminCall[]> {
    const ours = this.chain.idHash(houseOf(realmId))
    const isForeign = ({ args }: PoolEvent) => args.boundaryId !== ours
    const named = (await this.events.named(pool, ['HouseChanged'])).filter(isForeign)
    const ids = [...new Set(named.map(({ args }) => String(args.boundaryId)))]
    const boundaries = await this.#ask<{ house: boolean }>(pool, 'boundary', ids)
    const why =
      'It is no house of this service: whoever settles could move value there by results of vaults.'
    return ids
      .filter((_, at) => boundaries[at]!.house)
      .map((id) => ({ fn: 'setHouse', args: [id, false], why }))
  }

  /** @param at the newest block, where none is given */
  async #ask<Answer>(
    pool: Address,
    fn: string,
    ids: readonly string[],
    at?: number
  ): Promise<Answer[]> {
    if (ids.length === 0) return []
    const { gateway } = this.chain
    const calls = ids.map((id): Call => ({ contract: 'RealmCustody', to: pool, fn, args: [id] }))
    const answers = await gateway.callMany(calls, at ?? (await gateway.head()))
    return answers.map((answer) => {
      if (!answer.ok) throw new ChainUnreachable('the node does not tell all of a pool')
      return answer.value as Answer
    })
  }
}
