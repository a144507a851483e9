import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId, twinOf } from '#app/ids/ids'
import type { Metadata } from '#app/metadata/metadata'
import { formatUsd, parseUsd } from '#app/money/usd'
import type { OpenHoldRequest } from '../core/decide_hold.ts'
import { eventDispatchJob, holdExpiryJob } from '../core/job_rows.ts'
import { requestHash } from '../core/request_hash.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import { AdmitMovement } from './admit_movement.ts'
import { conditionsOf, hashedConditions, type ConditionInputs } from './condition_terms.ts'
import { ObjectDirectory } from './object_directory.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'
import { spendingOf } from './spending_of.ts'
import { checkSides } from './transfer_terms.ts'
import { visibleOperation } from './visible_operation.ts'

export interface HoldCommand extends ConditionInputs {
  realmId: string
  path: string
  sourceObjectPath: string
  targetObjectPath?: string
  amount: string
  /** Left out: the hold lasts until it is captured or released. */
  expiresInSeconds?: number
  metadata?: Metadata
}

/** Reserves an amount of an object, for captures that come later. */
@singleton()
export class PlaceHold {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectDirectory,
    private admit: AdmitMovement,
    private poster: Poster,
    private access: AccessControl,
    private clock: Clock
  ) {}

  /**
   * @throws ServiceError NOT_FOUND, FORBIDDEN, INSUFFICIENT_BALANCE, IDEMPOTENCY_VIOLATION,
   *   OBJECT_REPLACED, or the refusal of a guard
   */
  async run(principal: Principal, command: HoldCommand) {
    const { sourceObjectPath, targetObjectPath } = command
    if (targetObjectPath !== undefined) {
      this.access.authorize(principal, 'svc:ReceiveTo', targetObjectPath)
    }
    checkSides(command)
    const realm = await this.realms.resolve(principal, command.realmId)
    const paths = [sourceObjectPath, ...(targetObjectPath === undefined ? [] : [targetObjectPath])]
    const request = this.#request(principal, command)
    const outcome = await this.objects.withAllUsable(realm.id, paths, async (found) => {
      const source = found.get(sourceObjectPath)
      const target = targetObjectPath === undefined ? undefined : found.get(targetObjectPath)
      const { operation, amount } = request
      const sides = [source, ...(targetObjectPath === undefined ? [] : [target])]
      // Nobody is asked about what the poster refuses.
      if (source && sides.every((side) => side && !side.keepsOwnBooks)) {
        // A hold that names no target moves nothing yet. To guards and rails it is the transfer that it may become.
        const movement = { ...operation, type: 'transfer' as const }
        await this.admit.run(realm, {
          operation: movement,
          source,
          target: target ?? source,
          amount,
        })
      }
      return this.poster.post({
        ...request,
        source: { id: source?.id ?? '', path: sourceObjectPath },
        target:
          targetObjectPath === undefined ? null : { id: target?.id ?? '', path: targetObjectPath },
        spending: spendingOf(this.access, principal, spent(command), this.clock.nowMicros()),
      })
    })
    const { operation, replayed } = operationOf(outcome)
    return { operation: visibleOperation(this.access, principal)(operation), replayed }
  }

  #request(principal: Principal, command: HoldCommand): OpenHoldRequest {
    const { realmId, path, sourceObjectPath, targetObjectPath, expiresInSeconds } = command
    const amount = parseUsd(command.amount)
    const seconds = expiresInSeconds ?? null
    const conditions = conditionsOf(command)
    const endsSoon = seconds !== null && seconds * 1000 <= 2 * LEDGER_LIMITS.holdExpiryMs
    const operation = operationDraft(principal, {
      id: newId('op'),
      path,
      type: 'hold',
      inputs: {
        sourceObjectPath,
        targetObjectPath: targetObjectPath ?? null,
        amount: formatUsd(amount),
        expiresInSeconds: expiresInSeconds === undefined ? null : String(expiresInSeconds),
        metadata: command.metadata ? requestHash('hold', command.metadata) : null,
        ...hashedConditions(conditions),
      },
      request: command,
    })
    const dispatch = eventDispatchJob(realmId, operation.id)
    return {
      kind: 'open_hold',
      realmId,
      operation,
      source: { id: '', path: sourceObjectPath },
      target: null,
      amount,
      seconds,
      conditions,
      ids: { event: twinOf(operation.id, 'evt') },
      jobs: endsSoon ? [dispatch, holdExpiryJob()] : [dispatch],
    }
  }
}

function spent({ path, sourceObjectPath, targetObjectPath, amount }: HoldCommand) {
  const move = { operationPath: path, amount, destination: targetObjectPath ?? null }
  return { action: 'svc:TransferFrom', path: sourceObjectPath, move }
}
