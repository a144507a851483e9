import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { hasTrait } from '../core/operation_types.ts'
import { isOf, type Operation } from '../core/terms.ts'
import { pathGate } from './operation_access.ts'

/**
 * An operation as its reader may see it. The outcome of a movement names what both sides hold after
 * it: a caller who sends a cent must not learn from the answer what the receiver owns. Of a posting
 * and its reversals everybody sees the moves that they may read, and who took part in one of them
 * not the others.
 */
export function visibleOperation(access: AccessControl, principal: Principal) {
  if (principal.statements === null) return (operation: Operation) => operation
  const mayBalance = pathGate(access, principal, 'svc:ReadBalance')
  const mayOperation = pathGate(access, principal, 'svc:ReadOperation')
  return (operation: Operation): Operation => {
    if (isOf('posting', operation)) return visiblePosting(operation, mayOperation)
    if (hasTrait(operation, 'ofMany', true)) return visibleOfMany(operation, mayOperation)
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

type Gate = (paths: readonly (string | null)[]) => boolean

/** The request names all moves as well, so that its text is that of the visible ones. */
function visiblePosting(posting: Operation<'posting'>, mayOperation: Gate): Operation {
  const { path, outcome } = posting
  if (mayOperation([path])) return posting
  // Ids of objects are for who may read the whole: they would tell one side those of the other.
  const moves = visibleMoves(outcome.moves, mayOperation).map((move) => ({
    sourceObjectPath: move.sourceObjectPath,
    targetObjectPath: move.targetObjectPath,
    amount: move.amount,
  }))
  const shown = { ...outcome, moves } as Operation['outcome']
  const input = JSON.stringify({ path, moves })
  return { ...posting, ...visibleSides(posting, mayOperation), input, outcome: shown }
}

function visibleOfMany(
  operation: Operation<'posting' | 'reversal'>,
  mayOperation: Gate
): Operation {
  const { path, outcome } = operation
  if (!outcome.moves || mayOperation([path])) return operation
  const moves = visibleMoves(outcome.moves, mayOperation)
  return { ...operation, ...visibleSides(operation, mayOperation), outcome: { ...outcome, moves } }
}

/** The two sides that an operation names are those of its first move. */
function visibleSides({ source, target }: Operation, mayOperation: Gate) {
  if (mayOperation([source.path, target.path])) return { source, target }
  const hidden = { objectId: null, path: null }
  return { source: hidden, target: hidden }
}

function visibleMoves<Move extends { sourceObjectPath: string; targetObjectPath: string }>(
  moves: readonly Move[],
  mayOperation: Gate
): Move[] {
  return moves.filter(({ sourceObjectPath, targetObjectPath }) =>
    mayOperation([sourceObjectPath, targetObjectPath])
  )
}
