import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#app/clock/clock'
import type { SingleUse } from '#app/extension/step_up'
import { ServiceError } from '#app/http/errors/service_error'
import type { OutboxJob } from '#app/queue/job'
import { untraced } from '#app/tracing/tracing'
import type { Database } from '#app/storage/database'
import type { DatabaseFailure } from '#app/storage/database_errors'
import type { Companion } from '../../extension/companion.ts'
import { failpoint } from '../../failpoints.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import type { PostRequest } from '../../core/requests.ts'
import { LockedRealmsError } from '../../storage/journal_loader.ts'
import type { JournalGroup } from '../../storage/journal_rows.ts'
import type { Decided, DecidedGroup } from './decide_group.ts'
import { foresee, foreseeableRealms, isBehindOthers, realmsOf, type Foreseen } from './foresight.ts'
import { Outlook, type RealmOutlook } from './outlook.ts'
import { outcomeOf } from './outcomes.ts'
import { postForeseen, postGroup, type GroupResult } from './post_group.ts'
import { apart, narrow, type Waiting } from './waiting.ts'
import { WaitingLine } from './waiting_line.ts'
import { PosterMeter } from './poster_meter.ts'
import { sizeOf } from './request_size.ts'
import type { Outcome, PostItem } from './poster.ts'

/** A group that was taken before its turn. */
interface Ahead {
  group: Waiting[]
  takenAt: number
  /** What is foreseen for it; null when foreseeing failed. */
  foreseen: Promise<Foreseen | null>
  /** Resolved when the first statement that writes it is on its way. */
  writing: Promise<void>
  /** Its result if it could be posted as foreseen; otherwise it has to be posted in its turn. */
  posted: Promise<GroupResult | DatabaseFailure | null>
  /** Whether the group that it was decided on has failed, so that it must fail too. */
  isLost: boolean
}

/**
 * One posting lane: requests wait in the order of arrival and are posted in groups. There is no
 * timer: in an idle lane a request goes at once, and while a group commits the next group fills by
 * itself. As soon as it is as large as that one, it goes after it without waiting for its COMMIT.
 */
export class Lane {
  #waiting: WaitingLine
  #running = false
  /** When the turn of the newest group came, in milliseconds of this process. */
  #postingSince = 0
  #ahead: Ahead | null = null
  /** What the newest groups leave, for those that can be foreseen on it. */
  #outlook = new Outlook()
  /** How many entries the newest group has. */
  #newestEntries = 0
  /** Whether the newest group is committed as it was first decided. */
  #isNewestGood: Promise<boolean> = Promise.resolve(true)
  /** Whether the database is writing that group, and all groups before it are committed. */
  #isOnItsWay = false
  /** For how many groups nothing is foreseen, because somebody else posts to the realm. */
  #unforeseen = 0
  /** What the group in vain before was decided on. */
  #missed: readonly JournalGroup[] = []
  /** For how many groups used paths are looked up before they are foreseen. */
  #lookedUp = 0
  /** Answers the callers of the group that was committed last, once. */
  #owedAnswers: () => void = () => {}
  #latestAnswer: NodeJS.Timeout | undefined

  constructor(
    private database: Database,
    private clock: Clock,
    private tell: {
      announce: (jobs: readonly OutboxJob[]) => void
      advanced: (realmId: string) => void
      /**
       * Takes the requests of a realm whose lock somebody else has; without it they wait here, and whatever came
       * behind them.
       */
      locked?: (realmId: string, requests: readonly Waiting[]) => void
    },
    private meter: PosterMeter = new PosterMeter(),
    groupRequests: number = LEDGER_LIMITS.groupRequests
  ) {
    this.#waiting = new WaitingLine(groupRequests)
  }

  get isIdle(): boolean {
    return !this.#running
  }

  /** Number of entries that wait. */
  get depth(): number {
    return this.#waiting.entries
  }

  /** Whether a request would go with the next group, and soon. */
  get isOpen(): boolean {
    const { lateGroupMs } = LEDGER_LIMITS
    const isLate = this.#running && performance.now() - this.#postingSince > lateGroupMs
    return this.#waiting.hasRoom && !isLate
  }

  /** Another lane will post to the realm. Nothing of it may wait here. */
  forget(realmId: string) {
    this.#outlook.forget([realmId])
  }

  /** @throws ServiceError OVERLOADED when the queue is full; nothing is stored */
  enqueue(request: PostRequest, permit?: SingleUse, companion?: Companion): Promise<Outcome> {
    const outcome = this.#add({ request, permit, companion })
    this.#start()
    return outcome
  }

  /**
   * Like `enqueue` for many requests: all of them wait before the first group is taken, so that
   * they share it.
   */
  enqueueEach(
    requests: readonly PostRequest[],
    wanted: readonly PostItem['isWanted'][] = []
  ): Promise<Outcome>[] {
    const outcomes = requests.map((request, place) =>
      this.#add({ request, isWanted: wanted[place] })
    )
    this.#start()
    return outcomes
  }

  #add(item: PostItem): Promise<Outcome> {
    if (this.#waiting.entries >= LEDGER_LIMITS.lanePendingRequests) {
      return Promise.reject(new ServiceError('OVERLOADED'))
    }
    const { bytes, entries } = sizeOf(item.request)
    const enqueuedAt = performance.now()
    return new Promise((resolve, reject) => {
      this.#waiting.add([{ ...item, bytes, entries, enqueuedAt, resolve, reject }])
    })
  }

  /** Takes requests that waited in another lane. */
  adopt(requests: readonly Waiting[]) {
    this.#waiting.add(requests)
    this.#start()
  }

  #start() {
    if (!this.#running) void untraced(() => this.#run())
    else this.#lookAhead()
  }

  async #run(): Promise<void> {
    this.#running = true
    do {
      while (this.#ahead ?? !this.#waiting.isEmpty) await this.#postNext()
      this.#answer()
      // Callers in this process ask again at once; the first of them should not be posted alone.
      await nextTurn()
    } while (!this.#waiting.isEmpty)
    this.#running = false
  }

  async #postNext(): Promise<void> {
    this.#postingSince = performance.now()
    const ahead = this.#ahead ?? this.#takeAhead()
    this.#ahead = null
    const group = ahead?.group ?? this.#waiting.take(this.#goAhead)
    await this.#post(group, ahead)
    this.#waiting.ended(group)
  }

  /** What the next group is decided on; null when that needs the locks of its realms. */
  #outlookOfNext(): readonly RealmOutlook[] | null {
    if (this.#outlook.isEmpty) return null
    const realmIds = foreseeableRealms(this.#waiting.next(true).requests)
    return realmIds && this.#outlook.of(realmIds)
  }

  /**
   * Takes the next group while the database writes this one, decides it and sends it, so that the
   * database need not wait for this process between the two. Only one that is as large, or full:
   * any other would be smaller for it, and smaller groups cost more.
   */
  #lookAhead() {
    if (!this.#isOnItsWay || this.#ahead || this.#waiting.isEmpty) return
    const before = this.#newestEntries
    if (this.#waiting.entries < Math.min(before, this.#waiting.most(this.#goAhead))) return
    const { entries, isFull } = this.#waiting.next(this.#goAhead)
    if (!isFull && entries < before) return
    this.#ahead = this.#takeAhead()
    // More that arrives does not change that.
    if (!this.#ahead) this.#isOnItsWay = false
  }

  /** Takes the next group, decides it and sends it; null when it has to be posted in its turn. */
  #takeAhead(): Ahead | null {
    const before = this.#outlookOfNext()
    if (!before) return null
    const group = this.#waiting.take(true)
    const foreseen = this.#foresee(group, before)
    const { promise: writing, resolve: meanwhile } = Promise.withResolvers<void>()
    const turn = { meanwhile, before: this.#isNewestGood }
    const posted = foreseen.then(
      (found) => found && postForeseen(this.database, group, found, turn)
    )
    this.#isNewestGood = posted.then(isResult)
    return { group, takenAt: performance.now(), foreseen, writing, posted, isLost: false }
  }

  async #foresee(
    group: readonly Waiting[],
    before: readonly RealmOutlook[]
  ): Promise<Foreseen | null> {
    try {
      await failpoint('poster.taken')
      const looksUp = this.#lookedUp > 0
      return await foresee(this.database, this.clock, group, { before, looksUp })
    } catch {
      return null
    }
  }

  /** Answers later, but soon even when the next group cannot get a lock. */
  #owe(answers: () => void) {
    this.#owedAnswers = answers
    this.#latestAnswer = setTimeout(() => this.#answer(), LEDGER_LIMITS.heldAnswersMs)
  }

  #answer() {
    clearTimeout(this.#latestAnswer)
    const answer = this.#owedAnswers
    this.#owedAnswers = () => {}
    answer()
  }

  /** Whether something is known that a group can be decided on before its turn. */
  get #goAhead(): boolean {
    return !this.#outlook.isEmpty
  }

  /**
   * Posts a group; a failure that one request has caused is narrowed down to that request. The
   * group before is answered while the database writes this one: otherwise the database would wait
   * while this process answers, and receives the requests that follow.
   */
  async #post(group: Waiting[], ahead: Ahead | null = null): Promise<void> {
    const startedAt = ahead?.takenAt ?? performance.now()
    try {
      if (!ahead) await failpoint('poster.taken')
      const { decided, entries, realms, jobs, commitMs } =
        (ahead && (await this.#postedAhead(ahead))) ?? (await this.#postInTurn(group))
      this.tell.announce(jobs)
      // Runs after the answers that are not held back, because no caller waits for the followers of
      // a journal.
      setImmediate(() => realms.forEach((realmId) => this.tell.advanced(realmId)))
      await failpoint('poster.announced')
      this.#answer()
      const groupMs = performance.now() - startedAt - commitMs
      const waitMs = startedAt - group[0]!.enqueuedAt
      this.meter.posted({ requests: group.length, entries, waitMs, groupMs, commitMs })
      this.#owe(() => answerEach(group, decided, { startedAt, groupMs, commitMs }))
    } catch (error) {
      this.#answer()
      const isLocked = error instanceof LockedRealmsError
      const parts = isLocked ? this.#withoutLocked(group, error) : narrow(group, error)
      if (isLocked || parts.length > 1) this.meter.postedAgain('divided')
      if (!isLocked && parts.length === 1) for (const waiting of group) waiting.reject(error)
      else for (const part of parts) await this.#post(part)
    }
  }

  /** The requests of locked realms go where they keep nobody waiting, or come last. */
  #withoutLocked(group: readonly Waiting[], { realmIds }: LockedRealmsError): Waiting[][] {
    const { free, locked } = apart(group, realmIds)
    const { locked: evade } = this.tell
    if (!evade) return [...free, ...locked.values()]
    for (const [realmId, ofRealm] of locked) {
      const later = this.#waiting.withdraw(realmId)
      evade(realmId, [...ofRealm, ...later])
    }
    return free
  }

  async #postedAhead(ahead: Ahead): Promise<GroupResult | null> {
    const { foreseen, writing, posted } = ahead
    const found = await foreseen
    if (found) {
      const isWritten = posted.then((result) => typeof result === 'object')
      if (await Promise.race([writing.then(() => true), isWritten]))
        this.#sent(found, () => {
          if (!this.#outlook.move(found)) this.#outlook.forget()
        })
    }
    const result = await posted
    this.#isOnItsWay = false
    if (isResult(result)) return result
    this.#loseOutlook()
    if (result === null || ahead.isLost) return null
    if (result === 'duplicate') this.#lookedUp = LEDGER_LIMITS.lookedUpGroups
    this.#missed = found?.follows ?? []
    this.meter.postedAgain('in its turn')
    return null
  }

  async #postInTurn(group: Waiting[]): Promise<GroupResult> {
    // A permit or companion may wait for what was posted before.
    if (group.some(({ permit, companion }) => permit ?? companion)) this.#answer()
    await this.#recall()
    this.#outlook.forget(realmsOf(group))
    const missed = this.#missed
    this.#missed = []
    const meanwhile = (decided: DecidedGroup) => {
      if (isBehindOthers(decided, missed)) this.#unforeseen = LEDGER_LIMITS.unforeseenGroups
      const isBase = foreseeableRealms(group) !== null && this.#unforeseen === 0
      this.#sent(decided, () => {
        if (isBase) this.#outlook.begin(decided)
      })
    }
    // A lock that somebody holds of one realm must not keep the others waiting.
    const waits = !this.tell.locked && realmsOf(group).length === 1
    const posted = postGroup(this.database, this.clock, group, { meanwhile, waits })
    this.#isNewestGood = posted.then(isResult, () => false)
    try {
      return await posted
    } catch (error) {
      this.#loseOutlook()
      throw error
    } finally {
      this.#isOnItsWay = false
    }
  }

  /**
   * What was sent ahead of a group that is posted in its turn may have a lock, which is nobody else's. What
   * failed waits again: a realm that leaves this lane must not leave its later requests here.
   */
  async #recall(): Promise<void> {
    const ahead = this.#ahead
    if (!ahead || isResult(await ahead.posted)) return
    this.#ahead = null
    this.#waiting.giveBack(ahead.group)
  }

  /** A group is not what was foreseen: neither is what was decided on it. */
  #loseOutlook() {
    this.#outlook.forget()
    if (this.#ahead) this.#ahead.isLost = true
  }

  /** The database writes the group, so that there is time for the next one and for answers. */
  #sent({ entries }: DecidedGroup, lookOn: () => void) {
    lookOn()
    if (entries.length > 0) this.#newestEntries = entries.length
    this.#isOnItsWay = !this.#outlook.isEmpty
    this.#unforeseen = Math.max(0, this.#unforeseen - 1)
    this.#lookedUp = Math.max(0, this.#lookedUp - 1)
    this.#lookAhead()
    this.#answer()
  }
}

function isResult(posted: GroupResult | DatabaseFailure | null): posted is GroupResult {
  return typeof posted === 'object' && posted !== null
}

function answerEach(
  group: readonly Waiting[],
  decided: readonly Decided[],
  { startedAt, groupMs, commitMs }: { startedAt: number; groupMs: number; commitMs: number }
) {
  for (const [index, { enqueuedAt, resolve, reject }] of group.entries()) {
    try {
      resolve(outcomeOf(decided[index]!, { queueMs: startedAt - enqueuedAt, groupMs, commitMs }))
    } catch (refusal) {
      reject(refusal)
    }
  }
}
