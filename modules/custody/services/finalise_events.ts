import type { Logger } from '@adonisjs/core/logger'
import type { SqlSession } from '#app/storage/database'
import { failpoint } from '../failpoints.ts'
import type { PoolEvent } from '../core/pool_event.ts'
import { projectEvent, ProjectionMismatch, type ProjectedAccount } from '../core/project_event.ts'
import { Overtaken, type IndexCursor, type IndexStore } from '../storage/index_store.ts'
import type { PoolCursor, PoolCursorStore } from '../storage/pool_cursor_store.ts'
import type { PoolEventStore } from '../storage/pool_event_store.ts'
import type { ProjectionStore } from '../storage/projection_store.ts'
import type { BelieveLarge, Believed } from './believe_large.ts'
import type { PoolEventConsumer } from './pool_event_consumer.ts'

const AT_ONCE = 500

interface Finalised {
  applied: number
  failed: boolean
}

/** Makes events final, pool by pool in the order of their numbers, each in one transaction with its effects. */
export class FinaliseEvents {
  constructor(
    private index: IndexStore,
    private pools: PoolCursorStore,
    private events: PoolEventStore,
    private projection: ProjectionStore,
    private consumers: readonly PoolEventConsumer[],
    private large: BelieveLarge,
    private log: Logger
  ) {}

  /**
   * @param finalBlock events up to here are final
   * @returns how many became final, and whether a pool failed and is owed another try
   */
  async run(cursor: IndexCursor, finalBlock: number): Promise<Finalised> {
    const ripe = await this.events.poolsWithRipe(finalBlock)
    let [applied, failed] = [0, false]
    for (const pool of ripe.size > 0 ? await this.pools.all() : []) {
      if (!ripe.has(pool.pool) || pool.fault !== null) continue
      const one = await this.#finalisePool(cursor, pool, finalBlock)
      applied += one.applied
      failed ||= one.failed
    }
    if (finalBlock > cursor.finalNumber) {
      await this.index.step(cursor, (session) => this.index.markFinal(session, finalBlock))
      cursor.finalNumber = finalBlock
    }
    return { applied, failed }
  }

  async #finalisePool(
    cursor: IndexCursor,
    pool: PoolCursor,
    finalBlock: number
  ): Promise<Finalised> {
    let finalSeq = pool.finalSeq
    let failed = false
    try {
      for (;;) {
        const believed = await this.#believed(cursor, { ...pool, finalSeq }, finalBlock)
        const next = await this.index.step(cursor, (session) =>
          this.#apply(session, { ...pool, finalSeq }, finalBlock, believed)
        )
        const applied = next - finalSeq
        finalSeq = next
        if (applied > 0) await this.#committed()
        const waits = believed?.waits ?? null
        if (waits === 'unasked' && applied > 0) continue
        if (waits || applied < AT_ONCE) {
          failed = waits !== null && waits !== 'young'
          break
        }
      }
    } catch (error) {
      if (error instanceof Overtaken) throw error
      failed = true
      await this.#failed(cursor, { ...pool, finalSeq }, error)
    }
    return { applied: finalSeq - pool.finalSeq, failed }
  }

  /**
   * Asked before the transaction, which must not wait for nodes.
   *
   * @returns which of the next events count although they are old enough; null: all of them
   */
  async #believed(cursor: IndexCursor, pool: PoolCursor, finalBlock: number) {
    if (!this.large.isAsked) return null
    const ripe = await this.events.ripe(pool.pool, pool.finalSeq, finalBlock, AT_ONCE)
    return this.large.run(pool, inARow(ripe, pool), cursor.number)
  }

  /** @returns the number of the newest final event */
  async #apply(
    session: SqlSession,
    pool: PoolCursor,
    finalBlock: number,
    believed: Believed | null
  ): Promise<number> {
    const found = await this.events.ripe(pool.pool, pool.finalSeq, finalBlock, AT_ONCE, session)
    const events = inARow(found, pool).slice(0, believed?.count)
    if (events.length === 0) return pool.finalSeq
    const book = await this.projection.book(session, pool.pool)
    const touched = new Set<ProjectedAccount>()
    for (const event of events) {
      for (const account of projectEvent(book, event)) touched.add(account)
      await this.#tell(session, pool, event)
    }
    await this.#tellStep(session, pool, events)
    const finalSeq = events.at(-1)!.seq
    await this.projection.save(session, pool.pool, touched)
    await this.events.markFinal(session, pool.pool, pool.finalSeq + 1, finalSeq)
    await this.pools.save(session, { ...pool, finalSeq })
    if (believed) await this.large.note(session, pool.pool, believed)
    return finalSeq
  }

  async #tell(session: SqlSession, { realmId }: PoolCursor, event: PoolEvent): Promise<void> {
    for (const consumer of this.consumers) await consumer.onFinal?.({ ...event, realmId }, session)
  }

  async #tellStep(
    session: SqlSession,
    { realmId }: PoolCursor,
    events: readonly PoolEvent[]
  ): Promise<void> {
    const shown = events.map((event) => ({ ...event, realmId }))
    for (const consumer of this.consumers) await consumer.onFinalStep?.(shown, session)
  }

  async #committed(): Promise<void> {
    await failpoint('custody.outcomes_final')
    for (const consumer of this.consumers) await consumer.onCommitted?.()
  }

  async #failed(cursor: IndexCursor, pool: PoolCursor, error: unknown): Promise<void> {
    const about = { err: error, realmId: pool.realmId, pool: pool.pool }
    if (!(error instanceof ProjectionMismatch)) {
      this.log.error(about, 'events of a pool could not be applied; they will be tried again')
      return
    }
    this.log.error(about, 'the events of a pool contradict each other; it is read no further')
    await this.index.step(cursor, (session) =>
      this.pools.save(session, { ...pool, fault: error.message })
    )
  }
}

/** Those that follow the newest final event without a gap. */
function inARow(events: readonly PoolEvent[], { finalSeq }: PoolCursor): PoolEvent[] {
  return events.filter(({ seq }, index) => seq === finalSeq + index + 1)
}
