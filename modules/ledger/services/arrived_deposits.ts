import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { derivedId, newId } from '#app/ids/ids'
import { formatUsd, type Atoms } from '#app/money/usd'
import type { SettlementProof } from '../extension/settlement_rail.ts'
import { confirmedEventId, depositEventId, detectedEventId } from '../core/deposit_event.ts'
import type { PostRequest } from '../core/requests.ts'
import type { Operation } from '../core/terms.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { operationDraft } from './operation_draft.ts'
import { pendingMovementOf } from './pending_movement.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'

/** A final credit from outside the ledger, in a boundary of the realm. */
export interface Arrival {
  realmId: string
  boundaryId: string
  /**
   * Operation path of the credit, in the service's part of the tree. It names the arrival: one path
   * is credited once.
   */
  path: string
  /** The amount that arrived, whatever amount was announced. */
  amount: Atoms
  /** The deposit that announced the payment; null when none did. */
  operationId: string | null
  /**
   * Whether the arrival completes that deposit if it is still pending. At most one arrival of a
   * deposit may.
   */
  answers: boolean
  /** Block time of the payment; null when it is not known. */
  paidAt: Micros | null
  proofs: SettlementProof[]
}

const ACTOR = { type: 'system', id: 'deposits' } as const

/** Books deposits of real value, as the module that sees them arrive reports them. */
@singleton()
export class ArrivedDeposits {
  constructor(
    private poster: Poster,
    private extensions: ExtensionRegistry,
    private realms: RealmDirectory,
    private operations: OperationReader,
    private objects: ObjectReader
  ) {}

  /**
   * Records once that value for a pending deposit was seen. A deposit that has ended stays as it
   * is.
   *
   * @param paidAt block time of the payment; null when it is not known
   */
  async detected(
    realmId: string,
    operationId: string,
    seenAmount: Atoms,
    paidAt: Micros | null = null
  ): Promise<void> {
    await this.#unlessClosed(async () => {
      await this.poster.post({
        kind: 'detect_deposit',
        realmId,
        operationId,
        seenAmount,
        paidAt,
        ids: { event: detectedEventId(operationId) },
        jobs: [eventDispatchJob(realmId)],
      })
      return null
    })
  }

  /**
   * Credits an arrival. Crediting it again changes nothing.
   *
   * @returns the operation that shows the credit; null when the realm is closed and takes no more
   */
  async credit(arrival: Arrival): Promise<Operation | null> {
    const { realmId, boundaryId, path, amount, operationId, answers, paidAt, proofs } = arrival
    const id = newId('op')
    const inputs = { boundaryId, amount: formatUsd(amount), announcedBy: operationId }
    const alongside = await this.#alongside(arrival)
    return this.#unlessClosed(async () => {
      const request: PostRequest = {
        kind: 'credit_arrival',
        realmId,
        operationId: operationId ?? '',
        answers,
        paidAt,
        operation: operationDraft(
          { actor: ACTOR },
          {
            id,
            path,
            type: 'deposit',
            inputs,
            request: { realmId, ...inputs },
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
      }
      const outcome = await this.poster.post(request, undefined, alongside)
      return operationOf(outcome).operation
    })
  }

  /**
   * What the kind of the deposit's target adds to the posting. Its operation id is derived from the
   * arrival's path, so that a retry asks the kind for the same thing.
   *
   * @throws Error while the kind cannot take the value yet: the arrival stays due
   */
  async #alongside({ realmId, boundaryId, path, amount, operationId }: Arrival) {
    const announced = operationId === null ? null : await this.operations.byId(operationId)
    const realm = await this.realms.find(realmId)
    if (!announced || !realm) return undefined
    const objects = await this.objects.ledgerObjects([announced.target.objectId ?? ''])
    const target = objects.get(announced.target.objectId ?? '')
    if (!target || target.status === 'deleted' || target.boundaryId !== boundaryId) return undefined
    const arrived = { ...announced, id: derivedId('op', 0, path), path, amount }
    const progress = await this.extensions.receive(pendingMovementOf(arrived, realm, objects))
    if (progress === null) return undefined
    if (progress.state === 'final') return progress.alongside
    throw new Error('What has arrived could not be taken on to its object yet')
  }

  /**
   * Runs a posting; null when the realm is closed. Only the poster knows for certain whether a
   * realm still takes postings.
   */
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
