import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { idOf } from '#app/ids/ids'
import { bytes, count, integer, Table, text, time } from '#app/storage/table'
import { ChainNames } from '../core/chain_names.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import type { TreeName } from './liability_nodes.ts'

/**
 * `growing`: its nodes are being written; `grown`: to be anchored; `anchored`: final on the chain, and
 * the one that proofs are made of; `refused`: the contract knows a newer one; `past`: there is a newer
 * anchored one, and its nodes go; `bare`: they are gone.
 */
export type LiabilityState = 'growing' | 'grown' | 'anchored' | 'refused' | 'past' | 'bare'

/** What the objects of one boundary are owed at one entry of the journal. */
export interface LiabilityTree {
  boundaryId: string
  seq: number
  /** The boundary's id on the chain. */
  boundaryHash: Hex
  realmId: string
  chainId: number
  pool: Address
  state: LiabilityState
  /** The salts of all leaves follow from it. */
  secret: Buffer
  leaves: number
  root: Buffer
  /** Base units. */
  total: bigint
  createdAt: Micros
  txHash: Hex | null
  blockNumber: number | null
}

/** Where the anchor of a tree stands. */
export interface Anchor {
  boundaryHash: Hex
  seq: number
  pool: Address
  txHash: Hex
  blockNumber: number
}

const TREES = new Table<LiabilityTree>('custody_liability_trees', {
  boundaryId: text(),
  seq: count(),
  boundaryHash: text(),
  realmId: text(),
  chainId: count(),
  pool: text(),
  state: text(),
  secret: bytes(),
  leaves: count(),
  root: bytes(),
  total: integer(),
  createdAt: time(),
  txHash: text(),
  blockNumber: count(),
})

/** `att_…`; each tree has one, and it is stored nowhere. */
export function attestationIdOf({ boundaryId, seq }: TreeName): string {
  return idOf(boundaryId, 'att', String(seq))
}

/** Finds a row while a tree of this chain is to be anchored, or gives way to a newer one. */
export function unsettledTrees(chainId: number): string {
  return `SELECT 1 FROM custody_liability_trees
    WHERE chain_id = ${chainId} AND state IN ('grown', 'past')`
}

const THIS_TREE = 'WHERE boundary_id = ? AND seq = ?'
/** The newest tree that each boundary of a realm has. */
const NEWEST = `WHERE realm_id = ? AND chain_id = ? AND (boundary_id, seq) IN
  (SELECT boundary_id, MAX(seq) FROM custody_liability_trees
    WHERE realm_id = ? AND chain_id = ? GROUP BY boundary_id)`

/** The trees of what is owed, of the boundaries of one chain. */
@singleton()
export class LiabilityStore {
  constructor(
    private database: Database,
    private clock: Clock,
    private chain: ChainNames
  ) {}

  /**
   * Realms whose pool was asked for before a moment and that have no tree since, in the order of their
   * ids after a given one.
   */
  async due(since: Micros, afterRealmId: string, limit: number): Promise<string[]> {
    const rows = await this.database.read<{ realm_id: string }>(
      `SELECT p.realm_id FROM custody_pools p
        WHERE p.state = 'created' AND p.chain_id = ? AND p.realm_id > ? AND p.created_at <= ?
          AND NOT EXISTS
          (SELECT 1 FROM custody_liability_trees t
            WHERE t.realm_id = p.realm_id AND t.chain_id = p.chain_id AND t.created_at > ?)
        ORDER BY p.realm_id LIMIT ${limit}`,
      [this.chain.chainId, afterRealmId, toSqlDatetime(since), toSqlDatetime(since)]
    )
    return rows.map((row) => row.realm_id)
  }

  /** The newest tree of each boundary of a realm, whatever its state. */
  newest(realmId: string): Promise<LiabilityTree[]> {
    const of = [realmId, this.chain.chainId]
    return TREES.all(this.database, NEWEST, [...of, ...of])
  }

  /** @returns false when another process has begun the same one */
  async begin(
    tree: Omit<LiabilityTree, 'chainId' | 'state' | 'createdAt' | 'txHash' | 'blockNumber'>
  ): Promise<boolean> {
    const { chainId } = this.chain
    const createdAt = this.clock.nowMicros()
    const begun = { chainId, createdAt, txHash: null, blockNumber: null, state: 'growing' } as const
    return (await TREES.insertNew(this.database, { ...tree, ...begun })) === 1
  }

  async mark({ boundaryId, seq }: TreeName, from: LiabilityState, to: LiabilityState) {
    const rest = `${THIS_TREE} AND state = ?`
    await TREES.update(this.database, { state: to }, rest, [boundaryId, seq, from])
  }

  /** In the order of their boundaries, after a given one. */
  inState(state: LiabilityState, limit: number, after = ''): Promise<LiabilityTree[]> {
    const rest = `WHERE chain_id = ? AND state = ? AND boundary_id > ? ORDER BY boundary_id LIMIT ${limit}`
    return TREES.all(this.database, rest, [this.chain.chainId, state, after])
  }

  /** Trees that a process has not finished since a moment. */
  async unfinished(since: Micros, limit: number): Promise<LiabilityTree[]> {
    const rest = `WHERE chain_id = ? AND state = 'growing' AND created_at < ? LIMIT ${limit}`
    return TREES.all(this.database, rest, [this.chain.chainId, toSqlDatetime(since)])
  }

  async forget({ boundaryId, seq }: TreeName): Promise<void> {
    await this.database.write(`DELETE FROM custody_liability_trees ${THIS_TREE}`, [boundaryId, seq])
  }

  /** In the transaction that makes the event of the anchor final. What is older has served. */
  async noteAnchored(session: SqlSession, anchor: Anchor): Promise<void> {
    const { boundaryHash, seq, pool, txHash, blockNumber } = anchor
    const found = await TREES.update(
      session,
      { state: 'anchored', txHash, blockNumber },
      `WHERE boundary_hash = ? AND seq = ? AND pool = ? AND chain_id = ? AND state IN ('grown', 'refused', 'anchored')`,
      [boundaryHash, seq, pool, this.chain.chainId]
    )
    if (found === 0) return
    await TREES.update(
      session,
      { state: 'past' },
      `WHERE boundary_hash = ? AND seq < ? AND chain_id = ? AND state IN ('grown', 'refused', 'anchored')`,
      [boundaryHash, seq, this.chain.chainId]
    )
  }

  /** The trees of a realm whose anchors are final, newest first. */
  attested(realmId: string, limit: number): Promise<LiabilityTree[]> {
    const rest = `WHERE realm_id = ? AND chain_id = ? AND tx_hash IS NOT NULL
      ORDER BY seq DESC, boundary_id LIMIT ${limit}`
    return TREES.all(this.database, rest, [realmId, this.chain.chainId])
  }

  /** The tree that proofs of a boundary are made of; null before the first anchor is final. */
  anchored(boundaryId: string): Promise<LiabilityTree | null> {
    const rest = `WHERE boundary_id = ? AND chain_id = ? AND state = 'anchored' ORDER BY seq DESC LIMIT 1`
    return TREES.first(this.database, rest, [boundaryId, this.chain.chainId])
  }
}
