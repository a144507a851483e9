import type { Logger } from '@adonisjs/core/logger'
import { ChainUnreachable, RpcError } from '../chain/errors.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { digestPage, type Digest } from '../core/digest_page.ts'
import type { JudgePage, PageReading, PoolVerdict } from '../core/judge_page.ts'
import { PageRange } from '../core/page_range.ts'
import type { PoolEvent } from '../core/pool_event.ts'
import type { IndexCursor, IndexStore } from '../storage/index_store.ts'
import type { PoolCursor, PoolCursorStore } from '../storage/pool_cursor_store.ts'
import type { PoolEventStore } from '../storage/pool_event_store.ts'
import type { PageReader, PageRequest } from './page_reader.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'

interface ReadParts {
  reader: PageReader
  index: IndexStore
  pools: PoolCursorStore
  events: PoolEventStore
  consumers: readonly PoolEventConsumer[]
  judge: JudgePage
  rememberedBlocks: number
  log: Logger
}

/** Bounds on one run, so that the lease is renewed by somebody who is alive. */
const PAGES_AT_ONCE = 50
const POOLS_TOGETHER = 200
const SUSPECTS_AT_ONCE = 10

/** Reads pages of blocks, stores what is sure as tentative, and holds back pools about which a node is not honest. */
export class ReadEvents {
  #range = new PageRange()
  /** Pools with a gap are read alone: one that never heals must not hold up the others. */
  #suspects = new Set<Address>()
  #turn = 0

  constructor(private parts: ReadParts) {}

  /** From the cursor towards the head, for the pools that are level with it. */
  async onwards(cursor: IndexCursor, head: number): Promise<void> {
    for (let page = 0; page < PAGES_AT_ONCE && cursor.number < head; page++) {
      const pools = (await this.parts.pools.all()).filter(isLevel)
      const reading = await this.#page(pools, cursor.number + 1, head, head)
      const known = new Map([[cursor.number, cursor.hash]])
      if (!(await this.#take(cursor, pools, reading, known, true))) return
    }
  }

  /**
   * Brings pools that are behind up to the cursor: new ones, and those with a gap.
   *
   * @returns whether none is left behind, faulty ones aside
   */
  async catchUp(cursor: IndexCursor): Promise<boolean> {
    const behind = (await this.parts.pools.all()).filter(isBehind)
    if (behind.length === 0) return true
    const blocks = await this.parts.index.blocks()
    const known = new Map(blocks.map(({ number, hash }) => [number, hash]))
    const suspects = behind.filter(({ pool }) => this.#suspects.has(pool))
    const others = behind.filter(({ pool }) => !this.#suspects.has(pool))
    // Another part of them every time.
    const turn = suspects.length > SUSPECTS_AT_ONCE ? this.#turn++ * SUSPECTS_AT_ONCE : 0
    const groups = Array.from(
      { length: Math.min(suspects.length, SUSPECTS_AT_ONCE) },
      (_, index) => [suspects[(turn + index) % suspects.length]!]
    )
    for (let first = 0; first < others.length; first += POOLS_TOGETHER) {
      groups.push(others.slice(first, first + POOLS_TOGETHER))
    }
    for (const group of groups) await this.#bringUp(cursor, group, known)
    return !(await this.parts.pools.all()).some(isBehind)
  }

  async #bringUp(cursor: IndexCursor, group: PoolCursor[], known: ReadonlyMap<number, Hex>) {
    const members = new Set(group.map(({ pool }) => pool))
    let pools = group
    let reached = -1
    for (let page = 0; page < PAGES_AT_ONCE && pools.length > 0; page++) {
      const from = Math.min(...pools.map(({ behindFrom }) => behindFrom!))
      // A gap has set the pools back; the next run reads them again.
      if (from <= reached) return
      reached = from
      const reading = await this.#page(pools, from, cursor.number, cursor.number)
      if (!(await this.#take(cursor, pools, reading, known, false))) return
      if (reading.to === cursor.number) return
      pools = (await this.parts.pools.all()).filter(
        (one) => members.has(one.pool) && isBehind(one) && !this.#suspects.has(one.pool)
      )
    }
  }

  /**
   * A page as large as the node gives. Shrinks on refusals and timeouts.
   *
   * @param end pools are asked for their newest event when the page reaches it
   */
  async #page(pools: PoolCursor[], from: number, last: number, end: number): Promise<PageReading> {
    for (;;) {
      const to = Math.max(from, this.#range.endOf(from, last))
      try {
        const reading = await this.parts.reader.read(this.#request(pools, from, to, end))
        this.#range.succeeded()
        return reading
      } catch (error) {
        const passing = error instanceof RpcError || error instanceof ChainUnreachable
        if (!passing || !this.#range.failed(to - from + 1)) throw error
      }
    }
  }

  #request(pools: PoolCursor[], from: number, to: number, end: number): PageRequest {
    const first = Math.max(from, to - this.parts.rememberedBlocks + 1)
    const headers = Array.from({ length: to - first + 1 }, (_, index) => first + index)
    return { from, to, headers, pools: pools.map(({ pool }) => pool), verify: to === end }
  }

  /** @returns false when the page was worth nothing; the next run reads it again */
  async #take(
    cursor: IndexCursor,
    pools: PoolCursor[],
    reading: PageReading,
    known: ReadonlyMap<number, Hex>,
    moving: boolean
  ): Promise<boolean> {
    const { judge, index, log } = this.parts
    const verdict = judge(reading, pools, known)
    if (verdict.kind === 'discard') {
      const { from, to } = reading
      log.info({ reason: verdict.reason, from, to }, 'a page of events was discarded')
      return false
    }
    const end = {
      to: reading.to,
      verifying: reading.lastSeqs !== null,
      verifiedNumber: cursor.verifiedNumber,
      lastBlocks: await this.#lastBlocks(pools, verdict.pools),
    }
    const finals = await this.#finals(pools, verdict.pools)
    const digest = digestPage(pools, verdict.pools, end, finals)
    this.#report(digest)
    await this.#show(pools, digest.added)
    const hash = reading.headers.get(reading.to)!.hash
    const verifiedNumber = end.verifying ? reading.to : cursor.verifiedNumber
    if (!moving && digest.progress.length === 0) return true
    await index.step(cursor, async (session) => {
      await this.parts.events.add(session, digest.added)
      for (const event of digest.moved) await this.parts.events.move(session, event)
      for (const pool of digest.progress) await this.parts.pools.save(session, pool)
      if (!moving) return
      const headers = [...reading.headers.values()]
      await index.remember(session, headers, this.parts.rememberedBlocks)
      await index.moveTo(session, { number: reading.to, hash }, verifiedNumber)
    })
    if (moving) Object.assign(cursor, { number: reading.to, hash, verifiedNumber })
    return true
  }

  /** Final events whose numbers come again, because the chain was rebuilt under them. */
  async #finals(pools: readonly PoolCursor[], verdicts: ReadonlyMap<Address, PoolVerdict>) {
    const finals = new Map<Address, ReadonlyMap<number, PoolEvent>>()
    for (const { pool, lastSeq, finalSeq } of pools) {
      const verdict = verdicts.get(pool)
      if (lastSeq >= finalSeq || verdict?.kind !== 'advance' || verdict.events.length === 0)
        continue
      const events = await this.parts.events.between(pool, lastSeq + 1, finalSeq)
      finals.set(pool, new Map(events.map((event) => [event.seq, event])))
    }
    return finals
  }

  async #lastBlocks(pools: readonly PoolCursor[], verdicts: ReadonlyMap<Address, PoolVerdict>) {
    const blocks = new Map<Address, number>()
    for (const { pool, lastSeq } of pools) {
      if (verdicts.get(pool)?.kind !== 'gap') continue
      const [last] = await this.parts.events.between(pool, lastSeq, lastSeq)
      if (last) blocks.set(pool, last.blockNumber)
    }
    return blocks
  }

  #report({ gaps, faults, progress }: Digest<PoolCursor>) {
    for (const { pool, behindFrom } of progress)
      if (behindFrom === null) this.#suspects.delete(pool)
    for (const { pool, reason } of gaps) {
      // A node that lies for hours is told about once; the counter of gaps goes on.
      if (!this.#suspects.has(pool))
        this.parts.log.warn({ pool, reason }, 'a node keeps events back')
      this.#suspects.add(pool)
    }
    for (const { pool, reason } of faults) {
      this.parts.log.error({ pool, reason }, 'a pool is read no further')
    }
  }

  async #show(pools: readonly PoolCursor[], events: readonly PoolEvent[]) {
    if (this.parts.consumers.length === 0) return
    const realms = new Map(pools.map(({ pool, realmId }) => [pool, realmId]))
    const shown = events.map((event) => ({ ...event, realmId: realms.get(event.pool)! }))
    for (const event of shown) {
      for (const consumer of this.parts.consumers) await consumer.onSeen?.(event)
    }
    for (const consumer of this.parts.consumers) await consumer.onSeenPage?.(shown)
  }
}

function isLevel({ behindFrom, fault }: PoolCursor): boolean {
  return behindFrom === null && fault === null
}

function isBehind({ behindFrom, fault }: PoolCursor): boolean {
  return behindFrom !== null && fault === null
}
