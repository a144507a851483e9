import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { invalidField, type ServiceError } from '#app/http/errors/service_error'
import type { TimeRange } from '#app/storage/filter'

/** @throws ServiceError VALIDATION_ERROR when the range of a list ends before it begins */
export function checkRange({ from, to }: TimeRange): void {
  if (from === undefined || to === undefined || from <= to) return
  throw invalidField('to', 'range', 'The to field must not be before from')
}

/**
 * What an answer tells where the moment that was asked for has not come: the moment that it is of instead.
 * Without it such an answer would pass for one that never changes.
 */
export function interim(asked: Micros, read: Micros): { interimAsOf?: string } {
  return read < asked ? { interimAsOf: toRfc3339(read) } : {}
}

/** The refusal of a period that has not begun: nothing is known of it. */
export function fromInFuture(): ServiceError {
  return invalidField('from', 'range', 'The from field must not lie in the future')
}
