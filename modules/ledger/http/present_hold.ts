import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import type { Metadata } from '#app/metadata/metadata'
import { holdStatusOf } from '../core/hold.ts'
import type { Operation } from '../core/terms.ts'

/** A hold as its readers see it. One whose time is over is shown as expired, before that is recorded. */
export function presentHold(operation: Operation<'hold'>, now: Micros) {
  const { id, path, source, target, outcome, input, createdAt } = operation
  const { amount, denomination, capturedAmount, remainingAmount, expiresAt, captures } = outcome
  const { metadata } = JSON.parse(input) as { metadata?: Metadata }
  return {
    operationId: id,
    path,
    status: holdStatusOf(operation, now),
    sourceObjectPath: source.path,
    targetObjectPath: target.path,
    amount,
    capturedAmount,
    remainingAmount,
    denomination,
    expiresAt,
    metadata: metadata ?? null,
    captures,
    createdAt: toRfc3339(createdAt),
  }
}
