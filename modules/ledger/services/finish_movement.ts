import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import type { SettlementProgress } from '../extension/settlement_rail.ts'
import { depositEventId } from '../core/deposit_event.ts'
import { traitOf } from '../core/operation_types.ts'
import { requestHash } from '../core/request_hash.ts'
import type { PostRequest } from '../core/requests.ts'
import { sweepPath } from '../core/system_paths.ts'
import type { Operation, OperationDraft } from '../core/terms.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { Poster } from './poster/poster.ts'

/** How a rail has ended a movement. */
export type SettlementEnd = Exclude<SettlementProgress, { state: 'waiting' }>

/** Refusals of the rail's part of the posting that a retry cannot change. */
const FINAL_REFUSALS = new Set(['INSUFFICIENT_MARGIN', 'OBJECT_NOT_FOUND'])

interface Ended {
  operation: Operation
  end: SettlementEnd
}

/**
 * Posts the ends of pending movements. A second run changes nothing, because the operations have
 * ended.
 */
@singleton()
export class FinishMovement {
  constructor(private poster: Poster) {}

  /**
   * Ends many movements, those of one realm in shared groups.
   *
   * @returns the failures; the other movements have ended
   */
  async runEach(ended: readonly Ended[]): Promise<unknown[]> {
    const { alone = [], together = [] } = Object.groupBy(ended, ({ end }) =>
      end.state === 'final' && end.alongside ? 'alone' : 'together'
    )
    const byRealm = Map.groupBy(together, ({ operation }) => operation.realmId)
    const outcomes = await Promise.all([
      ...[...byRealm.values()].map((ofRealm) => this.poster.postEach(ofRealm.map(requestOf))),
      Promise.allSettled(alone.map((each) => this.#endAlongside(each))),
    ])
    return outcomes.flat().flatMap((outcome) => {
      const failed = outcome.status === 'rejected' && !isClosed(outcome.reason)
      return failed ? [outcome.reason as unknown] : []
    })
  }

  async #endAlongside({ operation, end }: Ended): Promise<void> {
    const alongside = end.state === 'final' ? end.alongside : undefined
    try {
      await this.poster.post(requestOf({ operation, end }), undefined, alongside)
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : null
      if (code === null || !FINAL_REFUSALS.has(code)) throw error
      const { message } = error as ServiceError
      await this.poster.post(abandon(operation, { state: 'refused', failureMessage: message }))
    }
  }
}

function requestOf({ operation, end }: Ended): PostRequest {
  return end.state === 'refused' ? abandon(operation, end) : settle(operation, end)
}

/** The realm was closed meanwhile, so there is nothing left to do. */
function isClosed(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'NOT_FOUND'
}

function abandon(
  { id: operationId, realmId }: Operation,
  { failureMessage, as = 'failed' }: Extract<SettlementEnd, { state: 'refused' }>
): PostRequest {
  return {
    kind: 'abandon',
    realmId,
    operationId,
    as,
    failureMessage,
    ids: { event: newId('evt'), withdrawal: newId('evt'), delta: newId('dlt') },
    jobs: [eventDispatchJob(realmId)],
  }
}

function settle(
  operation: Operation,
  { proofs }: Extract<SettlementEnd, { state: 'final' }>
): PostRequest {
  const { id: operationId, realmId, type } = operation
  const common = {
    realmId,
    operationId,
    proofs: proofs.map(({ type: proofType, externalRef }) => ({
      id: newId('prf'),
      proofType,
      externalRef,
    })),
  }
  const jobs = [eventDispatchJob(realmId)]
  switch (traitOf(type, 'carriedAs')) {
    case 'transfer':
      // No event is emitted: the completed state is the signal.
      return { ...common, kind: 'settle_transfer', jobs: [] }
    case 'withdrawal':
      return {
        ...common,
        kind: 'settle_withdrawal',
        ids: { event: newId('evt'), withdrawn: newId('evt'), delta: newId('dlt') },
        jobs,
      }
    case 'deposit':
      return {
        ...common,
        kind: 'settle_deposit',
        ids: { event: depositEventId(operationId) },
        creditedAmount: operation.amount!,
        jobs,
      }
    case 'delete':
      return {
        ...common,
        kind: 'settle_delete',
        sweep: sweepDraft(operation),
        ids: { event: newId('evt'), delta: newId('dlt') },
        jobs,
      }
    case null:
    case undefined:
      throw new Error(`An operation of type ${type} settles through no rail`)
  }
}

/** The sweep's path is derived from its deletion, so that no object is swept twice. */
function sweepDraft({ id: deletionId, source, target }: Operation): OperationDraft {
  const terms = { path: sweepPath(deletionId), source: source.path, target: target.path }
  return {
    id: newId('op'),
    path: terms.path,
    type: 'adjustment',
    requestHash: requestHash('adjustment', terms),
    input: JSON.stringify({ ...terms, deletionId }),
    actorType: 'system',
    actorId: 'settlement',
  }
}
