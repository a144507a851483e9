import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { isOf, type Operation } from '../core/terms.ts'
import { pathGate } from './operation_access.ts'

/**
 * An operation as its reader may see it. The outcome of a movement names what both sides hold after
 * it: a caller who sends a cent must not learn from the answer what the receiver owns. Of a posting
 * everybody sees the moves that they may read, and who took part in one of them not the others.
 */
export function visibleOperation(access: AccessControl, principal: Principal) {
  if (principal.statements === null) return (operation: Operation) => operation
  const mayBalance = pathGate(access, principal, 'svc:ReadBalance')
  const mayOperation = pathGate(access, principal, 'svc:ReadOperation')
  const movesOf = ({ path, outcome }: Operation<'posting'>) =>
    outcome.moves.filter(({ sourceObjectPath, targetObjectPath }) =>
      mayOperation([path, sourceObjectPath, targetObjectPath])
    )
  return (operation: Operation): Operation => {
    if (isOf('posting', operation)) {
      return { ...operation, outcome: { ...operation.outcome, moves: movesOf(operation) } }
    }
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
