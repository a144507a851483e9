import type { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { newId } from '#app/ids/ids'
import type { Database, SqlSession } from '#app/storage/database'
import type { Address, Hex } from '../core/chain_types.ts'
import { FILLER_DATA, FILLER_GAS } from '../core/signing_policy.ts'
import type { OrderSeal } from './order_seal.ts'
import {
  hashesByTransaction,
  inForce,
  LANES,
  newestTry,
  RESERVED,
  THIS_LANE,
  TRANSACTIONS,
  type ChainTransaction,
  type StoredTransaction,
} from './transaction_rows.ts'

export interface NewTransaction {
  purpose: string
  to: Address
  data: Hex
  gas: bigint
  /** See `Intent`. */
  urgent?: boolean
  /**
   * Writes the rows that have to exist with the chain transaction, in the same database
   * transaction.
   */
  alongside?: (session: SqlSession) => Promise<void>
}

/** So many nonces are out that are not mined: more would only wait behind the oldest. */
export class NonceLaneFull extends Error {
  constructor(open: number) {
    super(`${open} transactions of the operator account wait to be mined; sending waits`)
    this.name = 'NonceLaneFull'
  }
}

/** Above it the nonce lane takes no new nonce: what is stuck at its head would hold up all of them. */
export const OPEN_NONCES = 16
/** So many more for withdrawals and halts. */
export const URGENT_NONCES = 4

/** Nonces of one account on one chain: who has which, and what becomes of those that nobody uses. */
export class NonceReservations {
  #laneIsOpen = false

  constructor(
    private database: Database,
    private clock: Clock,
    private seal: OrderSeal,
    readonly chainId: number,
    readonly lane: Address
  ) {}

  /**
   * Takes the next nonce for an intent; one that has a transaction already gets that one. It is signed
   * afterwards, because nobody else gets a nonce while the lane is locked, and a signer may be far away.
   * Locks: the nonce lane's row. Two processes with the same intent therefore store one transaction.
   *
   * @param minedNonce the chain's next nonce; counts when the database knows a lower one
   * @throws NonceLaneFull
   */
  async reserve(wanted: NewTransaction, minedNonce: number): Promise<ChainTransaction> {
    await this.#openLane(minedNonce)
    return this.database.transaction(async (session) => {
      const nonce = await this.#lockLane(session, minedNonce)
      const newest = await newestTry(session, this, wanted.purpose)
      const known = inForce(newest)
      if (known) return known
      const room = wanted.urgent ? OPEN_NONCES + URGENT_NONCES : OPEN_NONCES
      if (nonce - minedNonce >= room) throw new NonceLaneFull(nonce - minedNonce)
      const id = newId('ctx')
      await this.#insert(session, { id, nonce, tryNo: (newest?.tryNo ?? 0) + 1 }, wanted)
      await wanted.alongside?.(session)
      await LANES.update(session, { nextNonce: nonce + 1 }, THIS_LANE, [this.chainId, this.lane])
      return { id, purpose: wanted.purpose, nonce, state: 'signed', hashes: [] }
    })
  }

  /**
   * Gives a nonce back whose transaction nobody signs, unless a later one is out already: what follows
   * would wait for it for ever.
   *
   * @returns false when it stays, and has to be signed
   */
  async release({ id, nonce }: Pick<ChainTransaction, 'id' | 'nonce'>): Promise<boolean> {
    return this.database.transaction(async (session) => {
      const next = await this.#lockLane(session, 0)
      const found = await RESERVED.first(session, 'WHERE id = ? FOR UPDATE', [id])
      if (next !== nonce + 1 || !found) return false
      if ((await hashesByTransaction(session, [id])).size > 0) return false
      await session.write('DELETE FROM custody_transactions WHERE id = ?', [id])
      await LANES.update(session, { nextNonce: nonce }, THIS_LANE, [this.chainId, this.lane])
      return true
    })
  }

  /**
   * Keeps a nonce whose transaction nobody signs, and that later ones wait for, for a transaction that does nothing.
   *
   * @returns false when it was signed meanwhile, or is gone
   */
  async fill(id: string): Promise<boolean> {
    return this.database.transaction(async (session) => {
      const where = `WHERE id = ? AND state = 'signed' FOR UPDATE`
      const found = await RESERVED.first(session, where, [id])
      if (!found || (await hashesByTransaction(session, [id])).size > 0) return false
      const nothing = { to: this.lane, data: FILLER_DATA, gas: FILLER_GAS, seal: null }
      const changes = { ...nothing, state: 'filling' } as const
      return (await RESERVED.update(session, changes, 'WHERE id = ?', [id])) === 1
    })
  }

  /**
   * In a statement of its own: inside the transaction an INSERT IGNORE would share-lock an existing
   * row, and two callers that then want it for themselves deadlock.
   */
  async #openLane(minedNonce: number): Promise<void> {
    if (this.#laneIsOpen) return
    const { chainId, lane: address } = this
    await LANES.insertNew(this.database, { chainId, address, nextNonce: minedNonce })
    this.#laneIsOpen = true
  }

  async #lockLane(session: SqlSession, minedNonce: number): Promise<number> {
    const lane = await LANES.first(session, `${THIS_LANE} FOR UPDATE`, [this.chainId, this.lane])
    if (!lane) throw new Error('The lane of the operator account has vanished from the database')
    // A database restored from a backup remembers less than the chain.
    return Math.max(lane.nextNonce, minedNonce)
  }

  async #insert(
    session: SqlSession,
    { id, nonce, tryNo }: Pick<StoredTransaction, 'id' | 'nonce' | 'tryNo'>,
    { purpose, to, data, gas }: NewTransaction
  ): Promise<void> {
    const now = this.clock.nowMicros()
    await TRANSACTIONS.insert(
      session,
      { id, purpose, nonce, state: 'signed', tryNo, block: null, updatedAt: now },
      {
        chain_id: this.chainId,
        lane_address: this.lane,
        to_address: to,
        calldata: data,
        gas,
        seal: this.seal.of({
          id,
          chainId: this.chainId,
          lane: this.lane,
          nonce,
          purpose,
          to,
          data,
        }),
        created_at: toSqlDatetime(now),
      }
    )
  }
}
