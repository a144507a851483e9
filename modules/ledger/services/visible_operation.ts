import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { Operation } from '../core/terms.ts'
import { pathGate } from './operation_access.ts'

/**
 * An operation as its reader may see it. The outcome of a movement names what both sides hold after
 * it: a caller who sends a cent must not learn from the answer what the receiver owns.
 */
export function visibleOperation(access: AccessControl, principal: Principal) {
  if (principal.statements === null) return (operation: Operation) => operation
  const mayBalance = pathGate(access, principal, 'svc:ReadBalance')
  return (operation: Operation): Operation => {
    const { source, target } = operation
    const hidden = [
      ...(mayBalance([source.path]) ? [] : ['sourceNewBalance']),
      ...(mayBalance([target.path]) ? [] : ['targetNewBalance']),
    ]
    if (hidden.length === 0) return operation
    const shown = Object.entries(operation.outcome).filter(([field]) => !hidden.includes(field))
    return { ...operation, outcome: Object.fromEntries(shown) as Operation['outcome'] }
  }
}
