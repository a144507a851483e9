import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { MayRead } from './value_at_cut.ts'

/** The paths whose worth a credential may know: it may read the object and its balance. */
export function readablePaths(access: AccessControl, principal: Principal): MayRead {
  return (path) =>
    access.permits(principal, 'svc:ReadObject', path) &&
    access.permits(principal, 'svc:ReadBalance', path)
}
