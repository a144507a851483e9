import type { SettlementProof } from '#app/extension/settlement_rail'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { formatUsd, type Atoms } from '#app/money/usd'
import {
  confirmedEventId,
  depositEventId,
  detectedEventId,
} from '#modules/ledger/core/deposit_event'
import type { Operation } from '#modules/ledger/core/terms'
import { eventDispatchJob } from '#modules/ledger/jobs/job_rows'
import { operationDraft } from '#modules/ledger/services/operation_draft'
import { operationOf } from '#modules/ledger/services/poster/outcomes'
import type { Poster } from '#modules/ledger/services/poster/poster'

/** Value that has arrived outside for good, in a boundary of the realm. */
export interface Arrival {
  realmId: string
  boundaryId: string
  /** Names the arrival: the same one is credited once. Lies in the service's part of the tree. */
  path: string
  /** What arrived, whatever was announced. */
  amount: Atoms
  /** The deposit it was paid for; null when nobody announced it. */
  operationId: string | null
  /** Whether it completes that deposit, if that is still pending. One arrival per deposit may. */
  answers: boolean
  proofs: SettlementProof[]
}

const ACTOR = { type: 'system', id: 'deposits' }

/** Deposits of real value, told by the module that sees it arrive. */
export class ArrivedDeposits {
  constructor(private poster: Poster) {}

  /** Tells once that value for a pending deposit was seen. Does nothing for one that has ended. */
  async detected(realmId: string, operationId: string, seenAmount: Atoms): Promise<void> {
    await this.#unlessClosed(async () => {
      await this.poster.post({
        kind: 'detect_deposit',
        realmId,
        operationId,
        seenAmount,
        ids: { event: detectedEventId(operationId) },
        jobs: [eventDispatchJob(realmId)],
      })
      return null
    })
  }

  /**
   * Credits an arrival; again it changes nothing.
   *
   * @returns the operation that tells of it; null when the realm is closed and takes nothing more
   */
  async credit(arrival: Arrival): Promise<Operation | null> {
    const { realmId, boundaryId, path, amount, operationId, answers, proofs } = arrival
    const id = newId('op')
    const request = { boundaryId, amount: formatUsd(amount), announcedBy: operationId }
    return this.#unlessClosed(async () => {
      const outcome = await this.poster.post({
        kind: 'credit_arrival',
        realmId,
        operationId: operationId ?? '',
        answers,
        operation: operationDraft(
          { actor: ACTOR },
          {
            id,
            path,
            type: 'deposit',
            inputs: request,
            request: { realmId, ...request },
          }
        ),
        boundaryId,
        unattributedId: newId('obj'),
        ids: { announced: eventsOf(operationId ?? id), own: eventsOf(id) },
        amount,
        proofs: proofs.map(({ type, externalRef }) => ({
          id: newId('prf'),
          proofType: type,
          externalRef,
        })),
        jobs: [eventDispatchJob(realmId)],
      })
      return operationOf(outcome).operation
    })
  }

  /** The poster alone knows for sure whether a realm takes postings. */
  async #unlessClosed<Result>(post: () => Promise<Result>): Promise<Result | null> {
    try {
      return await post()
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'NOT_FOUND') return null
      throw error
    }
  }
}

function eventsOf(operationId: string) {
  return {
    detected: detectedEventId(operationId),
    confirmed: confirmedEventId(operationId),
    completed: depositEventId(operationId),
  }
}
