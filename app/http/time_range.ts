import { invalidField, type ServiceError } from '#app/http/errors/service_error'
import type { TimeRange } from '#app/storage/filter'

/** @throws ServiceError VALIDATION_ERROR when the range of a list ends before it begins */
export function checkRange({ from, to }: TimeRange): void {
  if (from === undefined || to === undefined || from <= to) return
  throw invalidField('to', 'range', 'The to field must not be before from')
}

/** The refusal of a period that has not begun: nothing is known of it. */
export function fromInFuture(): ServiceError {
  return invalidField('from', 'range', 'The from field must not lie in the future')
}
