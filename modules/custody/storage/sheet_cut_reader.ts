import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import { count, json, Table, text } from '#app/storage/table'
import {
  arrivingOperations,
  bookedFacts,
  boundarySums,
  defaultBoundaryId,
  departingOperations,
} from '#modules/ledger/index'
import type { Address, Hex } from '../core/chain_types.ts'
import type { LedgerBoundary } from '../core/balance_sheet.ts'
import { boundaryChanges, FACT_TYPES, vaultChanges } from '../core/booked_event.ts'
import { countedAtVaults } from '../core/counted_at_vaults.ts'
import { ChainNames, forwardOf, houseOf } from '../core/chain_names.ts'
import { executedEvents } from './chain_outcome_store.ts'
import type { ToldEvent } from '../core/pool_event.ts'
import { livingVaultObjects } from './exchange_object_store.ts'

/** A realm's books at one moment, and how far they follow its pool. */
export interface SheetCut {
  ledger: LedgerBoundary[]
  /** null before its pool is created and read. */
  pool: PoolCut | null
}

export interface PoolCut {
  address: Address
  /** Up to this block the projection follows the pool. */
  block: number
  /** Of that block, as far as it is remembered. */
  blockHash: Hex | null
  /** Number of the newest event that is part of the projection. */
  finalSeq: number
  /** Number of the newest entry of the journal. */
  journalSeq: number
  /** What the projection says each boundary holds, its vaults included, by hash. */
  projection: Map<string, bigint>
  /** Changes that are part of the projection and that the journal books next, by hash. */
  unbooked: Map<string, bigint>
  /** Boundaries and vaults that the projection knows. */
  boundaries: number
  vaults: number
  /** Hash of the boundary that stands against trades. */
  house: Hex
  /** What vaults of living objects hold, by hash of their boundary. */
  vaulted: Map<string, bigint>
  /** Hashes of exchange objects that the ledger has. */
  owned: Set<string>
  /** Where money may lie that is not swept. */
  deposits: DepositId[]
}

/** What a deposit address commits to: hashes. */
export interface DepositId {
  boundaryId: Hex
  ref: Hex
}

/** Above it what is under way is not taken into account: nobody waits for so many. */
const UNDER_WAY = 20_000
/** Deposit addresses one sheet looks at. */
const DEPOSITS = 2_000

const RECOVERY_EVENTS = new Table<ToldEvent & { txHash: Hex; logIndex: number }>(
  `custody_recoveries r
    JOIN custody_events e ON e.chain_id = r.chain_id AND e.pool = r.pool AND e.seq = r.seq`,
  {
    name: text('e.name'),
    args: json('e.payload'),
    txHash: text('r.tx_hash'),
    logIndex: count('r.log_index'),
  }
)

/** Reads everything the database knows for a balance sheet, at one moment. */
@singleton()
export class SheetCutReader {
  constructor(
    private database: Database,
    private chain: ChainNames,
    private clock: Clock
  ) {}

  read(realmId: string): Promise<SheetCut> {
    return this.database.snapshot((session) => this.cut(session, realmId))
  }

  /** @param session sees one moment */
  async cut(session: SqlReader, realmId: string): Promise<SheetCut> {
    const { chain, clock } = this
    const sums = await boundarySums(session, realmId)
    if (!chain.configured) return { ledger: sums.map((sum) => ({ ...sum, hash: '' })), pool: null }
    const ledger = sums.map((sum) => ({ ...sum, hash: chain.idHash(sum.boundaryId) }))
    const pool = await new PoolCutReader(session, chain, clock.nowMicros()).read(realmId)
    // Without a vault in the pool, what objects have on a venue lies beside the rest of its boundary.
    if (!pool || pool.vaults === 0) return { ledger, pool }
    return { ledger: countedAtVaults(ledger, pool.vaulted), pool }
  }
}

/** The pool's part of one cut. */
class PoolCutReader {
  constructor(
    private session: SqlReader,
    private chain: ChainNames,
    private nowMicros: number
  ) {}

  async read(realmId: string): Promise<PoolCut | null> {
    const [row] = await this.session.read<{
      address: Address
      final_number: number | string
      final_seq: number | string
      event_block: number | string | null
      held_block: number | string | null
      journal_seq: number | string
    }>(
      `SELECT p.address, i.final_number, c.final_seq, e.block_number AS event_block,
              h.seq AS journal_seq,
              (SELECT MIN(t.block_number) FROM custody_events t
                WHERE t.chain_id = c.chain_id AND t.pool = c.pool AND t.seq = c.final_seq + 1
                  AND t.state = 'tentative') AS held_block
         FROM custody_pools p
         JOIN custody_index_cursors i ON i.chain_id = p.chain_id
         JOIN custody_pool_cursors c ON c.chain_id = p.chain_id AND c.pool = p.address
         JOIN realm_heads h ON h.realm_id = p.realm_id
         LEFT JOIN custody_events e ON e.chain_id = c.chain_id AND e.pool = c.pool
                                   AND e.seq = c.final_seq
        WHERE p.realm_id = ? AND p.state = 'created' AND p.chain_id = ?`,
      [realmId, this.chain.chainId]
    )
    if (!row || Number(row.final_seq) === 0) return null
    const { address } = row
    // Events of a pool become final one page before its chain's cursor says so.
    // Large value waits longer than its block: until then the pool is looked at as it was before.
    const before = row.held_block === null ? Infinity : Number(row.held_block) - 1
    const followed = Math.min(Number(row.final_number), before)
    const block = Math.max(followed, Number(row.event_block ?? 0))
    const living = await livingVaultObjects(this.session, this.chain, realmId)
    const owned = new Set(living?.keys())
    return {
      address,
      block,
      finalSeq: Number(row.final_seq),
      journalSeq: Number(row.journal_seq),
      blockHash: await this.#blockHash(address, block),
      ...(await this.#projection(address)),
      unbooked: await this.#unbooked(realmId, address),
      deposits: await this.#deposits(realmId),
      owned,
      house: this.chain.idHash(houseOf(realmId)),
      vaulted: await this.#vaulted(address, owned),
    }
  }

  async #blockHash(pool: Address, block: number): Promise<Hex | null> {
    const [row] = await this.session.read<{ block_hash: Hex }>(
      `SELECT block_hash FROM custody_index_blocks WHERE chain_id = ? AND block_number = ?
       UNION ALL
       SELECT block_hash FROM custody_events
        WHERE chain_id = ? AND pool = ? AND block_number = ? AND state = 'final' LIMIT 1`,
      [this.chain.chainId, block, this.chain.chainId, pool, block]
    )
    return row?.block_hash ?? null
  }

  async #projection(pool: Address) {
    const rows = await this.session.read<{
      boundary_id: string
      kind: string
      n: number
      sum: string
    }>(
      `SELECT boundary_id, kind, COUNT(*) AS n, CAST(SUM(balance) AS CHAR) AS sum
         FROM custody_replay WHERE chain_id = ? AND pool = ? GROUP BY boundary_id, kind`,
      [this.chain.chainId, pool]
    )
    const projection = new Map<string, bigint>()
    const counts = { boundary: 0, vault: 0 }
    for (const row of rows) {
      projection.set(row.boundary_id, (projection.get(row.boundary_id) ?? 0n) + BigInt(row.sum))
      counts[row.kind as keyof typeof counts] += Number(row.n)
    }
    return { projection, boundaries: counts.boundary, vaults: counts.vault }
  }

  /**
   * Only what the journal itself waits for, and what the holder of a recovery key took: anything else
   * that left a boundary has to show as missing.
   */
  async #unbooked(realmId: string, pool: Address): Promise<Map<string, bigint>> {
    const operations = await departingOperations(this.session, realmId, UNDER_WAY)
    // Of deposits only what follows their arrival: the arrival itself is booked under their own id.
    const arriving = await arrivingOperations(this.session, realmId, UNDER_WAY)
    const ids = [...operations, ...arriving.map(forwardOf)]
    const events = [
      ...(await this.#recoveries(realmId, pool)),
      ...(await executedEvents(this.session, this.chain, pool, ids)),
    ]
    const unbooked = new Map<string, bigint>()
    for (const event of events) {
      const changes = [
        ...boundaryChanges(event),
        ...vaultChanges(event, this.chain.idHash(defaultBoundaryId(realmId))),
      ]
      for (const { boundaryHash, amount } of changes) {
        unbooked.set(boundaryHash, (unbooked.get(boundaryHash) ?? 0n) + amount)
      }
    }
    return unbooked
  }

  /** An entry is written before its recovery is marked as booked: what counts is the entry. */
  async #recoveries(realmId: string, pool: Address): Promise<ToldEvent[]> {
    const owed = await RECOVERY_EVENTS.all(
      this.session,
      `WHERE r.chain_id = ? AND r.pool = ? AND r.state = 'owed'`,
      [this.chain.chainId, pool]
    )
    const refOf = ({ txHash, logIndex }: (typeof owed)[number]) =>
      `${this.chain.chainId}:${txHash}:${logIndex}`
    const type = FACT_TYPES.RecoveryWithdrawn!
    const facts = owed.map((event) => ({ type, externalRef: refOf(event) }))
    const booked = await bookedFacts(this.session, realmId, facts)
    return owed.filter((event) => !booked.has(refOf(event)))
  }

  /** Addresses where something was seen, and those that are watched closely now. */
  async #deposits(realmId: string): Promise<DepositId[]> {
    const { chainId } = this.chain
    const deposits = await this.session.read<{ boundaryId: string; ref: Hex }>(
      `SELECT boundary_id AS boundaryId, ref_hash AS ref FROM custody_intents
        WHERE chain_id = ? AND unswept = 1 AND realm_id = ?
       UNION
       SELECT boundary_id, ref_hash FROM custody_intents
        WHERE chain_id = ? AND live = 1 AND fast_until > ? AND realm_id = ?
        LIMIT ${DEPOSITS}`,
      [chainId, realmId, chainId, toSqlDatetime(this.nowMicros), realmId]
    )
    return deposits.map(({ boundaryId, ref }) => ({
      boundaryId: this.chain.idHash(boundaryId),
      ref,
    }))
  }

  async #vaulted(pool: Address, owned: ReadonlySet<string>): Promise<Map<string, bigint>> {
    const rows = await this.session.read<{ id: string; boundary_id: string; balance: string }>(
      `SELECT id, boundary_id, CAST(balance AS CHAR) AS balance FROM custody_replay
        WHERE chain_id = ? AND pool = ? AND kind = 'vault' AND balance <> 0`,
      [this.chain.chainId, pool]
    )
    const vaulted = new Map<string, bigint>()
    for (const { id, boundary_id: boundary, balance } of rows) {
      if (owned.has(id)) vaulted.set(boundary, (vaulted.get(boundary) ?? 0n) + BigInt(balance))
    }
    return vaulted
  }
}
