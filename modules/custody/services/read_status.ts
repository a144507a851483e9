import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { formatUsd } from '#app/money/usd'
import { toRfc3339 } from '#app/clock/timestamp'
import { ChainUnreachable, WrongChain } from '../chain/errors.ts'
import type { Address, Call, CallResult, ChainValue, Hex } from '../chain/types.ts'
import { boundaryView, type BoundaryView, type ChainBoundary } from '../core/boundary_view.ts'
import type { PoolStore, RealmPool } from '../storage/pool_store.ts'
import type { CustodyChain } from './custody_chain.ts'

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
  exchangeObjects: never[]
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
/** A node that hangs is as good as down to a caller who waits. */
const CHAIN_PATIENCE_MS = 2_500

/** Reads a realm's pool from the chain, every value at the same block. */
export class ReadStatus {
  constructor(
    private chain: CustodyChain | null,
    private pools: PoolStore,
    private log: Logger
  ) {}

  /** Answers `configured: false` without a chain, a reachable node, or a pool on it; never throws for those. */
  async run(realmId: string): Promise<CustodyStatus> {
    if (!this.chain) return UNCONFIGURED
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
      ...{ contract: 'RealmCustody', to: address, fn, args },
    })
    const defaultHash = gateway.idHash(pool.boundaryId)
    const [counters, count, entry] = await gateway.callMany(
      [view('counters'), view('boundaryCount'), view('boundary', defaultHash)],
      block
    )
    // No code at that block: the chain has lost the pool, and the worker is bringing it back.
    if (!counters?.ok || !count?.ok || !entry?.ok) return null
    const state = counters.value as unknown as PoolCounters
    const entries = new Map<string, ChainValue>([[pool.boundaryId, entry.value]])
    for (const [id, value] of await this.#others(chain, view, Number(count.value), block)) {
      entries.set(id, value)
    }
    return {
      configured: true,
      contractAddress: address,
      chainId: settings.chainId,
      totalBalance: formatUsd(state.total),
      boundaries: [...entries].flatMap(([id, value]) => {
        const shown = boundaryView(id, pool.realmId, value as unknown as ChainBoundary)
        return shown ? [shown] : []
      }),
      exchangeObjects: [],
      realmHalt: state.halted ? await this.#halt(chain, address, state, block) : null,
    }
  }

  /** Boundaries past the default one, under their on-chain ids. */
  async #others(
    chain: CustodyChain,
    view: (fn: string, ...args: ChainValue[]) => Call,
    count: number,
    block: number
  ): Promise<[Hex, ChainValue][]> {
    if (count <= 1) return []
    const indexes = Array.from({ length: count - 1 }, (_, index) => BigInt(index + 1))
    const ids = valuesOf(
      await chain.gateway.callMany(
        indexes.map((index) => view('boundaryIdAt', index)),
        block
      )
    ) as Hex[]
    const entries = valuesOf(
      await chain.gateway.callMany(
        ids.map((id) => view('boundary', id)),
        block
      )
    )
    return ids.map((id, index) => [id, entries[index]!])
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

function valuesOf(results: readonly CallResult[]): ChainValue[] {
  return results.map((result) => {
    if (!result.ok)
      throw new ChainUnreachable('the node answers one part of a block and not another')
    return result.value
  })
}

/** @throws ChainUnreachable when the chain takes longer than a caller should wait */
async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const stop = new AbortController()
  const limit = delay(CHAIN_PATIENCE_MS, null, { signal: stop.signal }).then(() => {
    throw new ChainUnreachable('no answer in time')
  })
  // The loser of the race is not awaited; its failure must not count as unhandled.
  limit.catch(() => {})
  work.catch(() => {})
  try {
    return await Promise.race([work, limit])
  } finally {
    stop.abort()
  }
}
