import type { SettlementProgress } from '#app/extension/settlement_rail'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { depositEventId } from '#modules/ledger/core/deposit_event'
import type { PostRequest } from '#modules/ledger/core/requests'
import type { Operation } from '#modules/ledger/core/terms'
import { eventDispatchJob } from '#modules/ledger/jobs/job_rows'
import type { Poster } from '#modules/ledger/services/poster/poster'

/** A rail's last word. */
export type SettlementEnd = Exclude<SettlementProgress, { state: 'waiting' }>

/** Posts the end of a pending movement. Done twice it changes nothing: the operation has ended. */
export class FinishMovement {
  constructor(private poster: Poster) {}

  async run(operation: Operation, end: SettlementEnd): Promise<void> {
    try {
      await this.poster.post(
        end.state === 'refused' ? abandon(operation, end) : settle(operation, end)
      )
    } catch (error) {
      // The realm was closed meanwhile: nothing is owed any more.
      if (!(error instanceof ServiceError && error.code === 'NOT_FOUND')) throw error
    }
  }
}

function abandon(
  { id: operationId, realmId }: Operation,
  { failureMessage }: Extract<SettlementEnd, { state: 'refused' }>
): PostRequest {
  return {
    kind: 'abandon',
    realmId,
    operationId,
    as: 'failed',
    failureMessage,
    ids: { event: newId('evt'), withdrawal: newId('evt') },
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
  switch (type) {
    case 'transfer':
      // A transfer emits no event: its completed state is the signal.
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
    default:
      throw new Error(`An operation of type ${type} settles through no rail`)
  }
}
