import { Clock, type Micros } from '#app/clock/clock'
import type { EventListener } from '#app/extension/event_listener'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { listenerBackfillJob } from '../core/job_rows.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import {
  beginSettling,
  enlistListener,
  listenerSince,
  listenersToSettle,
  unknownListeners,
} from '../storage/listener_store.ts'

/**
 * Notes since when each listener is known, and owes its backfill in the same transaction: a listener
 * that is new to the database is brought to every realm there is.
 */
@singleton()
export class EnlistListeners {
  constructor(
    private database: Database,
    private modules: ModuleHost,
    private relay: OutboxRelay,
    private clock: Clock
  ) {}

  /**
   * Enlists what is new. It also owes each listener a second pass, once the processes that did not
   * know it must be gone: while the release was rolled out, they may have finished the dispatch of
   * an event without telling it.
   */
  async run(): Promise<void> {
    const names = this.modules.contributions('listeners').map(({ name }) => name)
    for (const name of await unknownListeners(this.database, names)) await this.#enlist(name)
    const before = this.clock.nowMicros() - LEDGER_LIMITS.rolloutMs * 1000
    for (const name of await listenersToSettle(this.database, before)) {
      await this.#owe(name, (session) => beginSettling(session, name))
    }
  }

  /** From when on a listener is told events; null for one that is told all of them. */
  async startOf({ name, from = 'beginning' }: EventListener): Promise<Micros | null> {
    if (from === 'beginning') return null
    const since = await listenerSince(this.database, name)
    if (since !== null) return since
    await this.#enlist(name)
    return listenerSince(this.database, name)
  }

  #enlist(name: string): Promise<void> {
    return this.#owe(name, (session) => enlistListener(session, name, this.clock.nowMicros()))
  }

  /** @param begin answers false when another process was first, which then owes the job */
  async #owe(name: string, begin: (session: SqlSession) => Promise<boolean>): Promise<void> {
    const jobs = await this.database.transaction(async (session): Promise<OutboxJob[]> => {
      if (!(await begin(session))) return []
      const job = listenerBackfillJob(name)
      await Outbox.store(session, [job])
      return [job]
    })
    await this.relay.announce(jobs)
  }
}
