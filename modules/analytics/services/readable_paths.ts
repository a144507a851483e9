import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { MayRead } from './value_at_cut.ts'

/** What a credential may know the value of: what it may see, and what that holds. */
export function readablePaths(access: AccessControl, principal: Principal): MayRead {
  return (path) =>
    access.permits(principal, 'svc:ReadObject', path) &&
    access.permits(principal, 'svc:ReadBalance', path)
}
