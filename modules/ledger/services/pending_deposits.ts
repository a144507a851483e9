import type { Micros } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import type { DepositInstructions } from '#app/extension/settlement_rail'
import { newId } from '#app/ids/ids'
import { parseUsd } from '#app/money/usd'
import { eventDispatchJob, settlementJob } from '../core/job_rows.ts'
import type { Operation } from '../core/terms.ts'
import type { CheckDeposit } from './check_deposit.ts'
import type { ObjectDirectory } from './object_directory.ts'
import { postDeposit } from './post_deposit.ts'
import { operationOf } from './poster/outcomes.ts'
import type { Poster } from './poster/poster.ts'
import type { ReadDepositInstructions } from './read_deposit_instructions.ts'
import type { RealmDirectory } from './realm_directory.ts'
import type { ReserveNonce } from './reserve_nonce.ts'

export interface OpenDepositCommand {
  realmId: string
  objectPath: string
  amount: string
  /** Operation path; reserved under `/op/deposit<objectPath>:` without one. */
  path?: string
  /** What makes two requests with one path the same, besides object and amount. */
  inputs: Record<string, string | null>
  /** What is first seen later is a deposit of its own, in microseconds from now. */
  openMicros: number
}

/** Deposits that other modules announce and whose money arrives, or not, by their own means. */
export class PendingDeposits {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectDirectory,
    private check: CheckDeposit,
    private nonces: ReserveNonce,
    private poster: Poster,
    private instructions: ReadDepositInstructions
  ) {}

  /**
   * In a live realm the value comes from outside, so a rail has to wait for it; the deposit of a
   * paper realm stays as it is until its module ends it.
   *
   * @throws ServiceError OBJECT_NOT_FOUND, IDEMPOTENCY_VIOLATION, SETTLEMENT_UNAVAILABLE
   */
  async open(principal: Principal, command: OpenDepositCommand) {
    const { realmId, objectPath, inputs, openMicros } = command
    const realm = await this.realms.resolve(principal, realmId)
    const live = realm.asset === 'live'
    const amount = parseUsd(command.amount)
    const id = newId('op')
    const path = command.path ?? (await this.nonces.operationPath(realmId, 'deposit', objectPath))
    return this.objects.withUsable(realmId, objectPath, async (target) => {
      if (target) await this.check.run(realm, { id, path }, target, amount)
      return postDeposit(this.poster, principal, {
        realmId,
        operationId: id,
        operationPath: path,
        target: { id: target?.id ?? '', path: objectPath },
        amount,
        inputs,
        inTransit: false,
        openMicros,
        jobs: live ? [settlementJob(id)] : [],
      })
    })
  }

  /** Where to pay for such a deposit; null in paper realms, and once its realm is closed. */
  async instructionsFor(operation: Operation): Promise<DepositInstructions | null> {
    const realm = await this.realms.find(operation.realmId)
    return realm?.asset === 'live' ? this.instructions.run(realm, operation) : null
  }

  /**
   * Ends a pending deposit or withdrawal at its deadline. Does nothing when it has ended already, was
   * started (`StartMovement`), or when money for it was seen and `seenUntil` is not over.
   *
   * @returns the operation, still pending while value is on its way; null when its realm was closed:
   *   it then stays as it is, for ever
   */
  async expire(
    realmId: string,
    operationId: string,
    reason: string,
    seenUntil: Micros = 0
  ): Promise<Operation | null> {
    if (!(await this.realms.find(realmId))) return null
    const outcome = await this.poster.post({
      kind: 'abandon',
      realmId,
      operationId,
      as: 'expired',
      failureMessage: reason,
      unlessUnderWay: { seenUntil },
      ids: { event: newId('evt') },
      jobs: [eventDispatchJob(realmId)],
    })
    return operationOf(outcome).operation
  }
}
