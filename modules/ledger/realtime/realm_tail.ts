import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import { LIMITS } from '#app/limits'
import type { ValuationCut } from '../extension/valuator.ts'

import { readChange, type JournalChange } from '../storage/tail_changes.ts'
import type { JournalCuts } from '../storage/journal_cuts.ts'

/** A part of this process that follows a realm's journal. */
export interface TailFollower {
  /** With `objects` the tail reads no operations and events, unless another follower needs them. */
  readonly needs: 'objects' | 'everything'
  /** Called before a cut is opened: for work that takes long and needs no cut. */
  prepare?(): Promise<void>
  /** Called with each change in turn, in the session that read it. */
  changed(change: JournalChange, cut: ValuationCut): Promise<void>
  /**
   * Called when the process fell too far behind: changes were skipped, and only the state shows
   * their effect.
   */
  gap(): Promise<void>
}

/**
 * The `LIMITS` that the tail keeps to. They are handed in, so that a test can fall behind at once.
 */
export type TailLimits = Readonly<Record<'pushEveryMs' | 'pushWithinMs' | 'pushedEntries', number>>

/** What the tails of a process have told so far. */
export interface TailCounts {
  entries: number
  failures: number
}

/** How many times as long as the turn the pause after it is, when time allows. */
const PAUSE_FACTOR = 8

/**
 * How long to rest after a turn, in milliseconds. A change that was committed just after the turn's
 * cut waits for the end of the turn, the pause and the next turn; all three fit into `pushWithinMs`
 * while turns are short. A longer pause lets more changes be read, valued and sent together.
 */
export function pauseAfter(tookMs: number, { pushEveryMs, pushWithinMs }: TailLimits): number {
  const inTime = pushWithinMs - 2 * tookMs
  // Pushing takes half of the time at most, however long the turns are.
  return Math.max(pushEveryMs, tookMs, Math.min(tookMs * PAUSE_FACTOR, inTime))
}

/**
 * The journal of one realm, as far as this process has told it. Everything happens in turns, one
 * after the other: all followers are told a change at one cut before the next change is read.
 */
export class RealmTail {
  /** Stops listening to wakes. */
  unlisten: () => void = () => {}
  #followers = new Set<TailFollower>()
  /** The newest entry that followers were told; null until the first turn. */
  #told: number | null = null
  #turns: Promise<unknown> = Promise.resolve()
  #woken = false
  #running = false
  #closed = false
  /** Since when a change waits, by `performance.now()`; null while none does. */
  #waitsSince: number | null = null

  constructor(
    readonly realmId: string,
    private cuts: JournalCuts,
    private log: Logger,
    private limits: TailLimits,
    private counts: TailCounts
  ) {}

  /** For how long a change waits to be told, in milliseconds; null while none does. */
  get waitsMs(): number | null {
    return this.#waitsSince === null ? null : performance.now() - this.#waitsSince
  }

  get size(): number {
    return this.#followers.size
  }

  add(follower: TailFollower) {
    this.#followers.add(follower)
  }

  remove(follower: TailFollower) {
    this.#followers.delete(follower)
  }

  close() {
    this.#closed = true
    this.unlisten()
  }

  wake() {
    this.#woken = true
    this.#waitsSince ??= performance.now()
    if (!this.#running) void this.#run()
  }

  wakeUpTo(seq: number) {
    if (this.#told !== null && seq > this.#told) this.wake()
  }

  visit<Result>(read: (cut: ValuationCut) => Promise<Result>): Promise<Result> {
    return this.#turn(async () => {
      await this.#prepare()
      return this.cuts.now(this.realmId, (cut) => {
        this.#told ??= cut.seq
        return read(cut)
      })
    })
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#woken && !this.#closed) {
      this.#woken = false
      const startedAt = performance.now()
      try {
        await this.#turn(() => this.#advance())
        // What has come during the turn waits from its end on.
        this.#waitsSince = this.#woken ? performance.now() : null
      } catch (error) {
        this.counts.failures++
        this.log.error({ err: error, realmId: this.realmId }, 'a change could not be pushed')
        this.#woken = true
        await delay(LIMITS.realtimePollMs)
      }
      await delay(pauseAfter(performance.now() - startedAt, this.limits))
    }
    this.#running = false
  }

  #turn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turns.then(work)
    this.#turns = turn.catch(() => {})
    return turn
  }

  async #advance(): Promise<void> {
    // No follower has been shown the state yet: what is committed by then is part of what it will
    // see.
    if (this.#told === null || this.#closed) return
    const told = this.#told
    await this.#prepare()
    const reached = await this.cuts.now(this.realmId, async (cut) => {
      if (cut.seq <= told) return told
      if (cut.seq - told > this.limits.pushedEntries) return { gap: cut.seq }
      const change = await readChange(cut, told, this.#needs())
      for (const follower of this.#followers)
        await this.#tell(follower, () => follower.changed(change, cut))
      this.counts.entries += cut.seq - told
      return cut.seq
    })
    if (typeof reached === 'number') {
      this.#told = reached
      return
    }
    this.#told = reached.gap
    // Each follower asks to visit, which is a turn of its own: to wait for it in this turn would
    // never end.
    for (const follower of this.#followers) void this.#tell(follower, () => follower.gap())
  }

  #needs(): TailFollower['needs'] {
    const everything = [...this.#followers].some(({ needs }) => needs === 'everything')
    return everything ? 'everything' : 'objects'
  }

  async #prepare(): Promise<void> {
    for (const follower of this.#followers) {
      if (follower.prepare) await this.#tell(follower, () => follower.prepare!())
    }
  }

  /** A follower that fails is shown the state again, and holds up no other one. */
  async #tell(follower: TailFollower, tell: () => Promise<void>): Promise<void> {
    try {
      await tell()
    } catch (error) {
      this.counts.failures++
      this.log.error({ err: error, realmId: this.realmId }, 'a follower could not be told')
      void follower.gap().catch((again: unknown) => {
        this.log.error({ err: again, realmId: this.realmId }, 'a follower is out of step')
      })
    }
  }
}
