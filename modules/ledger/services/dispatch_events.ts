import type { CommittedEvent, EventListener } from '#app/extension/event_listener'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { failpoint } from '../failpoints.ts'
import { eventsAfter } from '../storage/committed_events.ts'

const BATCH = 100

/**
 * Brings a realm's committed events to every listener, in order and at least once. Each listener
 * has its own position, so that a listener that fails holds up no other one.
 */
@singleton()
export class DispatchEvents {
  constructor(
    private database: Database,
    private modules: ModuleHost
  ) {}

  /**
   * @returns `busy` when another worker is delivering to some listener: that worker may have read
   *   before the newest event was committed, so this run must be repeated
   * @throws the first listener's failure, after all listeners had their turn
   */
  async run(realmId: string): Promise<'delivered' | 'busy'> {
    const failures: unknown[] = []
    let busy = false
    for (const listener of this.modules.contributions('listeners')) {
      await this.#drain(listener, realmId).then(
        (outcome) => (busy ||= outcome === 'busy'),
        (error: unknown) => failures.push(error)
      )
    }
    if (failures.length > 0) throw failures[0]
    return busy ? 'busy' : 'delivered'
  }

  async #drain(listener: EventListener, realmId: string): Promise<'delivered' | 'busy'> {
    await this.#ensurePosition(listener, realmId)
    for (;;) {
      const turn = await this.database.transaction((session) =>
        this.#handleBatch(session, listener, realmId)
      )
      if (turn === 'busy') return 'busy'
      if (turn.failure) throw turn.failure.error
      if (turn.handled < BATCH) return 'delivered'
    }
  }

  /** Reads before it writes: the upsert would wait for the worker that holds the position. */
  async #ensurePosition(listener: EventListener, realmId: string): Promise<void> {
    const [known] = await this.database.read(
      'SELECT 1 FROM listener_positions WHERE listener = ? AND realm_id = ?',
      [listener.name, realmId]
    )
    if (known) return
    await this.database.write(
      `INSERT INTO listener_positions (listener, realm_id, seq, event_no) VALUES (?, ?, 0, 0)
         ON DUPLICATE KEY UPDATE seq = seq`,
      [listener.name, realmId]
    )
  }

  /**
   * Locks the listener's position, so that two workers never deliver out of order, and leaves a
   * position that is locked already to its worker. The position is stored even when a later event
   * fails, so that events handled before the failure are not delivered again.
   */
  async #handleBatch(session: SqlSession, listener: EventListener, realmId: string) {
    const [position] = await session.read<{ seq: string | number; event_no: number }>(
      'SELECT seq, event_no FROM listener_positions WHERE listener = ? AND realm_id = ? FOR UPDATE SKIP LOCKED',
      [listener.name, realmId]
    )
    if (!position) return 'busy' as const
    const after = { seq: Number(position.seq), no: position.event_no }
    const events = await eventsAfter(session, realmId, after, BATCH)
    let failure: { error: unknown } | null = null
    let last: CommittedEvent | null = null
    for (const event of events) {
      try {
        if (wants(listener, event.type)) await listener.handle(event)
        last = event
      } catch (error) {
        failure = { error }
        break
      }
    }
    if (last) {
      await failpoint('event_dispatch.handled')
      await session.write(
        'UPDATE listener_positions SET seq = ?, event_no = ? WHERE listener = ? AND realm_id = ?',
        [last.sequence, last.eventNo, listener.name, realmId]
      )
    }
    return { handled: events.length, failure }
  }
}

function wants({ types }: EventListener, type: string): boolean {
  return types.includes('*') || types.includes(type)
}
