import { Counter, Histogram, type Metric } from 'prom-client'
import { singleton } from '#app/extension/singleton'
import { counterOf } from '#app/observability/instruments'
import type { PostedEntry } from '../../core/apply.ts'

/** What is known of a group when it is committed. */
export interface PostedGroup {
  requests: number
  entries: readonly PostedEntry[]
  /** How long its first request had waited. */
  waitMs: number
  /** From the moment it was taken to COMMIT, and COMMIT itself. */
  groupMs: number
  commitMs: number
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

function histogram(name: string, help: string, buckets: number[] = SECONDS): Histogram {
  return new Histogram({ name, help, buckets, registers: [] })
}

/** Counts what this process posts: a few numbers for a group, and no object for a request. */
@singleton()
export class PosterMeter {
  /** By type, then by state. */
  #operations = new Map<string, Map<string, number>>()
  #postedAgain = { 'divided': 0, 'in its turn': 0 }
  #handed = { 'answered': 0, 'posted here': 0 }

  readonly #requests = histogram(
    'ledger_group_requests',
    'Requests that were posted in one transaction.',
    [1, 2, 4, 8, 16, 32, 64, 128, 256]
  )
  readonly #waits = histogram(
    'ledger_group_wait_seconds',
    'How long the first request of a group waited to be posted.'
  )
  readonly #durations = histogram(
    'ledger_group_seconds',
    'From the moment a group was taken to its COMMIT: load, decide, write.'
  )
  readonly #commits = histogram('ledger_commit_seconds', 'How long COMMIT of a group took.')

  posted({ requests, entries, waitMs, groupMs, commitMs }: PostedGroup) {
    this.#requests.observe(requests)
    this.#waits.observe(waitMs / 1000)
    this.#durations.observe(groupMs / 1000)
    this.#commits.observe(commitMs / 1000)
    for (const { posting } of entries) {
      const { operation } = posting
      // What was pending and still is has not come into a state.
      if (operation && (operation.kind === 'new' || operation.row.state !== 'pending'))
        this.#count(operation.row)
    }
  }

  postedAgain(how: 'divided' | 'in its turn') {
    this.#postedAgain[how]++
  }

  handed(how: 'answered' | 'posted here') {
    this.#handed[how]++
  }

  instruments(): Metric[] {
    const operations = this.#operations
    return [
      this.#requests,
      this.#waits,
      this.#durations,
      this.#commits,
      counterOf(
        {
          name: 'ledger_groups_posted_again_total',
          help: 'Groups posted again: divided after a failure, or in its turn because another group came between or a path was used.',
          label: 'how',
        },
        () => this.#postedAgain
      ),
      counterOf(
        {
          name: 'ledger_handed_requests_total',
          help: 'Requests that were handed to the server of this machine that posts their realm: answered by it, or posted here because it could not.',
          label: 'how',
        },
        () => this.#handed
      ),
      new Counter({
        name: 'ledger_operations_total',
        help: 'Operations that this process brought into a state, by type and state.',
        labelNames: ['type', 'state'],
        registers: [],
        collect() {
          this.reset()
          for (const [type, states] of operations) {
            for (const [state, count] of states) this.inc({ type, state }, count)
          }
        },
      }),
    ]
  }

  #count({ type, state }: { type: string; state: string }) {
    const states = this.#operations.get(type) ?? new Map<string, number>()
    this.#operations.set(type, states.set(state, (states.get(state) ?? 0) + 1))
  }
}
