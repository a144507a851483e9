import { invalidField } from '#app/http/errors/service_error'
import type { TimeRange } from '#app/storage/filter'

/** @throws ServiceError VALIDATION_ERROR when the range of a list ends before it begins */
export function checkRange({ from, to }: TimeRange): void {
  if (from === undefined || to === undefined || from <= to) return
  throw invalidField('to', 'range', 'The to field must not be before from')
}
