import { assertRules } from '#app/limits'

const SECOND = 1000
const HOUR = 3600

export const APPROVAL_LIMITS = {
  /** How long a request waits for approvals. A scoped token that ends before takes it with it. */
  lifetimeSeconds: 24 * HOUR,
  /**
   * How long after that an approved request is still tried that the service cannot execute, as when
   * it is overloaded. Then it has failed.
   */
  executionSeconds: HOUR,
  /**
   * How long an attempt to execute a request keeps others away that has not ended: its process has
   * then died. It is more than a request may take.
   */
  attemptSeconds: 120,
  /** Requests of one credential that may wait at a time. */
  waitingPerCredential: 100,
  /** Characters of the body of a request that may wait. */
  bodyLength: 256 * 1024,
  /** Requests of one page of the list: each shows its body. */
  listMax: 100,
  listDefault: 50,
  /** Operations of one request that show its approvals in their evidence. */
  operations: 1000,
  /** How often those are looked for that nobody has decided in time, while there are some, and otherwise. */
  sweepMs: SECOND,
  sweepRestMs: 60 * SECOND,
  sweepBatch: 100,
  purgeMs: HOUR * SECOND,
  /** How long those are kept that were not executed; what was executed is kept for ever. */
  keptSeconds: 400 * 24 * HOUR,
  /** Requests that one worker executes at a time. */
  concurrency: 4,
  /** Characters of a refusal that is kept. */
  messageLength: 1024,
} as const

/** @throws Error when two of them contradict each other; called once at boot */
export function assertApprovalLimits(
  limits: Record<keyof typeof APPROVAL_LIMITS, number> = APPROVAL_LIMITS
) {
  assertRules('modules/approvals/limits.ts', [
    [limits.sweepMs <= limits.sweepRestMs, 'the sweep rests for less than it runs'],
    [limits.listDefault <= limits.listMax, 'a page is longer than it may be'],
    [limits.lifetimeSeconds < limits.keptSeconds, 'a request is deleted while it waits'],
  ])
}
