import type { Principal } from '#app/extension/principal'
import { newId } from '#app/ids/ids'
import { formatUsd, parseUsd } from '#app/money/usd'
import { depositPayload } from '../core/decide_deposit.ts'
import { depositEventId } from '../core/deposit_event.ts'
import { settlementJob } from '../core/job_rows.ts'
import type { CheckDeposit } from './check_deposit.ts'
import type { ObjectDirectory } from './object_directory.ts'
import { postDeposit } from './post_deposit.ts'
import type { Poster } from './poster/poster.ts'
import type { ReadDepositInstructions } from './read_deposit_instructions.ts'
import type { RealmDirectory } from './realm_directory.ts'
import type { ReserveNonce } from './reserve_nonce.ts'

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
    private check: CheckDeposit,
    private nonces: ReserveNonce,
    private poster: Poster,
    private instructions: ReadDepositInstructions
  ) {}

  async run(principal: Principal, command: FundCommand) {
    const { realmId, objectPath } = command
    const realm = await this.realms.resolve(principal, realmId)
    const amount = parseUsd(command.amount)
    const id = newId('op')
    const path = command.path ?? (await this.nonces.operationPath(realmId, 'fund', objectPath))
    const { operation, replayed } = await this.objects.withUsable(
      realmId,
      objectPath,
      async (target) => {
        // Without a target the poster still decides: a path that was used before answers first.
        if (target) await this.check.run(realm, { id, path }, target, amount)
        return postDeposit(this.poster, principal, {
          realmId,
          operationId: id,
          operationPath: path,
          target: { id: target?.id ?? '', path: objectPath },
          amount,
          inputs: {},
          inTransit: realm.asset === 'paper',
          jobs: [settlementJob(id)],
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
      /** Where to pay; null where nothing has to come from outside the service. */
      instructions: await this.instructions.run(realm, operation),
      replayed,
    }
  }
}
