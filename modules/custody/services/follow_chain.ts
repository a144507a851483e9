import type { Logger } from '@adonisjs/core/logger'
import { ChainUnreachable } from '../chain/errors.ts'
import type { Header } from '../core/chain_types.ts'
import { firstLook, judgeDivergence, type Block, type Finality } from '../core/judge_chain.ts'
import type { IndexCursor, IndexStore } from '../storage/index_store.ts'
import type { PoolCursorStore } from '../storage/pool_cursor_store.ts'
import type { PoolEventStore } from '../storage/pool_event_store.ts'
import type { CustodyChain } from './custody_chain.ts'

export interface FollowRules {
  finality: Finality
  /** How many of the newest blocks are remembered: the deepest reorganisation that is survived. */
  rememberedBlocks: number
}

export type ChainState = 'same' | 'extends' | 'lagging' | 'stopped'

/** Keeps the cursor on the chain: takes back what a reorganisation took back, and stops at what should never be. */
export class FollowChain {
  constructor(
    private chain: CustodyChain,
    private index: IndexStore,
    private pools: PoolCursorStore,
    private events: PoolEventStore,
    private rules: FollowRules,
    private log: Logger
  ) {}

  /** Begins at the head; pools are read from their own first block. */
  async begin(head: number): Promise<void> {
    await this.index.create(await this.#newest(head))
  }

  /** After it the cursor is part of the chain, unless `lagging` or `stopped`. */
  async run(cursor: IndexCursor, told: Block): Promise<ChainState> {
    // Since the head was asked for, another worker may have read a block that came after it.
    const head = told.number < cursor.number ? await this.#head() : told
    const seen = head.number > cursor.number ? await this.chain.gateway.header(cursor.number) : head
    if (!seen) throw new ChainUnreachable('the node does not show a block below its head')
    const look = firstLook(cursor, head.number, seen, this.rules.finality)
    if (look !== 'diverged') return look
    const stored = await this.index.blocks()
    const hashAt = await this.#hashesAt(stored, head.number)
    const verdict = judgeDivergence(stored, hashAt, cursor.finalNumber, this.rules.finality)
    if (verdict.kind === 'stop') {
      await this.stop(cursor, verdict.reason)
      return 'stopped'
    }
    if (verdict.kind === 'start_over') {
      this.log.warn({ reason: verdict.reason }, 'events of the local chain are read again')
      await this.startOver(cursor, head.number)
    } else await this.#rewind(cursor, verdict.ancestor)
    return cursor.number === head.number ? 'same' : 'extends'
  }

  async stop(cursor: IndexCursor, reason: string): Promise<void> {
    this.log.error({ reason, chainId: this.chain.chainId }, 'the indexer has stopped')
    await this.index.step(cursor, (session) => this.index.stop(session, reason))
    cursor.stoppedReason = reason
  }

  /** Reads everything again, from the first block; final events stay and have to come again as they were. */
  async startOver(cursor: IndexCursor, head: number): Promise<void> {
    const blocks = await this.#newest(head)
    const at = blocks.at(-1)!
    await this.index.step(cursor, async (session) => {
      await this.events.deleteTentativeAbove(session, -1)
      await this.pools.readAgain(session, this.rules.finality === 'rebuilt')
      await this.index.forgetAbove(session, -1)
      await this.index.remember(session, blocks, this.rules.rememberedBlocks)
      await this.index.moveTo(session, at, at.number)
      await this.index.markFinal(session, 0)
      await this.index.resume(session)
    })
    const { number, hash } = at
    Object.assign(cursor, { number, hash, verifiedNumber: number, finalNumber: 0 })
    cursor.stoppedReason = null
  }

  async #rewind(cursor: IndexCursor, ancestor: Block): Promise<void> {
    const { number, hash } = ancestor
    const verifiedNumber = Math.min(cursor.verifiedNumber, number)
    const finalNumber = Math.min(cursor.finalNumber, number)
    const deleted = await this.index.step(cursor, async (session) => {
      for (const [pool, seq] of await this.events.firstAbove(session, number)) {
        await this.pools.takeBackTo(session, pool, seq - 1)
      }
      await this.pools.holdAt(session, number)
      await this.index.forgetAbove(session, number)
      await this.index.moveTo(session, ancestor, verifiedNumber)
      await this.index.markFinal(session, finalNumber)
      return this.events.deleteTentativeAbove(session, number)
    })
    const about = { from: cursor.number, to: number, deleted }
    this.log.info(about, 'the chain was reorganised; its events are read again')
    Object.assign(cursor, { number, hash, verifiedNumber, finalNumber })
  }

  async #head(): Promise<Block> {
    const { head: number, headHash: hash } = await this.chain.gateway.health()
    return { number, hash }
  }

  async #newest(head: number): Promise<Header[]> {
    const first = Math.max(0, head - this.rules.rememberedBlocks + 1)
    const numbers = Array.from({ length: head - first + 1 }, (_, index) => first + index)
    const headers = await this.chain.gateway.headers(numbers)
    return headers.map((header, index) => {
      const parent = headers[index - 1]
      if (!header || (parent && header.parentHash !== parent.hash)) {
        throw new ChainUnreachable('the chain moves while its blocks are read')
      }
      return header
    })
  }

  async #hashesAt(stored: readonly Block[], head: number) {
    const numbers = stored.map(({ number }) => number).filter((number) => number <= head)
    const headers = await this.chain.gateway.headers(numbers)
    return new Map(headers.flatMap((header) => (header ? [[header.number, header.hash]] : [])))
  }
}
