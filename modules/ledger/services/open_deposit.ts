import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { formatUsd, parseUsd } from '#app/money/usd'
import { depositPayload } from '../core/decide_deposit.ts'
import { depositEventId } from '../core/deposit_event.ts'
import { settlementJob } from '../core/job_rows.ts'
import { AdmitMovement } from './admit_movement.ts'
import { ObjectDirectory } from './object_directory.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import { Poster } from './poster/poster.ts'
import { ReadDepositInstructions } from './read_deposit_instructions.ts'
import { RealmDirectory } from './realm_directory.ts'
import { ReserveNonce } from './reserve_nonce.ts'

export interface DepositCommand {
  realmId: string
  objectPath: string
  amount: string
  path?: string
  /**
   * Set for a deposit that a payer is asked to make. In a paper realm no rail is asked for it
   * before `StartMovement`; in a live realm the rail waits for the value from outside.
   */
  waits?: {
    /** Inputs besides object and amount that a repetition at the same path must share. */
    inputs: Record<string, string | null>
    /**
     * How long the deposit waits, in microseconds from now. Value first seen later is a deposit of
     * its own.
     */
    openMicros: number
  }
}

/**
 * Opens a deposit. It is pending in the answer; the settlement job asks the rail and credits what
 * arrived.
 */
@singleton()
export class OpenDeposit {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectDirectory,
    private admit: AdmitMovement,
    private nonces: ReserveNonce,
    private poster: Poster,
    private instructions: ReadDepositInstructions
  ) {}

  /**
   * @throws ServiceError OBJECT_NOT_FOUND, IDEMPOTENCY_VIOLATION, SETTLEMENT_UNAVAILABLE, or the
   *   refusal of a guard
   */
  async run(principal: Principal, command: DepositCommand) {
    const { realmId, objectPath, waits } = command
    const realm = await this.realms.resolve(principal, realmId)
    const amount = parseUsd(command.amount)
    const verb = waits ? 'deposit' : 'fund'
    const path = command.path ?? (await this.nonces.operationPath(realmId, verb, objectPath))
    const inputs = { objectPath, amount: formatUsd(amount), ...waits?.inputs }
    const id = newId('op')
    const request = { realmId, path, ...inputs }
    const draft = operationDraft(principal, { id, path, type: 'deposit', inputs, request })
    const ownMeans = waits !== undefined && realm.asset === 'paper'
    const { operation, replayed } = await this.objects.withUsable(
      realmId,
      objectPath,
      async (target) => {
        // The poster decides without a target too: an operation path that was used before answers
        // first.
        if (target) await this.admit.run(realm, { operation: draft, target, amount })
        const outcome = await this.poster.post({
          kind: 'open_deposit',
          realmId,
          operation: draft,
          target: { id: target?.id ?? '', path: objectPath },
          amount,
          inTransit: realm.asset === 'paper' && !ownMeans,
          openMicros: waits?.openMicros,
          jobs: ownMeans ? [] : [settlementJob(id)],
        })
        return operationOf(outcome)
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
      /** Where to pay; null when nothing has to come from outside the service. */
      instructions: ownMeans ? null : await this.instructions.run(realm, operation),
      replayed,
    }
  }
}
