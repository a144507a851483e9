import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { defaultBoundaryId } from '../core/boundaries.ts'
import { settlementJob } from '../core/job_rows.ts'
import { movementTermsOf } from '../core/movement_terms.ts'
import { feeObjectPath } from '../core/system_paths.ts'
import type { Operation } from '../core/terms.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import { AdmitMovement } from './admit_movement.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory, type RealmCard } from './realm_directory.ts'
import { spendingOf } from './spending_of.ts'
import { visibleOperation } from './visible_operation.ts'

export interface ReversalCommand {
  id: string
  realmId: string
  path: string
  /** Left out: all that is left. */
  amount?: string
  refundFee?: boolean
  reason?: string
}

/** Moves back what a transfer or a capture has moved. It costs no fee. */
@singleton()
export class ReverseOperation {
  constructor(
    private realms: RealmDirectory,
    private operations: OperationReader,
    private objects: ObjectReader,
    private admit: AdmitMovement,
    private poster: Poster,
    private access: AccessControl,
    private clock: Clock
  ) {}

  /**
   * @throws ServiceError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT, ALREADY_REVERSED,
   *   INSUFFICIENT_BALANCE, LIMIT_EXCEEDED, IDEMPOTENCY_VIOLATION, SETTLEMENT_UNAVAILABLE, or the
   *   refusal of a guard
   */
  async run(principal: Principal, command: ReversalCommand) {
    const { realm, original } = await this.#find(principal, command)
    const { source: payer, target: receiver } = original
    // Who gives back is who received.
    for (const [action, side] of [
      ['svc:TransferFrom', receiver],
      ['svc:ReceiveTo', payer],
    ] as const) {
      this.access.authorize(principal, action, side.path ?? original.path, original.id)
    }
    if (command.refundFee) await this.#authorizeRefund(principal, original)
    const amount = command.amount === undefined ? null : parseUsd(command.amount)
    const operation = reversalDraft(principal, command, amount)
    const waits = await this.#waits(realm, original, { operation, amount })
    const move = {
      operationPath: command.path,
      amount: command.amount ?? null,
      destination: payer.path,
    }
    const asked = { action: 'svc:TransferFrom', path: receiver.path ?? '', move }
    const spending = spendingOf(this.access, principal, asked, this.clock.nowMicros())
    const outcome = await this.poster.post({
      kind: 'reverse',
      realmId: realm.id,
      operation,
      originalId: original.id,
      amount,
      refundFee: command.refundFee ?? false,
      waits,
      ...(spending && { spending: { objectId: receiver.objectId ?? '', spending } }),
      jobs: waits ? [settlementJob(operation.id)] : [],
    })
    const posted = operationOf(outcome)
    return { ...posted, operation: visibleOperation(this.access, principal)(posted.operation) }
  }

  async #find(principal: Principal, { id, realmId }: ReversalCommand) {
    const original = await this.operations.byId(id)
    const realm = original ? await this.realms.find(original.realmId) : null
    if (!original || realm?.orgId !== principal.orgId || realmId !== realm.id) {
      throw notFound('operation', id, 'GET /api/v1/operations lists those of a realm.')
    }
    return { realm: await this.realms.resolve(principal, realmId), original }
  }

  /** A refund is value that leaves the collected fees, which are not those of the two sides. */
  async #authorizeRefund(principal: Principal, { realmId, source: payer }: Operation) {
    const objects = await this.objects.ledgerObjects([payer.objectId ?? ''])
    const ofRealm = defaultBoundaryId(realmId)
    const boundaryId = objects.get(payer.objectId ?? '')?.boundaryId ?? ofRealm
    this.access.authorize(principal, 'svc:TransferFrom', feeObjectPath(boundaryId, ofRealm))
  }

  /** Whether a rail has to deliver it. Nobody is asked about what the poster refuses anyway. */
  async #waits(
    realm: RealmCard,
    { source: payer, target: receiver, ...original }: Operation,
    asked: { operation: ReturnType<typeof reversalDraft>; amount: Atoms | null }
  ): Promise<boolean> {
    const sides = await this.objects.ledgerObjects([payer.objectId ?? '', receiver.objectId ?? ''])
    const [target, source] = [payer, receiver].map(({ objectId }) => sides.get(objectId ?? ''))
    if (!source || !target || source.keepsOwnBooks || target.keepsOwnBooks) return false
    const { fee } = movementTermsOf({ source: payer, target: receiver, ...original })
    const amount = asked.amount ?? (original.amount ?? fee) - fee
    const operation = { ...asked.operation, type: 'transfer' as const }
    const admitted = await this.admit.run(realm, { operation, source, target, amount })
    return admitted !== null && !admitted.rail.immediate(admitted.movement)
  }
}

function reversalDraft(principal: Principal, command: ReversalCommand, amount: Atoms | null) {
  const { id, path, refundFee = false, reason = null } = command
  return operationDraft(principal, {
    id: newId('op'),
    path,
    type: 'reversal',
    inputs: {
      reversalOf: id,
      amount: amount === null ? null : formatUsd(amount),
      refundFee: String(refundFee),
      reason,
    },
    request: command,
  })
}
