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
import { ObjectDirectory } from './object_directory.ts'
import { operationDraft } from './operation_draft.ts'
import type { RealmCard } from './realm_directory.ts'
import type { PricedTerms } from './transfer_terms.ts'

export interface TransferCommand {
  realmId: string
  path: string
  sourceObjectPath: string
  targetObjectPath: string
  amount: string
  feeOverride?: string | null
}

type TransferPaths = Pick<TransferCommand, 'sourceObjectPath' | 'targetObjectPath'>

/** A transfer whose inputs are checked. */
export interface PricedTransfer {
  command: TransferCommand
  terms: PricedTerms
}

type Found = ReadonlyMap<string, LedgerObject>

/** Turns transfers into requests for the poster: asks the guards, and which rail carries each. */
@singleton()
export class PlanTransfer {
  constructor(
    private objects: ObjectDirectory,
    private admit: AdmitMovement
  ) {}

  /** The objects at the paths of transfers, in one look. */
  find(realmId: string, transfers: readonly TransferPaths[]): Promise<Found> {
    return this.objects.usable(realmId, pathsOf(transfers))
  }

  /** Looks again the next time: the poster has seen other objects at these paths. */
  forget(realmId: string, transfers: readonly TransferPaths[]) {
    this.objects.forget(realmId, pathsOf(transfers))
  }

  /**
   * With a side missing the poster still decides: a path that was used before answers first. The
   * same holds for a movement that guards or rails refuse.
   *
   * @throws ServiceError whatever a guard refuses with, SETTLEMENT_UNAVAILABLE
   */
  async run(
    principal: Principal,
    realm: RealmCard,
    { command, terms }: PricedTransfer,
    found: Found
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
    }
    if (!source || !target) return request
    // Whatever a guard or a rail would say: the poster refuses this pair.
    if (source.keepsOwnBooks && target.keepsOwnBooks) return request
    const { amount, fee } = terms
    const admitted = await this.admit.run(realm, { operation, source, target, amount, fee })
    if (!admitted || admitted.rail.immediate(admitted.movement)) return request
    return { ...request, kind: 'open_transfer', jobs: [settlementJob(operation.id)] }
  }
}

/** What the operation was charged, which for a repeat is what it was charged then. */
export function paidFee(
  { operation, replayed }: { operation: Operation; replayed: boolean },
  { askedFee, fee }: PricedTerms
) {
  const paid = replayed && askedFee > 0n ? movementTermsOf(operation).fee : fee
  return paid > 0n ? { amount: formatUsd(paid), denomination: USD } : null
}

/** Whether the refusal says that what is remembered of the objects is out of date. */
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
): OperationDraft {
  const { realmId, path, sourceObjectPath, targetObjectPath, feeOverride } = command
  const inputs = {
    sourceObjectPath,
    targetObjectPath,
    amount: formatUsd(amount),
    fee: formatUsd(askedFee),
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
    },
  })
}
