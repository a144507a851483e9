import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { Operation } from '#modules/ledger/core/terms'

/** An operation may be read by whoever may read it by its own path, or by either side of it. */
export function mayReadOperation(
  access: AccessControl,
  principal: Principal,
  { path, source, target }: Operation
): boolean {
  return [path, source.path, target.path].some(
    (resource) => resource !== null && access.permits(principal, 'svc:ReadOperation', resource)
  )
}
