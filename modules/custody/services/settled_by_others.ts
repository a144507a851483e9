import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import type { Hex } from '../core/chain_types.ts'
import { addMove, undoes, type ForeignMove } from '../core/foreign_moves.ts'
import type { RealmPoolEvent } from '../core/pool_event.ts'
import { ForeignSettlementStore } from '../storage/foreign_settlement_store.ts'
import { PoolEventStore } from '../storage/pool_event_store.ts'
import { SettlementStore } from '../storage/settlement_store.ts'

const HALTS = { name: ['Halted', 'Resumed'], args: {} }

/**
 * Keeps which numbers of a pool others have used up: the service gives them to nothing of its own. A thief's transfer
 * contradicts the books; the admin's, who takes it back while the pool stands still, mends them. Both are settled
 * under numbers that nobody here gave out.
 */
@singleton()
export class SettledByOthers {
  constructor(
    private store: ForeignSettlementStore,
    private events: PoolEventStore,
    private settlements: SettlementStore
  ) {}

  /**
   * @param foreign events of one pool that become final in this transaction, in order
   * @returns why the books and the pool do not agree; null when these events bring them nearer
   */
  async note(session: SqlSession, foreign: readonly RealmPoolEvent[]): Promise<string | null> {
    if (foreign.length === 0) return null
    const { pool, realmId } = foreign[0]!
    const gains = await this.store.gains(session, pool)
    let contradiction: string | null = null
    for (const event of foreign) {
      const { seq, args } = event
      const move = await this.#moveOf(event)
      const mends = move !== null && undoes(gains, move) && (await this.#isHalted(event))
      if (!mends) {
        contradiction ??= `event ${seq} gives number ${String(args.opSeq)} to an operation we do not know`
      }
      if (move) addMove(gains, move)
      const told = { fromHash: (move?.from as Hex) ?? null, toHash: (move?.to as Hex) ?? null }
      const amount = move?.amount ?? 0n
      const opSeq = Number(args.opSeq)
      await this.store.note(session, { pool, realmId, opSeq, seq, ...told, amount })
    }
    const taken = foreign.map(({ args }) => Number(args.opSeq))
    await this.settlements.passOver(session, realmId, { upTo: Math.max(...taken), taken })
    return contradiction
  }

  async #isHalted({ pool, seq }: RealmPoolEvent): Promise<boolean> {
    return (await this.events.newestBefore(pool, seq, HALTS))?.name === 'Halted'
  }

  /** Of a result of a vault: between the boundary of its object and the house. Null: nothing moved. */
  async #moveOf({ name, args, pool, seq }: RealmPoolEvent): Promise<ForeignMove | null> {
    if (name === 'Settled') {
      const [from, to] = [String(args.fromId), String(args.toId)]
      return { from, to, amount: BigInt(String(args.amount)) }
    }
    if (name !== 'VaultSettled') return null
    const registered = {
      name: 'ExchangeObjectRegistered',
      args: { objectId: String(args.objectId) },
    }
    const object = await this.events.newestBefore(pool, seq, registered)
    if (!object) return null
    const [owner, house] = [String(object.args.boundaryId), String(args.houseId)]
    const delta = BigInt(String(args.delta))
    return delta > 0n
      ? { from: house, to: owner, amount: delta }
      : { from: owner, to: house, amount: -delta }
  }
}
