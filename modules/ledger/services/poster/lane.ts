import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#app/clock/clock'
import type { SingleUse } from '#app/extension/step_up'
import { ServiceError } from '#app/http/errors/service_error'
import type { OutboxJob } from '#app/queue/job'
import { CommitUnknownError, type Database } from '#app/storage/database'
import { classifyDatabaseError, isConnectionFailure } from '#app/storage/database_errors'
import type { Companion } from '../../extension/companion.ts'
import { failpoint } from '../../failpoints.ts'
import { LEDGER_LIMITS } from '../../limits.ts'
import { kindOf, operationsOf, type PostRequest } from '../../core/requests.ts'
import type { Decided, DecidedGroup } from './decide_group.ts'
import { foresee, foreseeableRealm, type Foreseen } from './foresight.ts'
import { outcomeOf } from './outcomes.ts'
import { postGroup } from './post_group.ts'
import type { Outcome, PostItem } from './poster.ts'

interface Waiting extends PostItem {
  bytes: number
  /** How many entries it may become; the limit of a group is counted in entries. */
  entries: number
  enqueuedAt: number
  resolve: (outcome: Outcome) => void
  reject: (error: unknown) => void
}

/**
 * A group that was taken before its turn, and what is foreseen for it; null when foreseeing failed.
 */
interface Ahead {
  group: Waiting[]
  foreseen: Promise<Foreseen | null>
}

/**
 * One posting lane: requests wait in the order of arrival and are posted in groups. There is no
 * timer: in an idle lane a request goes at once, and while a group commits the next group fills by
 * itself.
 */
export class Lane {
  #waiting: Waiting[] = []
  #waitingEntries = 0
  #running = false
  #ahead: Ahead | null = null
  /** Answers the callers of the group that was committed last, once. */
  #owedAnswers: () => void = () => {}
  #latestAnswer: NodeJS.Timeout | undefined

  constructor(
    private database: Database,
    private clock: Clock,
    private tell: {
      announce: (jobs: readonly OutboxJob[]) => void
      advanced: (realmId: string) => void
    },
    private groupRequests: number = LEDGER_LIMITS.groupRequests
  ) {}

  /** Number of entries that wait. */
  get depth(): number {
    return this.#waitingEntries
  }

  /** @throws ServiceError OVERLOADED when the queue is full; nothing is stored */
  enqueue(request: PostRequest, permit?: SingleUse, companion?: Companion): Promise<Outcome> {
    const outcome = this.#add(request, permit, companion)
    this.#start()
    return outcome
  }

  /**
   * Like `enqueue` for many requests: all of them wait before the first group is taken, so that
   * they share it.
   */
  enqueueEach(requests: readonly PostRequest[]): Promise<PromiseSettledResult<Outcome>[]> {
    const outcomes = requests.map((request) => this.#add(request))
    this.#start()
    return Promise.allSettled(outcomes)
  }

  #add(request: PostRequest, permit?: SingleUse, companion?: Companion): Promise<Outcome> {
    if (this.#waitingEntries >= LEDGER_LIMITS.lanePendingRequests) {
      return Promise.reject(new ServiceError('OVERLOADED'))
    }
    const { bytes, entries } = sizeOf(request)
    const enqueuedAt = performance.now()
    this.#waitingEntries += entries
    return new Promise((resolve, reject) => {
      const size = { bytes, entries, enqueuedAt }
      this.#waiting.push({ request, permit, companion, ...size, resolve, reject })
    })
  }

  #start() {
    if (!this.#running) void this.#run()
  }

  async #run(): Promise<void> {
    this.#running = true
    do {
      while (this.#ahead ?? this.#waiting.length > 0) await this.#postNext()
      this.#answer()
      // Callers in this process ask again at once; the first of them should not be posted alone.
      await nextTurn()
    } while (this.#waiting.length > 0)
    this.#running = false
  }

  async #postNext(): Promise<void> {
    const { group, foreseen } = this.#ahead ?? { group: this.#takeGroup(), foreseen: null }
    this.#ahead = null
    await this.#post(group, await foreseen)
  }

  /**
   * Decides the next group while the database writes this one, if it is full: a full group gains
   * nothing by waiting, while any other may still grow.
   */
  #lookAhead(group: readonly Waiting[], written: DecidedGroup) {
    const realmId = foreseeableRealm(group)
    const { count, isFull } = this.#nextGroup()
    if (this.#ahead || !isFull || realmId === null) return
    if (foreseeableRealm(this.#waiting.slice(0, count)) !== realmId) return
    const next = this.#takeGroup()
    const foreseen = foresee(this.database, this.clock, next, written).catch(() => null)
    this.#ahead = { group: next, foreseen }
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

  #takeGroup(): Waiting[] {
    const { count, entries } = this.#nextGroup()
    this.#waitingEntries -= entries
    return this.#waiting.splice(0, count)
  }

  /** How many of the waiting requests go together, and whether they fill the group. */
  #nextGroup() {
    let bytes = 0
    let entries = 0
    let count = 0
    const signatures = new Set<string>()
    while (count < this.#waiting.length) {
      const waiting = this.#waiting[count]!
      const more = entries + waiting.entries
      bytes += waiting.bytes + signatureBytes(waiting.request, signatures)
      if (count > 0 && (more > this.groupRequests || bytes > LEDGER_LIMITS.groupBytes)) break
      entries = more
      count++
    }
    return { count, entries, isFull: count < this.#waiting.length }
  }

  /**
   * Posts a group; a failure that one request has caused is narrowed down to that request. The
   * group before is answered while the database writes this one: otherwise the database would wait
   * while this process answers, and receives the requests that follow.
   */
  async #post(group: Waiting[], foreseen: Foreseen | null = null): Promise<void> {
    const startedAt = performance.now()
    try {
      await failpoint('poster.taken')
      // A permit or companion may wait for what was posted before.
      if (group.some(({ permit, companion }) => permit ?? companion)) this.#answer()
      const { decided, realms, jobs, commitMs } = await postGroup(
        this.database,
        this.clock,
        group,
        {
          foreseen,
          meanwhile: (written) => {
            this.#lookAhead(group, written)
            this.#answer()
          },
        }
      )
      this.tell.announce(jobs)
      // Runs after the answers that are not held back, because no caller waits for the followers of
      // a journal.
      setImmediate(() => realms.forEach((realmId) => this.tell.advanced(realmId)))
      await failpoint('poster.announced')
      this.#answer()
      const groupMs = performance.now() - startedAt - commitMs
      this.#owe(() => answerEach(group, decided, { startedAt, groupMs, commitMs }))
    } catch (error) {
      this.#answer()
      const parts = narrow(group, error)
      if (parts.length === 1) for (const waiting of group) waiting.reject(error)
      else for (const part of parts) await this.#post(part)
    }
  }
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

/**
 * The parts that are tried again by themselves after a group has failed; one part means that trying
 * again gains nothing. Without a database every part would fail alike. Contention belongs to one
 * realm, and must not fail the others. Any other failure is that of one request, which is found by
 * halving.
 */
function narrow(group: Waiting[], error: unknown): Waiting[][] {
  if (error instanceof CommitUnknownError || isConnectionFailure(error)) return [group]
  if (classifyDatabaseError(error, false) === 'restart') {
    return [...Map.groupBy(group, ({ request }) => request.realmId).values()]
  }
  const middle = group.length >> 1
  return middle === 0 ? [group] : [group.slice(0, middle), group.slice(middle)]
}

/** Characters stored for an entry, besides the texts that its request brings. */
const ENTRY_BYTES = 1024

function sizeOf(request: PostRequest): { bytes: number; entries: number } {
  const kind = kindOf(request)
  const operations = kind.operations(request)
  const entries = Math.max(1, operations.length)
  let bytes = entries * ENTRY_BYTES + kind.bytes(request)
  for (const { input } of operations) bytes += input.length
  return { bytes, entries }
}

/**
 * Bytes of the text of a request's signature, which is written once for all requests of a group
 * that share it.
 */
function signatureBytes(request: PostRequest, counted: Set<string>): number {
  let bytes = 0
  for (const { signature } of operationsOf(request)) {
    if (!signature || counted.has(signature.id)) continue
    counted.add(signature.id)
    bytes += signature.signingInput.length
  }
  return bytes
}
