import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { formatUsd } from '#app/money/usd'
import type { OpenTransferRequest } from '../core/decide_held_transfer.ts'
import type { TransferRequest } from '../core/decide_transfer.ts'
import { settlementJob } from '../core/job_rows.ts'
import { movementTermsOf } from '../core/movement_terms.ts'
import { USD, type LedgerObject, type Operation, type OperationDraft } from '../core/terms.ts'
import { AdmitMovement } from './admit_movement.ts'
import { conditionsOf, hashedConditions, type ConditionInputs } from './condition_terms.ts'
import { ObjectDirectory } from './object_directory.ts'
import { operationDraft } from './operation_draft.ts'
import type { RealmCard } from './realm_directory.ts'
import { spendingOf } from './spending_of.ts'
import type { PricedTerms } from './transfer_terms.ts'

export interface TransferCommand extends ConditionInputs {
  realmId: string
  path: string
  sourceObjectPath: string
  targetObjectPath: string
  amount: string
  feeOverride?: string | null
}

type TransferPaths = Pick<TransferCommand, 'sourceObjectPath' | 'targetObjectPath'>

/** A transfer whose inputs are checked, with its price. */
export interface PricedTransfer {
  command: TransferCommand
  terms: PricedTerms
}

/** The objects that exist, by their paths. */
export type FoundObjects = ReadonlyMap<string, LedgerObject>

/** Turns transfers into requests for the poster: asks the guards, and finds the rail of each. */
@singleton()
export class PlanTransfer {
  constructor(
    private objects: ObjectDirectory,
    private admit: AdmitMovement,
    private access: AccessControl,
    private clock: Clock
  ) {}

  /** Finds the objects at the paths of many transfers together. */
  find(realmId: string, transfers: readonly TransferPaths[]): Promise<FoundObjects> {
    return this.objects.usable(realmId, pathsOf(transfers))
  }

  /**
   * Forgets what is remembered at these paths, because the poster has found other objects there.
   */
  forget(realmId: string, transfers: readonly TransferPaths[]) {
    this.objects.forget(realmId, pathsOf(transfers))
  }

  /**
   * The poster decides without a source or target too: an operation path that was used before
   * answers first. The same holds for a movement that guards or rails refuse.
   *
   * @throws ServiceError the refusal of a guard, SETTLEMENT_UNAVAILABLE
   */
  async run(
    principal: Principal,
    realm: RealmCard,
    { command, terms }: PricedTransfer,
    found: FoundObjects
  ): Promise<TransferRequest | OpenTransferRequest> {
    const source = found.get(command.sourceObjectPath)
    const target = found.get(command.targetObjectPath)
    const operation = transferDraft(principal, command, terms)
    const request: TransferRequest = {
      kind: 'transfer',
      realmId: realm.id,
      operation,
      source: { id: source?.id ?? '', path: command.sourceObjectPath },
      target: { id: target?.id ?? '', path: command.targetObjectPath },
      amount: terms.amount,
      fee: terms.fee,
      conditions: conditionsOf(command),
      spending: spendingOf(this.access, principal, spent(command), this.clock.nowMicros()),
    }
    if (!source || !target) return request
    // Guards and rails are not asked: the poster refuses this pair.
    if (source.keepsOwnBooks && target.keepsOwnBooks) return request
    const { amount, fee } = terms
    const admitted = await this.admit.run(realm, { operation, source, target, amount, fee })
    if (!admitted || admitted.rail.immediate(admitted.movement)) return request
    return { ...request, kind: 'open_transfer', jobs: [settlementJob(operation.id)] }
  }
}

function spent({ path, sourceObjectPath, targetObjectPath, amount }: TransferCommand) {
  const move = { operationPath: path, amount, destination: targetObjectPath }
  return { action: 'svc:TransferFrom', path: sourceObjectPath, move }
}

/** The fee that the operation was charged; for a replay, the fee of back then. */
export function paidFee(
  { operation, replayed }: { operation: Operation; replayed: boolean },
  { askedFee, fee }: PricedTerms
) {
  const paid = replayed && askedFee > 0n ? movementTermsOf(operation).fee : fee
  return paid > 0n ? { amount: formatUsd(paid), denomination: USD } : null
}

/** Whether a refusal shows that the remembered objects are out of date. */
export function isStale(error: unknown): error is ServiceError {
  return error instanceof ServiceError && ['OBJECT_REPLACED', 'NOT_FOUND'].includes(error.code)
}

function pathsOf(transfers: readonly TransferPaths[]): string[] {
  const paths = new Set<string>()
  for (const { sourceObjectPath, targetObjectPath } of transfers) {
    paths.add(sourceObjectPath)
    paths.add(targetObjectPath)
  }
  return [...paths]
}

function transferDraft(
  principal: Principal,
  command: TransferCommand,
  { amount, askedFee }: PricedTerms
): OperationDraft<'transfer'> {
  const { realmId, path, sourceObjectPath, targetObjectPath, feeOverride } = command
  const inputs = {
    sourceObjectPath,
    targetObjectPath,
    amount: formatUsd(amount),
    fee: formatUsd(askedFee),
    ...hashedConditions(conditionsOf(command)),
  }
  return operationDraft(principal, {
    id: newId('op'),
    path,
    type: 'transfer',
    inputs,
    request: {
      realmId,
      path,
      sourceObjectPath,
      targetObjectPath,
      amount: command.amount,
      feeOverride,
      ifSourceBalanceAtLeast: command.ifSourceBalanceAtLeast,
      ifTargetBalanceAtMost: command.ifTargetBalanceAtMost,
      ifSourceVersion: command.ifSourceVersion,
    },
  })
}
