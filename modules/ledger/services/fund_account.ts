import type { Movement } from '#app/extension/ledger_terms'
import type { Principal } from '#app/extension/principal'
import { newId } from '#app/ids/ids'
import { operationPrefix } from '#modules/ledger/core/generated_path'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { depositPayload } from '#modules/ledger/core/decide_deposit'
import { depositEventId } from '#modules/ledger/core/deposit_event'
import { USD, type LedgerObject } from '#modules/ledger/core/terms'
import { settlementJob } from '#modules/ledger/jobs/job_rows'
import { movementSide } from '#modules/ledger/services/movement_side'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import type { ObjectDirectory } from '#modules/ledger/services/object_directory'
import { postDeposit } from '#modules/ledger/services/post_deposit'
import type { Poster } from '#modules/ledger/services/poster/poster'
import type { RealmCard, RealmDirectory } from '#modules/ledger/services/realm_directory'
import type { ReserveNonce } from '#modules/ledger/services/reserve_nonce'
import type { OperationReader } from '#modules/ledger/storage/operation_reader'

export interface FundCommand {
  realmId: string
  objectPath: string
  amount: string
  path?: string
}

/**
 * Opens a deposit. It is pending in the answer; the settlement job asks the rail and credits what
 * arrived.
 */
export class FundAccount {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectDirectory,
    private operations: OperationReader,
    private extensions: ExtensionRegistry,
    private nonces: ReserveNonce,
    private poster: Poster
  ) {}

  async run(principal: Principal, command: FundCommand) {
    const { realmId, objectPath } = command
    const realm = await this.realms.resolve(principal, realmId)
    const amount = parseUsd(command.amount)
    const operationId = newId('op')
    const path =
      command.path ??
      (await this.nonces.run(realmId, operationPrefix('fund', objectPath), ':')).path
    const { operation, replayed } = await this.objects.withUsable(
      realmId,
      objectPath,
      async (target) => {
        // Without a target the poster still decides: a path that was used before answers first.
        if (target) await this.#checkRail(realm, operationId, path, target, amount)
        return postDeposit(this.poster, principal, {
          realmId,
          operationId,
          operationPath: path,
          target: { id: target?.id ?? '', path: objectPath },
          amount,
          inputs: {},
          inTransit: realm.asset === 'paper',
          jobs: [settlementJob(operationId)],
        })
      }
    )
    return {
      operation,
      /** The event this deposit completes with. */
      event: {
        id: depositEventId(operation.id),
        type: 'deposit.completed',
        payload: depositPayload(formatUsd(amount), objectPath),
      },
      replayed,
    }
  }

  async #checkRail(
    realm: RealmCard,
    operationId: string,
    operationPath: string,
    target: LedgerObject,
    amount: Atoms
  ) {
    const movement: Movement = {
      realmId: realm.id,
      realmAsset: realm.asset,
      operationId,
      operationPath,
      type: 'deposit',
      source: null,
      target: movementSide(target),
      denomination: USD,
      amount,
      fee: 0n,
      destinationAddress: null,
    }
    try {
      await this.extensions.askGuards(movement)
      this.extensions.railFor(movement)
    } catch (refusal) {
      // A path that was used before is answered from what is stored, whatever holds now.
      if (!(await this.operations.isUsed(realm.id, operationPath))) throw refusal
    }
  }
}
