import type { Principal } from '#app/extension/principal'
import { newId } from '#app/ids/ids'
import { operationPrefix } from '#modules/ledger/core/generated_path'
import { parseUsd } from '#app/money/usd'
import { eventDispatchJob } from '#modules/ledger/jobs/job_rows'
import type { Operation } from '#modules/ledger/core/terms'
import type { ObjectDirectory } from '#modules/ledger/services/object_directory'
import { postDeposit } from '#modules/ledger/services/post_deposit'
import { operationOf } from '#modules/ledger/services/poster/outcomes'
import type { Poster } from '#modules/ledger/services/poster/poster'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import type { ReserveNonce } from '#modules/ledger/services/reserve_nonce'

export interface OpenDepositCommand {
  realmId: string
  objectPath: string
  amount: string
  /** Operation path; reserved under `/op/deposit<objectPath>:` without one. */
  path?: string
  /** What makes two requests with one path the same, besides object and amount. */
  inputs: Record<string, string | null>
}

/** Deposits that other modules announce and whose money arrives, or not, by their own means. */
export class PendingDeposits {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectDirectory,
    private nonces: ReserveNonce,
    private poster: Poster
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, IDEMPOTENCY_VIOLATION */
  async open(principal: Principal, command: OpenDepositCommand) {
    const { realmId, objectPath, inputs } = command
    await this.realms.resolve(principal, realmId)
    const path =
      command.path ??
      (await this.nonces.run(realmId, operationPrefix('deposit', objectPath), ':')).path
    return this.objects.withUsable(realmId, objectPath, (target) =>
      postDeposit(this.poster, principal, {
        realmId,
        operationId: newId('op'),
        operationPath: path,
        target: { id: target?.id ?? '', path: objectPath },
        amount: parseUsd(command.amount),
        inputs,
        inTransit: false,
        jobs: [],
      })
    )
  }

  /**
   * Ends a pending deposit at its deadline. Does nothing when it has ended already.
   *
   * @returns null when its realm was closed: the operation stays as it is, for ever
   */
  async expire(realmId: string, operationId: string, reason: string): Promise<Operation | null> {
    if (!(await this.realms.find(realmId))) return null
    const outcome = await this.poster.post({
      kind: 'abandon',
      realmId,
      operationId,
      as: 'expired',
      failureMessage: reason,
      ids: { event: newId('evt') },
      jobs: [eventDispatchJob(realmId)],
    })
    return operationOf(outcome).operation
  }
}
