import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import type { ValuationCut } from '#app/extension/valuator'

import { readChange, type JournalChange } from '../storage/tail_changes.ts'
import type { JournalCuts } from '../storage/journal_cuts.ts'

/** Somebody who wants to know what a realm's journal takes in. */
export interface TailFollower {
  /** `objects` spares the tail reading operations and events when nobody else wants them. */
  readonly needs: 'objects' | 'everything'
  /** Called before a cut is opened: what takes long and needs none. */
  prepare?(): Promise<void>
  /** Called with every change in turn, in the session it was read in. */
  changed(change: JournalChange, cut: ValuationCut): Promise<void>
  /** The process fell too far behind: what was not told is in the state, and nowhere else. */
  gap(): Promise<void>
}

/** What of `LIMITS` the tail keeps to. Handed in, so that a test can fall behind at once. */
export type TailLimits = Readonly<
  Record<'realtimePollMs' | 'pushEveryMs' | 'pushWithinMs' | 'pushedEntries', number>
>

/** Where there is time, the pause after a turn is so many times as long as the turn. */
const PAUSE_FACTOR = 8

/**
 * How long to rest after a turn. What was committed just after its cut waits for its end, the pause
 * and the next turn: all of that fits `pushWithinMs` while turns are short. The more is committed
 * meanwhile, the more of it is read, valued and sent at once.
 */
export function pauseAfter(tookMs: number, { pushEveryMs, pushWithinMs }: TailLimits): number {
  const inTime = pushWithinMs - 2 * tookMs
  // However long turns take: pushing has half of the time at most.
  return Math.max(pushEveryMs, tookMs, Math.min(tookMs * PAUSE_FACTOR, inTime))
}

/**
 * The journal of one realm as this process has told it. Everything happens in turns, one after the
 * other: a change is told to all followers at one cut before anybody looks at the next one.
 */
export class RealmTail {
  /** Ends its listening to wakes. */
  unlisten: () => void = () => {}
  #followers = new Set<TailFollower>()
  /** The newest entry that was told; null until the first turn. */
  #told: number | null = null
  #turns: Promise<unknown> = Promise.resolve()
  #woken = false
  #running = false
  #closed = false

  constructor(
    readonly realmId: string,
    private cuts: JournalCuts,
    private log: Logger,
    private limits: TailLimits
  ) {}

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
      } catch (error) {
        this.log.error({ err: error, realmId: this.realmId }, 'a change could not be pushed')
        this.#woken = true
        await delay(this.limits.realtimePollMs)
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
    // Nobody has been shown anything yet: what there is by then is part of what they will see.
    if (this.#told === null || this.#closed) return
    const told = this.#told
    await this.#prepare()
    const reached = await this.cuts.now(this.realmId, async (cut) => {
      if (cut.seq <= told) return told
      if (cut.seq - told > this.limits.pushedEntries) return { gap: cut.seq }
      const change = await readChange(cut, told, this.#needs())
      for (const follower of this.#followers)
        await this.#tell(follower, () => follower.changed(change, cut))
      return cut.seq
    })
    if (typeof reached === 'number') {
      this.#told = reached
      return
    }
    this.#told = reached.gap
    // Each asks to visit, which is a turn of its own and must not be waited for in this one.
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

  /** One that fails is shown the state again, and holds up nobody else. */
  async #tell(follower: TailFollower, tell: () => Promise<void>): Promise<void> {
    try {
      await tell()
    } catch (error) {
      this.log.error({ err: error, realmId: this.realmId }, 'a follower could not be told')
      void follower.gap().catch((again: unknown) => {
        this.log.error({ err: again, realmId: this.realmId }, 'a follower is out of step')
      })
    }
  }
}
