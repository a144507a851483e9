import type { Micros } from '#app/clock/clock'
import { refuse, type Decision } from './decision.ts'
import type { RealmState } from './state.ts'
import type { OperationType } from '#app/extension/vocabulary'
import type { OutcomeOf } from './operation_outcome.ts'
import type { Operation, OperationDraft, OperationSide, OperationState } from './terms.ts'
import type { Atoms } from '#app/money/usd'

/**
 * The answer to a request whose operation path was used before; null when the path is free. An
 * equal operation id means that this very request was committed by an attempt whose answer was
 * lost.
 */
export function replayOf(state: RealmState, draft: OperationDraft): Decision | null {
  const existing = state.operationsByPath.get(draft.path)
  if (!existing) return null
  if (existing.requestHash !== draft.requestHash) {
    return refuse('IDEMPOTENCY_VIOLATION', {
      message: `The operation path ${existing.path} was used before with other inputs, by ${existing.id}.`,
      details: { operationId: existing.id },
    })
  }
  return { kind: 'replayed', operation: existing }
}

export function newOperation<Type extends OperationType = OperationType>(
  realmId: string,
  draft: OperationDraft,
  now: Micros,
  rest: {
    state: OperationState
    outcome: OutcomeOf<Type>
    source?: OperationSide
    target?: OperationSide
    denomination?: string
    amount?: Atoms
  }
): Operation<Type> {
  const nowhere: OperationSide = { objectId: null, path: null }
  return {
    ...draft,
    type: draft.type as Type,
    realmId,
    state: rest.state,
    outcome: rest.outcome,
    failureMessage: null,
    source: rest.source ?? nowhere,
    target: rest.target ?? nowhere,
    denomination: rest.denomination ?? null,
    amount: rest.amount ?? null,
    createdAt: now,
    updatedAt: now,
  }
}

export function authorityOf(draft: OperationDraft): string {
  return `${draft.actorType}:${draft.actorId}`
}
