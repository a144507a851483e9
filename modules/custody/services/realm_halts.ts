import { Logger } from '@adonisjs/core/logger'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { QueueHost } from '#app/queue/queue_host'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { Database, type SqlSession } from '#app/storage/database'
import { classifyDatabaseError } from '#app/storage/database_errors'
import { QUEUES } from '../core/queue_names.ts'
import { replaces, type ActiveHalt, type HaltCause } from '../core/realm_halt.ts'
import { HaltStore } from '../storage/halt_store.ts'
import { HaltRecords, type HaltDoer } from './halt_records.ts'
import { CustodyChain } from './custody_chain.ts'

/** How old an answer from memory may be: every process has to act on a halt within a second. */
const FRESH_MS = 250

/**
 * Which realms stand still. Answers from memory; whoever asks first after `FRESH_MS` brings it up to
 * date for all, with two statements for all realms. When the database is away nothing is answered,
 * and nothing moves.
 *
 * A chain whose indexer has stopped, because what was final is gone, halts all its realms as long as
 * it stands: nobody can say any more what they hold.
 */
@singleton()
export class RealmHalts {
  #byRealm = new Map<string, ActiveHalt>()
  #stop: { reason: string; since: number } | null = null
  #freshUntil = 0
  #refreshing: Promise<void> | null = null

  constructor(
    private store: HaltStore,
    private database: Database,
    private chain: CustodyChain,
    private records: HaltRecords,
    private queues: QueueHost,
    private log: Logger
  ) {}

  async of(realmId: string): Promise<ActiveHalt | null> {
    await this.#refresh()
    return this.#haltOf(realmId)
  }

  /** Like `of`, at once: a bulk asks hundreds of times. Undefined when it has to be read. */
  known(realmId: string): ActiveHalt | null | undefined {
    return this.#isFresh() ? this.#haltOf(realmId) : undefined
  }

  #haltOf(realmId: string): ActiveHalt | null {
    const halt = this.#byRealm.get(realmId) ?? null
    if (this.#stop === null || halt?.type === 'all_flows') return halt
    const { reason, since } = this.#stop
    const cause = { type: 'all_flows', source: 'service', by: 'indexer', reason } as const
    return { id: 'stopped', realmId, since, ...cause }
  }

  /**
   * Halts a realm, or leaves the halt it has when that is as strong.
   *
   * @param admin who asked for it, when it is not the service itself
   * @param keep keeps the answer with it
   * @returns the halt in force
   */
  async raise(
    realmId: string,
    cause: HaltCause,
    admin?: Principal,
    keep: Keep<ActiveHalt> = keepNothing
  ): Promise<ActiveHalt> {
    const doer = admin ?? cause
    try {
      return await this.#raise(realmId, cause, doer, keep)
    } catch (error) {
      // Two at once: the other one's halt is there now.
      if (classifyDatabaseError(error, false) !== 'duplicate') throw error
      return this.#raise(realmId, cause, doer, keep)
    } finally {
      this.#changed()
    }
  }

  /**
   * Halts a realm by a new halt, whatever halt it has: its pool goes on although nobody let it, and only
   * a new one makes the pool follow again.
   */
  async raiseAnew(realmId: string, cause: HaltCause): Promise<void> {
    const raised = await this.database.transaction(async (session) => {
      const current = await this.store.activeOf(session, realmId)
      // The page that told of it is read again after a failure.
      if (current?.reason === cause.reason) return null
      if (current) {
        await this.store.end(session, current.id, cause.by)
        await this.store.lookAgain(session, current.id, 'resumed')
      }
      await this.records.set(session, realmId, cause, cause)
      return this.store.add(session, realmId, cause)
    })
    this.#changed()
    if (raised) this.log.error({ realmId, halt: raised }, 'a realm is halted anew')
  }

  /** Its pool goes on because of an older halt that has ended: it is halted once more. */
  async followAgain(realmId: string): Promise<void> {
    const halt = await this.store.activeIn(realmId)
    if (halt?.type !== 'all_flows') return
    await this.store.lookAgain(this.database, halt.id, 'none')
    this.#changed()
  }

  /** Lets a realm go on. @returns false when nobody had halted it */
  async clear(realmId: string, by: string, admin?: Principal): Promise<boolean> {
    const ended = await this.database.transaction(async (session) => {
      const halt = await this.store.activeOf(session, realmId)
      if (!halt) return null
      await this.store.end(session, halt.id, by)
      await this.records.lifted(session, realmId, halt, admin ?? { by })
      return halt
    })
    this.#changed()
    if (ended) this.log.warn({ realmId, halt: ended, by }, 'a realm is let go on')
    return ended !== null
  }

  /** Marks what is remembered as too old, so that the next question reads it again. */
  forget() {
    this.#freshUntil = 0
  }

  /** The pools follow soon. */
  #changed() {
    this.forget()
    if (this.chain.configured) this.queues.wake(QUEUES.halts)
  }

  async #raise(
    realmId: string,
    cause: HaltCause,
    doer: HaltDoer,
    keep: Keep<ActiveHalt>
  ): Promise<ActiveHalt> {
    const { halt, isNew } = await this.database.transaction(async (session) => {
      const exchanged = await this.#exchange(session, realmId, cause, doer)
      await keep(session, exchanged.halt)
      return exchanged
    })
    if (isNew) this.log.error({ realmId, halt }, 'a realm is halted')
    return halt
  }

  async #exchange(session: SqlSession, realmId: string, cause: HaltCause, doer: HaltDoer) {
    const current = await this.store.activeOf(session, realmId)
    if (current && !replaces(cause, current)) {
      // Its pool is halted already, and is to be resumed with it.
      if (cause.source === 'chain') await this.store.lookAgain(session, current.id, 'halting')
      return { halt: current, isNew: false }
    }
    if (current) await this.store.end(session, current.id, cause.by)
    // A pool that others have halted is resumed, however soon its realm is let go on.
    const onChain = cause.source === 'chain' ? 'halting' : 'none'
    const halt = await this.store.add(session, realmId, cause, onChain)
    await this.records.set(session, realmId, cause, doer)
    // One halt after the other: the pool stays as it is, and never runs in between.
    if (current?.type === halt.type) await this.store.handOver(session, current.id, halt.id)
    return { halt, isNew: true }
  }

  /** Whoever asks while it is read waits for it: a process that has just started knows no halt yet. */
  #isFresh(): boolean {
    return this.#refreshing === null && performance.now() < this.#freshUntil
  }

  async #refresh(): Promise<void> {
    if (this.#isFresh()) return
    this.#refreshing ??= this.#reload().finally(() => {
      this.#refreshing = null
    })
    await this.#refreshing
  }

  async #reload(): Promise<void> {
    const startedAt = performance.now()
    this.#freshUntil = startedAt + FRESH_MS
    try {
      const [halts, stop] = await Promise.all([
        this.store.active(),
        this.chain.configured ? this.store.stopOf(this.chain.chainId) : null,
      ])
      this.#byRealm = new Map(halts.map((halt) => [halt.realmId, halt]))
      this.#stop = stop
    } catch (error) {
      this.#freshUntil = 0
      throw error
    }
  }
}
