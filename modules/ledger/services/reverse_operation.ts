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
import { movesOf } from '../core/reversible.ts'
import type { Spending } from '../core/spending.ts'
import { feeObjectPath } from '../core/system_paths.ts'
import {
  isOf,
  type LedgerObject,
  type Operation,
  type OperationDraft,
  type OperationSide,
} from '../core/terms.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'
import { AdmitMovement } from './admit_movement.ts'
import { AdmitMoves } from './admit_moves.ts'
import { ObjectDirectory } from './object_directory.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory, type RealmCard } from './realm_directory.ts'
import { spendingsOf } from './spending_of.ts'

export interface ReversalCommand {
  id: string
  realmId: string
  path: string
  /** Left out: all that is left. */
  amount?: string
  refundFee?: boolean
  reason?: string
}

/** Moves back what a transfer, a capture or a posting has moved. It costs no fee. */
@singleton()
export class ReverseOperation {
  constructor(
    private realms: RealmDirectory,
    private operations: OperationReader,
    private objects: ObjectReader,
    private directory: ObjectDirectory,
    private admit: AdmitMovement,
    private admitMoves: AdmitMoves,
    private poster: Poster,
    private access: AccessControl,
    private clock: Clock
  ) {}

  /**
   * @throws ServiceError NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT, ALREADY_REVERSED,
   *   INSUFFICIENT_BALANCE, LIMIT_EXCEEDED, IDEMPOTENCY_VIOLATION, CROSSES_BOUNDARY,
   *   SETTLEMENT_UNAVAILABLE, or the refusal of a guard
   */
  async run(principal: Principal, command: ReversalCommand) {
    const { realm, original, seen } = await this.#find(principal, command)
    const { payers, receivers, pairs } = sidesOf(original)
    // Who gives back is who received.
    for (const [action, sides] of [
      ['svc:TransferFrom', receivers],
      ['svc:ReceiveTo', payers],
    ] as const) {
      for (const path of sides.values()) {
        this.access.authorize(principal, action, path, original.id)
      }
    }
    if (command.refundFee) await this.#authorizeRefund(principal, original)
    const amount = command.amount === undefined ? null : parseUsd(command.amount)
    const operation = reversalDraft(principal, command, amount)
    const waits = await this.#waits(realm, original, { operation, amount })
    const outcome = await this.poster.post({
      kind: 'reverse',
      realmId: realm.id,
      operation,
      originalId: original.id,
      seen,
      objectIds: isOf('posting', original)
        ? movesOf(original).flatMap(({ payerId, receiverId }) => [payerId, receiverId])
        : [],
      amount,
      refundFee: command.refundFee ?? false,
      waits,
      spendings: this.#spendings(principal, command, { receivers, pairs }),
      jobs: waits ? [settlementJob(operation.id)] : [],
    })
    return operationOf(outcome)
  }

  /** The windows that bound the moves back out of each object, by its id. */
  #spendings(
    principal: Principal,
    { path: operationPath, amount }: ReversalCommand,
    { receivers, pairs }: Pick<Sides, 'receivers' | 'pairs'>
  ): Map<string, Spending[]> {
    const spendings = new Map<string, Spending[]>()
    if (principal.statements === null) return spendings
    const askedAt = this.clock.nowMicros()
    for (const [id, path] of receivers) {
      const moves = pairs
        .filter(({ receiverId }) => receiverId === id)
        .map(({ payerPath: destination }) => ({
          operationPath,
          amount: amount ?? null,
          destination,
        }))
      spendings.set(id, spendingsOf(this.access, principal, { path, moves }, askedAt))
    }
    return spendings
  }

  async #find(principal: Principal, { id, realmId }: ReversalCommand) {
    const seen = await this.operations.seen(id)
    const original = seen?.operation
    const realm = original ? await this.realms.find(original.realmId) : null
    if (!seen || !original || realm?.orgId !== principal.orgId || realmId !== realm.id) {
      throw notFound('operation', id, 'GET /api/v1/operations lists those of a realm.')
    }
    return { realm: await this.realms.resolve(principal, realmId), original, seen }
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
    original: Operation,
    asked: { operation: OperationDraft; amount: Atoms | null }
  ): Promise<boolean> {
    const { payers, receivers } = sidesOf(original)
    const objects = await this.directory.known(realm.id, new Map([...payers, ...receivers]))
    const [from, to] = [receivers, payers].map((sides) =>
      [...sides.keys()].flatMap((id) => objects.get(id) ?? [])
    ) as [LedgerObject[], LedgerObject[]]
    const amount = asked.amount ?? (original.amount ?? 0n) - movementTermsOf(original).fee
    if (isOf('posting', original)) {
      await this.admitMoves.run(realm, asked.operation, { from, to }, amount)
      return false
    }
    const [source, target] = [from[0], to[0]]
    if (!source || !target || source.keepsOwnBooks || target.keepsOwnBooks) return false
    const operation = { ...asked.operation, type: 'transfer' as const }
    const admitted = await this.admit.run(realm, { operation, source, target, amount })
    return admitted !== null && !admitted.rail.immediate(admitted.movement)
  }
}

/** Paths by the ids of their objects. */
interface Sides {
  payers: ReadonlyMap<string, string>
  receivers: ReadonlyMap<string, string>
  /** Who gives back to whom. */
  pairs: readonly { receiverId: string; payerPath: string | null }[]
}

/** All who have paid, and all who have received. */
function sidesOf(original: Operation): Sides {
  if (isOf('posting', original)) {
    const { moves } = original.outcome
    return {
      payers: new Map(moves.map((move) => [move.sourceObjectId, move.sourceObjectPath])),
      receivers: new Map(moves.map((move) => [move.targetObjectId, move.targetObjectPath])),
      pairs: moves.map((move) => ({
        receiverId: move.targetObjectId,
        payerPath: move.sourceObjectPath,
      })),
    }
  }
  const sideOf = ({ objectId, path }: OperationSide) =>
    new Map([[objectId ?? '', path ?? original.path]])
  const { source, target } = original
  return {
    payers: sideOf(source),
    receivers: sideOf(target),
    pairs: [{ receiverId: target.objectId ?? '', payerPath: source.path }],
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
