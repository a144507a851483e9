import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import {
  QueueKeys,
  RedisConnection,
  RedisQueueBackend,
  type BackendFactory,
  type KeysMap,
  type QueueBaseOptions,
} from 'bullmq'
import type { JobDefinition } from '#app/queue/job'
import { leftJobs, type LeftJobs } from '#app/queue/left_jobs'
import type { RedisClient } from '#app/queue/redis_client'
import type { SharedStalledLook } from '#app/queue/shared_stalled_look'

/** That a queue has a job, or when its next one is due: what BullMQ leaves for its workers. */
interface Marker {
  member: string
  score: number
}

interface Waiting {
  resolve: (marker: Marker | null) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
  /** When the timer fires, in milliseconds since the Unix epoch. */
  until: number
  /** After how many seconds without a marker its queue is looked at; null when a job is due then. */
  looksAfter: number | null
}

/** How long one command waits; a server that is silent for longer than that is away. */
const BLOCK_SECONDS = 10
/** How long a worker may wait for its next job until it looks itself, because a marker may be lost. */
export const LOOK_AGAIN_SECONDS = 60
/** The same for a periodic job that does not rest, when it runs more often than that. */
const LOOK_AGAIN_OFTEN_SECONDS = 10
/** How long a periodic job that has run may not see that it is woken again. */
const PERIODIC_PATIENCE_MS = 1000
/** Queues that would be looked at within this part of their time are looked at together. */
const EARLY = 0.5
/** A timer may fire a moment before the clock says so, and what is due then is not due yet. */
const TIMER_EARLY_MS = 1
/** How long workers are left alone after Redis was away. */
const AGAIN_MS = 1000
/** How long a key is kept that nobody has taken off: its process has ended at that moment. */
const INTERRUPT_KEPT_MS = 60_000
/** How the key of a marker ends, behind what all keys of its queue begin with. */
const MARKER = 'marker'
/** What the library knows as the end of a connection, and tells nobody. */
const CLOSED = 'Connection is closed.'

/**
 * Waits for the next jobs of all workers of a process, with one command on one connection. By
 * itself each worker has a connection on which it asks every ten seconds, so that a process with
 * fifty queues is woken, and wakes Redis, ten times a second while nothing happens.
 *
 * All queues have their keys in one slot, or a cluster would take no command of several.
 */
export class SharedWait {
  /** By the key of the marker. */
  #waiting = new Map<string, Waiting>()
  /**
   * Keys of periodic jobs, which are asked for also while their workers are busy: each run leaves markers, and
   * to ask for its key again afterwards would take a command of its own.
   */
  #kept = new Set<string>()
  /** The keys that are asked for right now; null when nothing is asked. */
  #asked: ReadonlySet<string> | null = null
  /** Until nothing is asked any more. */
  #asking: Promise<void> = Promise.resolve()
  #client: RedisClient | null = null
  /** When the next delayed job of a worker is due that does not wait just now. */
  #due = new Map<string, number>()
  #interrupt: { at: number; timer: NodeJS.Timeout } | null = null
  #isClosed = false
  /** Its member ends the command of this process, so that it can ask for another key too. */
  #interruptKey: string

  constructor(
    prefix: string,
    private redis: {
      /** Makes the connection on which nothing else is asked. */
      connect: () => RedisClient
      /** The connection for everything else. */
      others: () => RedisClient
    }
  ) {
    this.#interruptKey = `${prefix}:wait:${randomUUID()}`
  }

  /**
   * @param key of the marker; one worker waits for it at a time
   * @param patienceMs how long a job that has come may stay unseen; above 0 for a periodic one
   * @param looks whether, when the time is over, the worker need not be told unless its queue has a job
   * @returns null when it is time to look, or Redis was away
   * @throws Error when it was ended
   */
  wait(key: string, seconds: number, patienceMs: number, looks = false): Promise<Marker | null> {
    if (this.#isClosed) return Promise.reject(new Error(CLOSED))
    const { promise, resolve, reject } = Promise.withResolvers<Marker | null>()
    const due = this.#due.get(key) ?? Infinity
    const until = Math.min(Date.now() + seconds * 1000, due)
    const looksAfter = looks && until < due ? seconds : null
    this.#due.delete(key)
    if (patienceMs > 0) this.#kept.add(key)
    this.#waiting.set(key, { resolve, reject, until, looksAfter, timer: this.#timer(key, until) })
    if (this.#asked === null) this.#asking = this.#ask()
    else if (!this.#asked.has(key)) this.#interruptIn(patienceMs)
    return promise
  }

  /** Ends the wait of a worker that closes. */
  end(key: string) {
    this.#kept.delete(key)
    this.#take(key)?.reject(new Error(CLOSED))
  }

  /** Lets the command end that is asked: one that is cut off may have taken a marker. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#interrupt?.timer)
    for (const key of [...this.#waiting.keys()]) this.end(key)
    if (this.#asked !== null) {
      await this.#endCommand()
      await this.#asking
    }
    this.cutOff()
  }

  /** Ends the command at once, as where Redis is away. */
  cutOff() {
    this.#client?.disconnect()
  }

  #timer(key: string, until: number): NodeJS.Timeout {
    const left = Math.max(0, until - Date.now())
    return setTimeout(() => this.#isOver(key), left + TIMER_EARLY_MS)
  }

  #isOver(key: string) {
    if (this.#waiting.get(key)?.looksAfter === null) this.#take(key)!.resolve(null)
    else void this.#look(key)
  }

  #waitUntil(key: string, waiting: Waiting, until: number, looksAfter: number | null) {
    clearTimeout(waiting.timer)
    Object.assign(waiting, { until, looksAfter, timer: this.#timer(key, until) })
  }

  /**
   * Looks for jobs whose markers were lost, at all queues at which it is almost time, in one turn.
   * Their workers, each by itself, would wake this process and Redis for each.
   *
   * @param over whose time is over, also by a clock that was set back meanwhile
   */
  async #look(over: string): Promise<void> {
    const now = Date.now()
    const keys: string[] = []
    for (const [key, waiting] of this.#waiting) {
      const { until, looksAfter } = waiting
      if (looksAfter === null) continue
      if (key !== over && until > now + looksAfter * 1000 * EARLY) continue
      keys.push(key)
      this.#waitUntil(key, waiting, now + looksAfter * 1000, looksAfter)
    }
    let left: LeftJobs[]
    try {
      left = await leftJobs(this.redis.others(), keys.map(queueOf))
    } catch {
      for (const key of keys) this.#take(key)?.resolve(null)
      return
    }
    for (const [place, key] of keys.entries()) this.#left(key, left[place]!)
  }

  #left(key: string, { waits, dueAt }: LeftJobs) {
    const waiting = this.#waiting.get(key)
    if (!waiting) return
    if (waits) this.#take(key)!.resolve(null)
    else if (dueAt !== null && dueAt < waiting.until) this.#waitUntil(key, waiting, dueAt, null)
  }

  #take(key: string): Waiting | undefined {
    const waiting = this.#waiting.get(key)
    clearTimeout(waiting?.timer)
    this.#waiting.delete(key)
    return waiting
  }

  async #ask(): Promise<void> {
    this.#asked = new Set()
    while (this.#waiting.size > 0) {
      // Workers that begin together are asked for together.
      await nextTurn()
      if (this.#isClosed) break
      clearTimeout(this.#interrupt?.timer)
      this.#interrupt = null
      this.#asked = new Set([...this.#waiting.keys(), ...this.#kept])
      await this.#askOnce([...this.#asked])
    }
    this.#asked = null
  }

  async #askOnce(keys: readonly string[]): Promise<void> {
    this.#client ??= this.redis.connect()
    try {
      const all = [...keys, this.#interruptKey]
      const found = await this.#client.bzpopmin(...all, BLOCK_SECONDS)
      if (found === null || found[0] === this.#interruptKey || this.#isClosed) return
      const [key, member, score] = found
      await this.#found(key, { member, score: Number(score) })
    } catch {
      if (this.#isClosed) return
      await delay(AGAIN_MS, undefined, { ref: false })
      for (const key of keys) this.#take(key)?.resolve(null)
    }
  }

  async #found(key: string, marker: Marker): Promise<void> {
    const waiting = this.#waiting.get(key)
    if (marker.score > Date.now()) {
      // It only tells when a delayed job is due, and its worker need not be woken for that.
      const until = Math.min(marker.score, waiting?.until ?? this.#due.get(key) ?? Infinity)
      if (!waiting) this.#due.set(key, until)
      else if (until < waiting.until) this.#waitUntil(key, waiting, until, null)
    } else if (waiting) this.#take(key)!.resolve(marker)
    else await this.#putBack(key, marker)
  }

  /**
   * Its worker has something to do meanwhile; another process may have one that waits. Most such markers were left by
   * the worker itself when it took its job, and would wake it again for nothing. Whatever comes after the
   * look brings a marker of its own.
   */
  async #putBack(key: string, { score, member }: Marker): Promise<void> {
    const [left] = await leftJobs(this.redis.others(), [queueOf(key)])
    if (!left!.waits && (left!.dueAt ?? Infinity) > Date.now()) return
    this.#kept.delete(key)
    await this.redis.others().zadd(key, score, member)
  }

  /** The next command asks for all who wait by then. It comes by itself when a job does. */
  #interruptIn(patienceMs: number) {
    const at = Date.now() + patienceMs
    if (this.#asked!.size === 0 || (this.#interrupt && this.#interrupt.at <= at)) return
    clearTimeout(this.#interrupt?.timer)
    // Where Redis is away, nothing is asked that could be interrupted.
    const interrupt = () => void this.#endCommand().catch(() => {})
    this.#interrupt = { at, timer: setTimeout(interrupt, patienceMs).unref() }
  }

  async #endCommand(): Promise<void> {
    const commands = this.redis.others().pipeline().zadd(this.#interruptKey, 0, '0')
    await commands.pexpire(this.#interruptKey, INTERRUPT_KEPT_MS).exec()
  }
}

/** What all keys of a queue begin with. */
function queueOf(key: string): string {
  return key.slice(0, -MARKER.length)
}

interface Patience {
  /** How long a job that has come may stay unseen. */
  patienceMs: number
  /** How long a worker waits until it looks itself. */
  lookAgainSeconds: number
}

/**
 * A process that ends takes with it when a job is due next. A job that runs every second must not stand
 * still for a minute because of that; one that rests is woken by what it has to do.
 */
export function patienceOf({
  everyMs,
  restMs,
}: Pick<JobDefinition, 'everyMs' | 'restMs'>): Patience {
  const often = everyMs !== undefined && restMs === undefined
  const lookAgain = often ? Math.max(LOOK_AGAIN_OFTEN_SECONDS, everyMs / 1000) : LOOK_AGAIN_SECONDS
  return {
    // A periodic job that has just run need not run again sooner.
    patienceMs: Math.min(everyMs ?? 0, PERIODIC_PATIENCE_MS),
    lookAgainSeconds: Math.min(LOOK_AGAIN_SECONDS, lookAgain),
  }
}

/** Makes workers that wait together, and look for stalled jobs together. */
export function waitingTogether(
  wait: SharedWait,
  stalledLook: SharedStalledLook,
  { prefix, ...patience }: { prefix: string } & Patience
): BackendFactory<RedisQueueBackend> {
  return (name, opts) => {
    const keys = new QueueKeys(prefix)
    const { skipVersionCheck, skipWaitingForReady } = opts
    const settings = { shared: true, blocking: false, skipVersionCheck, skipWaitingForReady }
    const connection = new RedisConnection(opts.connection, settings)
    stalledLook.add(keys.getKeys(name).active!)
    return new TogetherBackend(wait, stalledLook, patience, connection, { name, keys, opts })
  }
}

class TogetherBackend extends RedisQueueBackend {
  constructor(
    private together: SharedWait,
    private stalledLook: SharedStalledLook,
    private patience: Patience,
    connection: RedisConnection,
    { name, keys, opts }: { name: string; keys: QueueKeys; opts: QueueBaseOptions }
  ) {
    super(connection, name, keys.getKeys(name), (type) => keys.toKey(name, type), opts)
  }

  override get maximumBlockTimeout(): number {
    return LOOK_AGAIN_SECONDS
  }

  override waitForJob(seconds: number): Promise<Marker | null> {
    const { patienceMs, lookAgainSeconds } = this.patience
    // What is sooner is due: the worker knows of a delayed job.
    const looks = seconds >= lookAgainSeconds
    return this.together.wait(this.#marker, Math.min(seconds, lookAgainSeconds), patienceMs, looks)
  }

  override async moveStalledJobsToWait(): Promise<string[]> {
    return (await this.stalledLook.any()) ? super.moveStalledJobsToWait() : []
  }

  override async disconnectBlocking(): Promise<void> {
    this.together.end(this.#marker)
  }

  override async close(force?: boolean): Promise<void> {
    this.together.end(this.#marker)
    await super.close(force)
  }

  get #marker(): string {
    return (this.keys as KeysMap).marker!
  }
}
