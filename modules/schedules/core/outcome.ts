import type { Micros } from '#app/clock/clock'
import { RETRY_DELAYS_MS } from '../limits.ts'
import type { Occurrence } from './schedule.ts'

/** The refusals after which an occurrence is tried again, because money may come. */
const LACKS_FUNDS = ['INSUFFICIENT_BALANCE']

/** A refusal as its occurrence keeps it. */
export interface Refusal {
  code: string
  message: string
}

type Ended = Pick<
  Occurrence,
  'status' | 'attempts' | 'dueAt' | 'operationId' | 'code' | 'message' | 'endedAt'
>

/** The occurrence after an attempt that made its operation. */
export function executed({ attempts }: Occurrence, operationId: string, now: Micros): Ended {
  return {
    status: 'executed',
    attempts: attempts + 1,
    dueAt: null,
    operationId,
    code: null,
    message: null,
    endedAt: now,
  }
}

/**
 * The occurrence after an attempt that was refused: one that lacks funds waits for its next
 * attempt, until there have been enough of them.
 */
export function refused({ attempts }: Occurrence, { code, message }: Refusal, now: Micros): Ended {
  const delay = LACKS_FUNDS.includes(code) ? RETRY_DELAYS_MS[attempts] : undefined
  const told = { attempts: attempts + 1, operationId: null, code, message }
  return delay === undefined
    ? { ...told, status: 'failed', dueAt: null, endedAt: now }
    : { ...told, status: 'retrying', dueAt: now + delay * 1000, endedAt: null }
}
