import type { Movement } from '#app/extension/ledger_terms'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { formatUsd, parseUsd } from '#app/money/usd'
import { depositPayload } from '#modules/ledger/core/decide_deposit'
import { requestHash } from '#modules/ledger/core/request_hash'
import { USD } from '#modules/ledger/core/terms'
import { settlementJob } from '#modules/ledger/jobs/job_rows'
import { movementSide } from '#modules/ledger/services/movement_side'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import type { ObjectDirectory } from '#modules/ledger/services/object_directory'
import type { Poster } from '#modules/ledger/services/poster/poster'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import type { ReserveNonce } from '#modules/ledger/services/reserve_nonce'

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
    private extensions: ExtensionRegistry,
    private nonces: ReserveNonce,
    private poster: Poster
  ) {}

  async run(principal: Principal, command: FundCommand) {
    const { realmId, objectPath } = command
    const realm = await this.realms.resolve(principal, realmId)
    const amount = parseUsd(command.amount)
    const target = (await this.objects.usable(realmId, [objectPath])).get(objectPath)
    if (!target) throw new ServiceError('OBJECT_NOT_FOUND')

    const operationId = newId('op')
    const path = command.path ?? (await this.nonces.run(realmId, `/op/fund${objectPath}`, ':')).path
    const movement: Movement = {
      realmId,
      realmAsset: realm.asset,
      operationId,
      operationPath: path,
      type: 'deposit',
      source: null,
      target: movementSide(target),
      denomination: USD,
      amount,
    }
    await this.extensions.askGuards(movement)
    this.extensions.railFor(movement)

    const outcome = await this.poster.post({
      kind: 'open_deposit',
      realmId,
      operation: {
        id: operationId,
        path,
        type: 'deposit',
        requestHash: requestHash('deposit', { objectPath, amount: formatUsd(amount) }),
        input: JSON.stringify({ realmId, objectPath, amount: formatUsd(amount), path }),
        actorType: principal.actor.type,
        actorId: principal.actor.id,
      },
      targetPath: objectPath,
      amount,
      inTransit: realm.asset === 'paper',
      jobs: [settlementJob(operationId)],
    })
    if (outcome.kind === 'existing' || outcome.kind === 'opened') {
      throw new Error('A deposit was answered as something else')
    }
    return {
      operation: outcome.operation,
      /** The event this deposit completes with. */
      event: {
        type: 'deposit.completed',
        payload: depositPayload(formatUsd(amount), objectPath),
      },
      replayed: outcome.kind === 'replayed',
    }
  }
}
