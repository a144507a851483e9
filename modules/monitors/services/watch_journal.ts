import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlSession } from '#app/storage/database'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import {
  committedAmong,
  cutAtEntry,
  headSeq,
  JournalCuts,
  RealmReader,
  touchedGroups,
  type TouchedGroup,
} from '#modules/ledger/index'
import { stateAfter, watches, type Monitor } from '../core/monitor.ts'
import { MONITOR_LIMITS } from '../limits.ts'
import { MonitorStore, type MonitoredRealm } from '../storage/monitor_store.ts'
import { MeasureValue } from './measure_value.ts'
import { crossingId, TellCrossing } from './tell_crossing.ts'

/**
 * Follows the journals of realms with monitors, commit after commit, and measures what each commit
 * may have changed as it was then: what was crossed and came back while no worker ran is told as
 * well, in the order of the journal.
 */
@singleton()
export class WatchJournal {
  constructor(
    private monitors: MonitorStore,
    private measure: MeasureValue,
    private tell: TellCrossing,
    private realms: RealmReader,
    private cuts: JournalCuts,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * Runs may repeat and overlap: one of them has each realm.
   *
   * @throws the first failure, after every realm had its turn
   */
  async run(): Promise<void> {
    const due = await this.monitors.due(this.clock.nowMicros(), MONITOR_LIMITS.sweepBatch)
    const failures: unknown[] = []
    for (const realmId of due) {
      await this.#turn(realmId).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }

  /**
   * The realm is locked meanwhile. After a crash the same commits are measured again, at the same
   * cuts and with the same numbers of their crossings, so that nothing is told twice.
   */
  async #turn(realmId: string): Promise<void> {
    await this.measure.prepare(realmId)
    await this.database.transaction(async (session) => {
      const place = await this.monitors.take(session, realmId)
      if (!place) return
      const isOpen = (await this.realms.byId(realmId)) !== null
      const monitors = isOpen ? await this.monitors.ofRealm(session, realmId) : []
      if (monitors.length === 0) return this.monitors.forget(session, realmId)
      await this.#follow(session, place, monitors)
    })
  }

  async #follow(session: SqlSession, place: MonitoredRealm, monitors: Monitor[]) {
    const { realmId, seq } = place
    const groups = await touchedGroups(this.database, realmId, seq, MONITOR_LIMITS.turnGroups)
    let current = monitors
    for (const group of groups) {
      const concerned = current.filter((monitor) => isConcerned(monitor, group))
      if (concerned.length === 0) continue
      const measured = await this.database.snapshot(async (reader) =>
        this.#measured(await cutAtEntry(reader, realmId, group.seq), concerned)
      )
      current = await this.#changed(session, current, measured)
    }
    const reached = groups.at(-1)?.seq ?? seq
    const isAtHead = reached >= (await headSeq(this.database, realmId))
    const looked = isAtHead ? current.filter((monitor) => isLookedAt(monitor, reached)) : []
    const rest = await this.#recalled(session, looked)
    current = current.map((each) => rest.find(({ id }) => id === each.id) ?? each)
    const measured = await this.#measuredNow(realmId, reached, rest)
    current = await this.#changed(session, current, measured)
    const dueAt = measured.size < rest.length ? this.clock.nowMicros() : this.#nextLook(current)
    await this.monitors.reached(session, { realmId, seq: reached, dueAt })
  }

  /**
   * What a turn has told that died before it was noted. A commit is measured again as it was; what
   * is measured now may have come back since, and would be forgotten as crossed: its next crossing
   * would have the number of the one that was told, and would not be told.
   */
  async #recalled(session: SqlSession, monitors: readonly Monitor[]): Promise<Monitor[]> {
    const ids = monitors.map((monitor) => crossingId(monitor, nextOf(monitor)))
    const told = await committedAmong(session, ids)
    const recalled: Monitor[] = []
    for (const monitor of monitors) {
      const state = nextOf(monitor)
      const isTold = told.has(crossingId(monitor, state))
      const changes = { state, crossings: monitor.crossings + 1, changedAt: this.clock.nowMicros() }
      if (isTold) await this.monitors.change(session, monitor.id, changes)
      recalled.push(isTold ? { ...monitor, ...changes } : monitor)
    }
    return recalled
  }

  /**
   * Measures at the entry that is reached and nothing later: the entries that have come meanwhile
   * are the next turn's, in the order of the journal. Equity has to wait for that turn, because it
   * is measured with the marks of now.
   */
  async #measuredNow(realmId: string, reached: number, rest: readonly Monitor[]) {
    if (rest.length === 0) return new Map<string, bigint>()
    return this.cuts.now(realmId, async (head) => {
      if (head.seq === reached) return this.#measured(head, rest)
      const cut = await cutAtEntry(head.session, realmId, reached)
      return this.#measured(
        cut,
        rest.filter(({ measure }) => measure !== 'equity')
      )
    })
  }

  async #measured(cut: ValuationCut, monitors: readonly Monitor[]) {
    const values = new Map<string, bigint>()
    for (const monitor of monitors) values.set(monitor.id, await this.measure.run(cut, monitor))
    return values
  }

  async #changed(session: SqlSession, monitors: Monitor[], values: ReadonlyMap<string, bigint>) {
    const changed: Monitor[] = []
    for (const monitor of monitors) {
      const value = values.get(monitor.id)
      changed.push(value === undefined ? monitor : await this.#noted(session, monitor, value))
    }
    return changed
  }

  async #noted(session: SqlSession, monitor: Monitor, value: bigint): Promise<Monitor> {
    const state = stateAfter(monitor, value)
    const isTold = state !== monitor.state && !(monitor.state === 'new' && state === 'clear')
    if (!isTold && state === monitor.state && monitor.value === value) return monitor
    if (isTold) await this.tell.run(monitor, state, value)
    const changes = {
      state,
      value,
      ...(isTold && { crossings: monitor.crossings + 1, changedAt: this.clock.nowMicros() }),
    }
    await this.monitors.change(session, monitor.id, changes)
    return { ...monitor, ...changes }
  }

  #nextLook(monitors: readonly Monitor[]) {
    const now = this.clock.nowMicros()
    if (monitors.some(({ state }) => state === 'new')) return now
    const hasEquity = monitors.some(({ measure }) => measure === 'equity')
    return hasEquity ? now + MONITOR_LIMITS.equityMs * 1000 : null
  }
}

/** What a monitor can tell next. */
function nextOf({ state }: Monitor): 'crossed' | 'clear' {
  return state === 'crossed' ? 'clear' : 'crossed'
}

/** A monitor begins with its first measurement, and not with what was before it. */
function isConcerned(monitor: Monitor, { seq, paths }: TouchedGroup): boolean {
  return (
    monitor.state !== 'new' && seq > monitor.fromSeq && paths.some((path) => watches(monitor, path))
  )
}

/** New monitors, and those whose value prices change. */
function isLookedAt({ state, measure, fromSeq }: Monitor, reached: number): boolean {
  return state === 'new' ? reached >= fromSeq : measure === 'equity'
}
