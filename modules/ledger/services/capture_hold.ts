import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { newId, twinOf } from '#app/ids/ids'
import { formatUsd, parseUsd } from '#app/money/usd'
import { Database } from '#app/storage/database'
import { DEFAULT_TRANSFER_FEE } from '../core/fees.ts'
import { eventDispatchJob, settlementJob } from '../core/job_rows.ts'
import type { SeenOperation } from '../core/request_kind.ts'
import { USD, type LedgerObject, type Operation } from '../core/terms.ts'
import { isCounted } from '../storage/spend_rows.ts'
import { AdmitMovement } from './admit_movement.ts'
import { FindHold } from './find_hold.ts'
import { ObjectDirectory } from './object_directory.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import type { RealmCard } from './realm_directory.ts'
import { spendingOf } from './spending_of.ts'
import { visibleOperation } from './visible_operation.ts'

export interface CaptureCommand {
  operationId: string
  realmId: string
  path: string
  /** Left out: all that is left. */
  amount?: string
  /** Left out: the target of the hold. */
  targetObjectPath?: string
  /** Whether the rest is released. */
  final?: boolean
}

/** Moves an amount that is held. The fee is that of a transfer, and a part of the amount. */
@singleton()
export class CaptureHold {
  constructor(
    private holds: FindHold,
    private objects: ObjectDirectory,
    private admit: AdmitMovement,
    private poster: Poster,
    private access: AccessControl,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * @throws ServiceError NOT_FOUND, FORBIDDEN, HOLD_NOT_OPEN, INSUFFICIENT_BALANCE,
   *   IDEMPOTENCY_VIOLATION, OBJECT_REPLACED, SETTLEMENT_UNAVAILABLE, or the refusal of a guard
   */
  async run(principal: Principal, command: CaptureCommand) {
    const { realm, seen } = await this.holds.toMove(principal, command)
    const hold = seen.operation
    const targetPath = command.targetObjectPath ?? hold.target.path
    if (targetPath === null) {
      const message = 'The targetObjectPath field must be given: the hold names no target'
      throw invalidField('targetObjectPath', 'required', message)
    }
    this.access.authorize(principal, 'svc:ReceiveTo', targetPath)
    const outcome = await this.objects.withUsable(realm.id, targetPath, (target) =>
      this.#post(principal, realm, { command, seen, targetPath, target })
    )
    const { operation, replayed } = operationOf(outcome)
    return {
      operation: visibleOperation(this.access, principal)(operation),
      replayed,
      fee: { amount: formatUsd(DEFAULT_TRANSFER_FEE), denomination: USD },
    }
  }

  async #post(
    principal: Principal,
    realm: RealmCard,
    {
      command,
      seen,
      targetPath,
      target,
    }: {
      command: CaptureCommand
      seen: SeenOperation<'hold'>
      targetPath: string
      target: LedgerObject | undefined
    }
  ) {
    const hold = seen.operation
    const operation = captureDraft(principal, command)
    const spending = await this.#spending(principal, hold, {
      ...command,
      targetObjectPath: targetPath,
    })
    const amount = command.amount === undefined ? null : parseUsd(command.amount)
    const waits = await this.#waits(realm, hold, { operation, target, amount })
    const jobs = [eventDispatchJob(realm.id, operation.id)]
    const final = command.final ?? false
    const captured = twinOf(operation.id, 'evt')
    return this.poster.post({
      kind: 'capture_hold',
      realmId: realm.id,
      operation,
      holdId: hold.id,
      seen,
      target: { id: target?.id ?? '', path: targetPath },
      amount,
      fee: DEFAULT_TRANSFER_FEE,
      final,
      waits,
      ...(spending && { spending: { objectId: hold.source.objectId!, spending } }),
      // Only a final capture releases something.
      ids: { captured, released: final ? newId('evt') : captured },
      jobs: waits ? [...jobs, settlementJob(operation.id)] : jobs,
    })
  }

  /** Whoever has placed the hold had it counted then. */
  async #spending(principal: Principal, hold: Operation<'hold'>, command: CaptureCommand) {
    const { path: operationPath, amount = null, targetObjectPath: destination = null } = command
    const move = { operationPath, amount, destination }
    const asked = { action: 'svc:TransferFrom', path: hold.source.path!, move }
    const spending = spendingOf(this.access, principal, asked, this.clock.nowMicros())
    if (!spending) return undefined
    const placed = {
      realmId: hold.realmId,
      credentialId: spending.credentialId,
      objectId: hold.source.objectId!,
      operationId: hold.id,
      committedAt: hold.createdAt,
    }
    return (await isCounted(this.database, placed)) ? undefined : spending
  }

  /** Whether a rail has to deliver it. Nobody is asked about what the poster refuses anyway. */
  async #waits(
    realm: RealmCard,
    hold: Operation<'hold'>,
    asked: {
      operation: ReturnType<typeof captureDraft>
      target: LedgerObject | undefined
      amount: bigint | null
    }
  ): Promise<boolean> {
    const { operation, target } = asked
    const { objectId, path } = hold.source
    const source = (await this.objects.known(realm.id, new Map([[objectId!, path!]]))).get(
      objectId!
    )
    if (!source || !target || source.keepsOwnBooks || target.keepsOwnBooks) return false
    const amount = asked.amount ?? parseUsd(hold.outcome.remainingAmount)
    const movement = { ...operation, type: 'transfer' as const }
    const terms = { amount, fee: DEFAULT_TRANSFER_FEE }
    const admitted = await this.admit.run(realm, { operation: movement, source, target, ...terms })
    return admitted !== null && !admitted.rail.immediate(admitted.movement)
  }
}

function captureDraft(principal: Principal, command: CaptureCommand) {
  const { operationId, path, amount, targetObjectPath, final } = command
  return operationDraft(principal, {
    id: newId('op'),
    path,
    type: 'capture',
    inputs: {
      holdId: operationId,
      amount: amount === undefined ? null : formatUsd(parseUsd(amount)),
      targetObjectPath: targetObjectPath ?? null,
      final: String(final ?? false),
    },
    request: command,
  })
}
