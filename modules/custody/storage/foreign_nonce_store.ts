import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { count, Table, text, time } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import type { OrderedTransaction } from '../core/judge_nonces.ts'

/** A nonce of an account of the service that something else used; null where nobody can tell what. */
export interface ForeignNonce {
  address: Address
  nonce: number
  transactionHash: Hex | null
  blockNumber: number | null
}

/** `settled`: the service has seen one of its attempts in a block that stays. */
export type KnownNonce = OrderedTransaction & { settled: boolean }

interface StoredForeignNonce extends ForeignNonce {
  chainId: number
  seenAt: Micros
  haltedAt: Micros | null
}

const FOREIGN = new Table<StoredForeignNonce>('custody_foreign_nonces', {
  chainId: count(),
  address: text(),
  nonce: count(),
  transactionHash: text('tx_hash'),
  blockNumber: count(),
  seenAt: time(),
  haltedAt: time(),
})

const CURSORS = new Table<{ chainId: number; address: Address; checkedNonce: number }>(
  'custody_nonce_cursors',
  { chainId: count(), address: text(), checkedNonce: count() }
)

const KNOWN = new Table<{ nonce: number; to: Address; data: Hex; hash: Hex; state: string }>(
  'custody_transactions t JOIN custody_attempts a ON a.transaction_id = t.id',
  {
    nonce: count('t.nonce'),
    to: text('t.to_address'),
    data: text('t.calldata'),
    hash: text('a.tx_hash'),
    state: text('t.state'),
  }
)

const SETTLED = new Set(['final', 'reverted', 'void'])
const DAY_MICROS = 86_400_000_000
const AT_ONCE = 100

/** What is known of the nonces of the accounts of the service, and of those that others used. */
@singleton()
export class ForeignNonceStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /** The first nonce of an account that was not compared yet; null before its first transaction. */
  async uncheckedFrom(address: Address): Promise<number | null> {
    const account = [this.chain.chainId, address]
    const where = 'WHERE chain_id = ? AND address = ?'
    const cursor = await CURSORS.first(this.database, where, account)
    if (cursor) return cursor.checkedNonce
    const [row] = await this.database.read<{ nonce: string | null }>(
      `SELECT COALESCE(
         (SELECT MIN(nonce) FROM custody_transactions WHERE chain_id = ? AND lane_address = ?),
         (SELECT next_nonce FROM custody_lanes ${where})) AS nonce`,
      [...account, ...account]
    )
    const nonce = row?.nonce ?? null
    return nonce === null ? null : Number(nonce)
  }

  /** @param nonce all below it were compared; never goes back */
  async checkedUpTo(address: Address, nonce: number): Promise<void> {
    const row = { chainId: this.chain.chainId, address, checkedNonce: nonce }
    const rest =
      'ON DUPLICATE KEY UPDATE checked_nonce = GREATEST(checked_nonce, VALUES(checked_nonce))'
    await CURSORS.insert(this.database, row, {}, rest)
  }

  /** What was ordered under the nonces of an account, up to and without `end`. */
  async known(address: Address, from: number, end: number): Promise<KnownNonce[]> {
    const where = 'WHERE t.chain_id = ? AND t.lane_address = ? AND t.nonce >= ? AND t.nonce < ?'
    const given = [this.chain.chainId, address, from, end]
    const attempts = await KNOWN.all(this.database, where, given)
    const byNonce = Map.groupBy(attempts, ({ nonce }) => nonce)
    return [...byNonce.values()].map((all) => {
      const [{ nonce, to, data, state }] = all as [(typeof all)[0]]
      const hashes = all.map(({ hash }) => hash)
      return { nonce, to, data, hashes, settled: SETTLED.has(state) }
    })
  }

  /** Nonces of an account whose transaction was displaced after it was compared. */
  async displaced(address: Address): Promise<number[]> {
    const rows = await this.database.read<{ nonce: string }>(
      `SELECT t.nonce FROM custody_transactions t
         LEFT JOIN custody_foreign_nonces f
           ON f.chain_id = t.chain_id AND f.address = t.lane_address AND f.nonce = t.nonce
        WHERE t.state = 'displaced' AND t.chain_id = ? AND t.lane_address = ? AND f.nonce IS NULL
        ORDER BY t.nonce LIMIT ${AT_ONCE}`,
      [this.chain.chainId, address]
    )
    return rows.map(({ nonce }) => Number(nonce))
  }

  async note(foreign: ForeignNonce): Promise<void> {
    const seenAt = this.clock.nowMicros()
    const { chainId } = this.chain
    await FOREIGN.insertNew(this.database, { ...foreign, chainId, seenAt, haltedAt: null })
  }

  /** Those because of which realms are still to be halted, oldest first. */
  owed(): Promise<ForeignNonce[]> {
    const where = 'WHERE chain_id = ? AND halted_at IS NULL ORDER BY seen_at'
    return FOREIGN.all(this.database, `${where} LIMIT ${AT_ONCE}`, [this.chain.chainId])
  }

  async markHalted({ address, nonce }: ForeignNonce): Promise<void> {
    await FOREIGN.update(
      this.database,
      { haltedAt: this.clock.nowMicros() },
      'WHERE chain_id = ? AND address = ? AND nonce = ?',
      [this.chain.chainId, address, nonce]
    )
  }

  /** How many were seen within a day. */
  async ofLastDay(): Promise<number> {
    const since = toSqlDatetime(this.clock.nowMicros() - DAY_MICROS)
    const [row] = await this.database.read<{ count: string }>(
      'SELECT COUNT(*) AS count FROM custody_foreign_nonces WHERE chain_id = ? AND seen_at > ?',
      [this.chain.chainId, since]
    )
    return Number(row!.count)
  }
}
