import { setTimeout as delay } from 'node:timers/promises'
import { Logger } from '@adonisjs/core/logger'
import { toRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { formatUsd } from '#app/money/usd'
import { ChainUnreachable, WrongChain } from '../chain/errors.ts'
import type { Address, Call, ChainValue, Hex } from '../core/chain_types.ts'
import {
  boundaryView,
  exchangeObjectView,
  statusOf,
  type BoundaryView,
  type ExchangeObjectView,
} from '../core/boundary_view.ts'
import { houseOf } from '../core/chain_names.ts'
import { PoolStore, type RealmPool } from '../storage/pool_store.ts'
import { BoundaryStore } from '../storage/boundary_store.ts'
import { inTime } from './in_time.ts'
import { boundariesOf, objectsOf, type BoundaryRow, type ObjectRow } from './read_pool.ts'
import { nextExit } from '../core/boundary_facts.ts'
import { BoundaryMirrorStore } from '../storage/boundary_mirror_store.ts'
import { CustodyChain } from './custody_chain.ts'
import { RealmHalts } from './realm_halts.ts'

export interface RealmHalt {
  type: 'withdrawals' | 'all_flows'
  /** RFC 3339 UTC. */
  since: string
}

/** The answer of `GET /api/v1/custody/status`. Amounts are decimal strings. */
export interface CustodyStatus {
  configured: boolean
  contractAddress: string | null
  chainId: number | null
  totalBalance: string | null
  boundaries: BoundaryView[]
  exchangeObjects: ExchangeObjectView[]
  realmHalt: RealmHalt | null
}

interface PoolCounters {
  total: bigint
  halted: boolean
  initializedAtBlock: bigint
}

const UNCONFIGURED: CustodyStatus = {
  configured: false,
  contractAddress: null,
  chainId: null,
  totalBalance: null,
  boundaries: [],
  exchangeObjects: [],
  realmHalt: null,
}

/** A pool appears a moment after its realm; a caller that is faster waits this long for it. */
const CREATION_PATIENCE_MS = 2_000
const CREATION_POLL_MS = 50

/** Reads a realm's pool from the chain, every value at the same block; what waits to leave, from final events. */
@singleton()
export class ReadStatus {
  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private boundaries: BoundaryStore,
    private mirror: BoundaryMirrorStore,
    private halts: RealmHalts,
    private log: Logger
  ) {}

  /** Answers `configured: false` without a chain, a reachable node, or a pool on it; never throws for those. */
  async run(realmId: string): Promise<CustodyStatus> {
    const status = await this.#onChain(realmId)
    const realmHalt = (await this.#ownHalt(realmId)) ?? status.realmHalt
    return { ...status, realmHalt }
  }

  async #onChain(realmId: string): Promise<CustodyStatus> {
    if (!this.chain.configured) return UNCONFIGURED
    try {
      const block = await inTime(this.chain.settledBlock())
      const pool = await this.#createdPool(realmId)
      if (!pool?.address) return UNCONFIGURED
      const settled = pool.waited ? await inTime(this.chain.settledBlock()) : block
      const read = this.#read(this.chain, pool, pool.address, settled)
      return (await inTime(read)) ?? UNCONFIGURED
    } catch (error) {
      if (!(error instanceof ChainUnreachable) && !(error instanceof WrongChain)) throw error
      this.log.warn({ realmId, reason: error.message }, 'custody status without the chain')
      return UNCONFIGURED
    }
  }

  async #createdPool(realmId: string): Promise<(RealmPool & { waited: boolean }) | null> {
    const deadline = performance.now() + CREATION_PATIENCE_MS
    for (let looks = 1; ; looks++) {
      const pool = await this.pools.find(realmId)
      if (pool?.state === 'created') return { ...pool, waited: looks > 1 }
      if (pool?.state === 'refused' || performance.now() >= deadline) return null
      await delay(CREATION_POLL_MS)
    }
  }

  async #read(
    chain: CustodyChain,
    pool: RealmPool,
    address: Address,
    block: number
  ): Promise<CustodyStatus | null> {
    const { gateway, settings } = chain
    const view = (fn: string, ...args: ChainValue[]): Call => ({
      contract: 'RealmCustody',
      to: address,
      fn,
      args,
    })
    const [counters, boundaries, objects] = await gateway.callMany(
      [view('counters'), view('boundaryCount'), view('exchangeObjectCount')],
      block
    )
    // No code at that block: the chain has lost the pool, and the worker is bringing it back.
    if (!counters?.ok || !boundaries?.ok || !objects?.ok) return null
    const state = counters.value as unknown as PoolCounters
    const rows = await boundariesOf(chain, address, Number(boundaries.value), block)
    const vaults = await objectsOf(chain, address, Number(objects.value), block)
    const facts = await this.mirror.of(rows.map(({ boundaryId }) => boundaryId))
    const objectIds = vaults.map(({ objectId }) => objectId)
    const names = new Map([
      ...(await this.#names(pool, rows)),
      ...(await this.boundaries.exchangeObjects(objectIds)),
      [gateway.idHash(houseOf(pool.realmId)), houseOf(pool.realmId)],
    ])
    return {
      configured: true,
      contractAddress: address,
      chainId: settings.chainId,
      totalBalance: formatUsd(state.total),
      boundaries: rows.flatMap(({ boundaryId, boundary }) => {
        const exit = nextExit(facts.get(boundaryId)?.facts.exits ?? [])
        const shown = boundaryView(names.get(boundaryId)!, pool.realmId, boundary, exit)
        return shown ? [shown] : []
      }),
      exchangeObjects: objectViews(rows, vaults, names),
      realmHalt: state.halted ? await this.#halt(chain, address, state, block) : null,
    }
  }

  /** A halt of the pool itself is shown as the chain tells it. */
  async #ownHalt(realmId: string): Promise<RealmHalt | null> {
    const halt = await this.halts.of(realmId)
    if (!halt || halt.source === 'chain') return null
    return { type: halt.type, since: toRfc3339(halt.since) }
  }

  /** The ledger's ids of boundaries; one it does not know keeps its on-chain id. */
  async #names(pool: RealmPool, rows: readonly BoundaryRow[]): Promise<Map<Hex, string>> {
    const hashes = rows.map(({ boundaryId }) => boundaryId)
    const known = await this.boundaries.byHashes(hashes)
    const names = new Map(hashes.map((hash) => [hash, known.get(hash)?.boundaryId ?? hash]))
    if (hashes[0]) names.set(hashes[0], pool.boundaryId)
    return names
  }

  async #halt(
    chain: CustodyChain,
    address: Address,
    state: PoolCounters,
    block: number
  ): Promise<RealmHalt | null> {
    const { gateway } = chain
    const from = Number(state.initializedAtBlock)
    const logs = await gateway.logs({ addresses: [address], from, to: block })
    const halted = gateway.decodeLogs(logs).findLast((event) => event.name === 'Halted')
    const header = halted && (await gateway.header(halted.blockNumber))
    if (!header) throw new ChainUnreachable('the node does not show the halt it reports')
    return { type: 'all_flows', since: toRfc3339(header.timestamp * 1_000_000) }
  }
}

function objectViews(
  rows: readonly BoundaryRow[],
  vaults: readonly ObjectRow[],
  names: ReadonlyMap<Hex, string>
): ExchangeObjectView[] {
  const statuses = new Map(rows.map(({ boundaryId, boundary }) => [boundaryId, statusOf(boundary)]))
  return vaults.map(({ objectId, object }) => {
    const status = statuses.get(object.boundaryId) ?? null
    const name = names.get(object.boundaryId) ?? object.boundaryId
    return exchangeObjectView(names.get(objectId) ?? objectId, name, status ?? 'active', object)
  })
}
