import { ServiceError } from '#app/http/errors/service_error'
import type { BoundaryState } from './boundary_directory.ts'

/** @throws ServiceError BOUNDARY_FROZEN */
export function refuseUnlessActive({ boundaryId, status }: BoundaryState): void {
  if (status === 'active') return
  throw new ServiceError('BOUNDARY_FROZEN', { details: { boundaryId, status } })
}
