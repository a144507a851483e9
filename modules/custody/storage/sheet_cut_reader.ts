import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader } from '#app/storage/database'
import {
  arrivingOperations,
  bookedFacts,
  boundarySums,
  defaultBoundaryId,
  departingOperations,
  livingObjects,
} from '#modules/ledger/index'
import type { Address, Hex } from '../core/chain_types.ts'
import type { LedgerBoundary } from '../core/balance_sheet.ts'
import { boundaryChanges, FACT_TYPES, vaultChanges } from '../core/booked_event.ts'
import { countedAtVaults } from '../core/counted_at_vaults.ts'
import { ChainNames, forwardOf, houseOf } from '../core/chain_names.ts'
import type { EventValue } from '../core/pool_event.ts'

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
const HASHES_AT_ONCE = 1_000
/** Deposit addresses one sheet looks at. */
const DEPOSITS = 2_000

interface EventRow {
  name: string
  payload: string
}

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
    }>(
      `SELECT p.address, i.final_number, c.final_seq, e.block_number AS event_block
         FROM custody_pools p
         JOIN custody_index_cursors i ON i.chain_id = p.chain_id
         JOIN custody_pool_cursors c ON c.chain_id = p.chain_id AND c.pool = p.address
         LEFT JOIN custody_events e ON e.chain_id = c.chain_id AND e.pool = c.pool
                                   AND e.seq = c.final_seq
        WHERE p.realm_id = ? AND p.state = 'created' AND p.chain_id = ?`,
      [realmId, this.chain.chainId]
    )
    if (!row || Number(row.final_seq) === 0) return null
    const { address } = row
    // Events of a pool become final one page before its chain's cursor says so.
    const block = Math.max(Number(row.final_number), Number(row.event_block ?? 0))
    const owned = await this.#owned(realmId)
    return {
      address,
      block,
      finalSeq: Number(row.final_seq),
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
    const hashes = [...operations, ...arriving.map(forwardOf)].map((id) => this.chain.idHash(id))
    const events = await this.#recoveries(realmId, pool)
    for (let first = 0; first < hashes.length; first += HASHES_AT_ONCE) {
      const rows = await this.session.read<EventRow>(
        `SELECT e.name, e.payload FROM custody_outcomes o
           JOIN custody_events e ON e.chain_id = o.chain_id AND e.pool = o.pool AND e.seq = o.seq
          WHERE o.chain_id = ? AND o.op_hash IN (?) AND o.pool = ? AND o.state = 'executed'`,
        [this.chain.chainId, hashes.slice(first, first + HASHES_AT_ONCE), pool]
      )
      events.push(...rows)
    }
    const unbooked = new Map<string, bigint>()
    for (const { name, payload } of events) {
      const args = JSON.parse(payload) as Record<string, EventValue>
      const changes = [
        ...boundaryChanges({ name, args }),
        ...vaultChanges({ name, args }, this.chain.idHash(defaultBoundaryId(realmId))),
      ]
      for (const { boundaryHash, amount } of changes) {
        unbooked.set(boundaryHash, (unbooked.get(boundaryHash) ?? 0n) + amount)
      }
    }
    return unbooked
  }

  /** An entry is written before its recovery is marked as booked: what counts is the entry. */
  async #recoveries(realmId: string, pool: Address): Promise<EventRow[]> {
    const rows = await this.session.read<EventRow & { tx_hash: string; log_index: number }>(
      `SELECT e.name, e.payload, r.tx_hash, r.log_index FROM custody_recoveries r
         JOIN custody_events e ON e.chain_id = r.chain_id AND e.pool = r.pool AND e.seq = r.seq
        WHERE r.chain_id = ? AND r.pool = ? AND r.state = 'owed'`,
      [this.chain.chainId, pool]
    )
    const refOf = ({ tx_hash: hash, log_index: index }: { tx_hash: string; log_index: number }) =>
      `${this.chain.chainId}:${hash}:${index}`
    const type = FACT_TYPES.RecoveryWithdrawn!
    const facts = rows.map((row) => ({ type, externalRef: refOf(row) }))
    const booked = await bookedFacts(this.session, realmId, facts)
    return rows.filter((row) => !booked.has(refOf(row)))
  }

  /** Addresses where something was seen, and those that are watched closely now. */
  async #deposits(realmId: string): Promise<DepositId[]> {
    const { chainId } = this.chain
    const rows = await this.session.read<{ boundary_id: string; ref_hash: Hex }>(
      `SELECT boundary_id, ref_hash FROM custody_intents
        WHERE chain_id = ? AND unswept = 1 AND realm_id = ?
       UNION
       SELECT boundary_id, ref_hash FROM custody_intents
        WHERE chain_id = ? AND live = 1 AND fast_until > ? AND realm_id = ?
        LIMIT ${DEPOSITS}`,
      [chainId, realmId, chainId, toSqlDatetime(this.nowMicros), realmId]
    )
    return rows.map((row) => ({
      boundaryId: this.chain.idHash(row.boundary_id),
      ref: row.ref_hash,
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

  async #owned(realmId: string): Promise<Set<string>> {
    const rows = await this.session.read<{ object_hash: string; object_id: string }>(
      `SELECT object_hash, object_id FROM custody_exchange_objects
        WHERE realm_id = ? AND chain_id = ? AND object_id IS NOT NULL`,
      [realmId, this.chain.chainId]
    )
    const living = await livingObjects(
      this.session,
      rows.map((row) => row.object_id)
    )
    return new Set(rows.filter((row) => living.has(row.object_id)).map((row) => row.object_hash))
  }
}
