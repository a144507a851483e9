import { ServiceError } from '#app/http/errors/service_error'
import type { BoundaryState } from './boundary_directory.ts'

type Frozen = Pick<BoundaryState, 'boundaryId' | 'status'>

/** @throws ServiceError BOUNDARY_FROZEN */
export function refuseUnlessActive(boundary: Frozen): void {
  if (boundary.status !== 'active') throw frozen(boundary)
}

export function frozen({ boundaryId, status }: Frozen): ServiceError {
  const message = `The custody boundary ${boundaryId} is frozen: its status is ${status}.`
  return new ServiceError('BOUNDARY_FROZEN', { message, details: { boundaryId, status } })
}
