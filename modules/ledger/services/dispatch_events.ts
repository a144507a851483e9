import type { CommittedEvent, EventListener } from '#app/extension/event_listener'
import { ModuleHost } from '#app/extension/module_host'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import { SharedReads } from '#app/storage/shared_reads'
import { failpoint } from '../failpoints.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import { eventsAfter, type EventPlace } from '../storage/committed_events.ts'
import { ensurePosition, passOver, placesOf } from '../storage/listener_store.ts'
import { EnlistListeners } from './enlist_listeners.ts'

/**
 * Brings a realm's committed events to every listener, in order and at least once. Each listener
 * has its own position, so that a listener that fails holds up no other one.
 */
@singleton()
export class DispatchEvents {
  #shared = new SharedReads((realmId: string) => this.#dispatch(realmId))

  constructor(
    private database: Database,
    private modules: ModuleHost,
    private enlist: EnlistListeners
  ) {}

  /**
   * Jobs of a realm that come while one runs in this process are served together by the next run,
   * which begins after the events of all of them were committed.
   *
   * @returns `busy` when another worker is delivering to some listener: that worker may have read
   *   before the newest event was committed, so this run must be repeated
   * @throws the first listener's failure, after all listeners had their turn
   */
  run(realmId: string): Promise<'delivered' | 'busy'> {
    return this.#shared.read(realmId)
  }

  async #dispatch(realmId: string): Promise<'delivered' | 'busy'> {
    const failures: unknown[] = []
    let busy = false
    let behind = await this.#left(realmId, this.modules.contributions('listeners'))
    // By turns, so that a listener with years before it holds up no other one.
    while (behind.length > 0) {
      const still: EventListener[] = []
      for (const listener of behind) {
        await this.turn(listener, realmId).then(
          (outcome) => {
            busy ||= outcome === 'busy'
            if (outcome === 'more') still.push(listener)
          },
          (error: unknown) => failures.push(error)
        )
      }
      behind = still
    }
    if (failures.length > 0) throw failures[0]
    return busy ? 'busy' : 'delivered'
  }

  /**
   * Most events are of interest to few listeners. Those that have had the same events as all others,
   * and want none of the new ones, are moved past them together: a transaction for each of them, in
   * which all events are read once more, would cost more than what the events tell of.
   *
   * @returns the listeners that need a turn
   */
  async #left(realmId: string, listeners: readonly EventListener[]): Promise<EventListener[]> {
    const left: EventListener[] = []
    let front = [...listeners]
    for (let turn = 0; turn < LEDGER_LIMITS.dispatchTurns; turn++) {
      const { passed, isEnd } = await this.#passTogether(realmId, front)
      left.push(...front.filter(({ name }) => !passed.has(name)))
      if (isEnd) return left
      front = front.filter(({ name }) => passed.has(name))
    }
    return [...left, ...front]
  }

  /** @returns the names of those that were moved past a bounded number of events, and whether these were the last */
  async #passTogether(realmId: string, listeners: readonly EventListener[]) {
    const places = await placesOf(this.database, realmId, namesOf(listeners))
    const front = [...places.values()].reduce<EventPlace | null>(newerOf, null)
    if (!front) return { passed: new Set<string>(), isEnd: true }
    const most = LEDGER_LIMITS.dispatchedEvents
    const events = await eventsAfter(this.database, realmId, front, most)
    const idle: EventListener[] = []
    for (const listener of listeners) {
      const place = places.get(listener.name)
      const isThere = place !== undefined && isSame(place, front)
      if (isThere && (await passesOver(listener, events))) idle.push(listener)
    }
    const names = namesOf(idle)
    const isEnd = events.length < most || idle.length === 0
    const last = events.at(-1)
    if (!last) return { passed: new Set(names), isEnd }
    const to = { seq: last.sequence, no: last.eventNo }
    const passed = await this.database.transaction((session) =>
      passOver(session, realmId, { names, from: front, to })
    )
    return { passed, isEnd }
  }

  /**
   * Brings one listener a bounded number of a realm's events.
   *
   * @returns `more` when there are others after them
   * @throws what the listener throws
   */
  async turn(listener: EventListener, realmId: string): Promise<'delivered' | 'busy' | 'more'> {
    const { name } = listener
    await ensurePosition(this.database, {
      name,
      realmId,
      since: () => this.enlist.startOf(listener),
    })
    for (let count = 0; count < LEDGER_LIMITS.dispatchTurns; count++) {
      const batch = await this.database.transaction((session) =>
        this.#handleBatch(session, listener, realmId)
      )
      if (batch === 'busy') return 'busy'
      if (batch.failure) throw batch.failure.error
      if (batch.handled < LEDGER_LIMITS.dispatchedEvents) return 'delivered'
    }
    return 'more'
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
    const events = await eventsAfter(session, realmId, after, LEDGER_LIMITS.dispatchedEvents)
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

function namesOf(listeners: readonly EventListener[]): string[] {
  return listeners.map(({ name }) => name)
}

function newerOf(one: EventPlace | null, other: EventPlace): EventPlace {
  const isNewer = one && (one.seq > other.seq || (one.seq === other.seq && one.no > other.no))
  return isNewer ? one : other
}

function isSame(one: EventPlace, other: EventPlace): boolean {
  return one.seq === other.seq && one.no === other.no
}

/** One that cannot tell has its turn, in which its failure is its own. */
async function passesOver(
  listener: EventListener,
  events: readonly CommittedEvent[]
): Promise<boolean> {
  const wanted = events.filter(({ type }) => wants(listener, type))
  if (wanted.length === 0) return true
  return (await listener.passesOver?.(wanted).catch(() => false)) ?? false
}

function wants({ types }: EventListener, type: string): boolean {
  return types.includes('*') || types.includes(type)
}
