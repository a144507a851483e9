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
  return (operation: Operation): Operation => {
    if (isOf('posting', operation)) return visiblePosting(operation, mayOperation)
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

/** The request names all moves as well, so that its text is that of the visible ones. */
function visiblePosting(
  posting: Operation<'posting'>,
  mayOperation: (paths: readonly string[]) => boolean
): Operation<'posting'> {
  const { path, outcome } = posting
  if (mayOperation([path])) return posting
  const moves = outcome.moves.filter(({ sourceObjectPath, targetObjectPath }) =>
    mayOperation([sourceObjectPath, targetObjectPath])
  )
  return { ...posting, input: JSON.stringify({ path, moves }), outcome: { ...outcome, moves } }
}
