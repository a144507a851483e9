import { ModuleHost } from '#app/extension/module_host'
import type { EventListener } from '#app/extension/event_listener'
import { singleton } from '#app/extension/singleton'
import { Outbox } from '#app/queue/outbox'
import { Database } from '#app/storage/database'
import { eventDispatchJob } from '../core/job_rows.ts'
import { failpoint } from '../failpoints.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import { backfillOf, noteBackfill, realmsAfter, type Backfill } from '../storage/listener_store.ts'
import { DispatchEvents } from './dispatch_events.ts'

const NEXT = { catching_up: 'caught_up', settling: 'settled' } as const

type Running = Backfill & { state: keyof typeof NEXT }

/**
 * Brings a new listener to every realm, one after the other. The listener reads on from its position
 * in the realm, under the lock that the dispatch of new events takes too: whichever of the two comes
 * first, each event is told in order and once. What is done is noted realm by realm, so that a
 * worker that dies is followed by one that goes on.
 */
@singleton()
export class BackfillListener {
  constructor(
    private database: Database,
    private modules: ModuleHost,
    private dispatch: DispatchEvents
  ) {}

  /**
   * @returns `again` when its turn is over before the work is, and when no module of this process
   *   brings the listener: during a rollout another process does
   */
  async run(name: string): Promise<'done' | 'again'> {
    const listener = this.modules.contributions('listeners').find((one) => one.name === name)
    if (!listener) return 'again'
    const until = Date.now() + LEDGER_LIMITS.backfillTurnMs
    while (Date.now() < until) {
      const place = await backfillOf(this.database, name)
      if (!isRunning(place)) return 'done'
      await this.#realms(listener, place, until)
    }
    return 'again'
  }

  async #realms(listener: EventListener, place: Running, until: number): Promise<void> {
    const ids = await realmsAfter(this.database, place.through, LEDGER_LIMITS.backfillRealms)
    let from = place
    for (const realmId of ids) {
      const outcome = await this.#drain(listener, realmId, until)
      if (outcome === 'more') return
      const to = { ...from, through: realmId }
      await this.#note(listener.name, { from, to }, outcome === 'left' ? realmId : null)
      await failpoint('listener_backfill.noted')
      from = to
    }
    if (ids.length > 0) return
    await this.#note(listener.name, { from, to: { ...from, state: NEXT[from.state] } }, null)
  }

  /**
   * @returns `left` when the listener failed in this realm, or another worker is bringing it events
   *   there: a dispatch of its own then goes on, and holds up no other realm
   */
  async #drain(listener: EventListener, realmId: string, until: number) {
    for (;;) {
      const outcome = await this.dispatch.turn(listener, realmId).catch(() => 'left' as const)
      if (outcome === 'delivered') return 'delivered'
      if (outcome !== 'more') return 'left'
      if (Date.now() >= until) return 'more'
    }
  }

  async #note(name: string, step: { from: Running; to: Backfill }, left: string | null) {
    await this.database.transaction(async (session) => {
      await noteBackfill(session, name, step)
      if (left !== null) await Outbox.store(session, [eventDispatchJob(left)])
    })
  }
}

function isRunning(place: Backfill | null): place is Running {
  return place !== null && place.state in NEXT
}
