import type { Movement } from '#app/extension/ledger_terms'
import type { Principal } from '#app/extension/principal'
import { newId } from '#app/ids/ids'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { USD, type LedgerObject, type OperationDraft } from '../core/terms.ts'
import type { ExtensionRegistry } from './extension_registry.ts'
import { movementSide } from './movement_side.ts'
import { operationDraft } from './operation_draft.ts'
import { operationOf } from './poster/outcomes.ts'
import type { Poster } from './poster/poster.ts'
import type { RealmCard, RealmDirectory } from './realm_directory.ts'
import type { ReserveNonce } from './reserve_nonce.ts'
import type { ObjectReader } from '../storage/object_reader.ts'
import type { OperationReader } from '../storage/operation_reader.ts'
import { toLedgerObject } from '../storage/rows.ts'

export interface OpenWithdrawalCommand {
  realmId: string
  objectPath: string
  amount: string
  /** Operation path; reserved under `/op/withdrawal<objectPath>:` without one. */
  path?: string
  /** null until somebody names it: `StartMovement`. */
  destinationAddress: string | null
  /** What makes two requests with one path the same, besides object, amount and address. */
  inputs: Record<string, string | null>
}

/**
 * Withdrawals that wait for somebody: the amount is held, and nothing is sent before `StartMovement`
 * hands them to their rail. `PendingDeposits.expire` ends them, and gives the amount back.
 */
export class PendingWithdrawals {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private operations: OperationReader,
    private extensions: ExtensionRegistry,
    private nonces: ReserveNonce,
    private poster: Poster
  ) {}

  /**
   * @throws ServiceError OBJECT_NOT_FOUND, INSUFFICIENT_BALANCE, IDEMPOTENCY_VIOLATION,
   *   SETTLEMENT_UNAVAILABLE, whatever a guard refuses with
   */
  async open(principal: Principal, command: OpenWithdrawalCommand) {
    const { realmId, objectPath, destinationAddress } = command
    const realm = await this.realms.resolve(principal, realmId)
    const amount = parseUsd(command.amount)
    const path =
      command.path ?? (await this.nonces.operationPath(realmId, 'withdrawal', objectPath))
    const row = await this.objects.activeAt(realmId, objectPath)
    const source = row ? toLedgerObject(row) : null
    const operation = draftOf(principal, { ...command, path }, amount)
    if (source) await this.#check(realm, operation, source, { amount, destinationAddress })
    const outcome = await this.poster.post({
      kind: 'open_withdrawal',
      realmId,
      operation,
      // Without a source the poster still decides: a path that was used before answers first.
      source: { id: source?.id ?? '', path: objectPath },
      amount,
      destinationAddress,
      waits: true,
      jobs: [],
    })
    return operationOf(outcome)
  }

  async #check(
    realm: RealmCard,
    operation: OperationDraft,
    source: LedgerObject,
    terms: Pick<Movement, 'amount' | 'destinationAddress'>
  ): Promise<void> {
    // Whatever rail there is: the poster refuses a withdrawal from a venue.
    if (source.type === 'exchange') return
    const movement: Movement = {
      realmId: realm.id,
      realmAsset: realm.asset,
      operationId: operation.id,
      operationPath: operation.path,
      type: 'withdrawal',
      source: movementSide(source),
      target: null,
      denomination: USD,
      fee: 0n,
      ...terms,
      destinationFollows: terms.destinationAddress === null,
      promised: true,
    }
    try {
      await this.extensions.askGuards(movement)
      this.extensions.railFor(movement)
    } catch (refusal) {
      // A path that was used before is answered from what is stored, whatever holds now.
      if (!(await this.operations.isUsed(realm.id, operation.path))) throw refusal
    }
  }
}

function draftOf(
  principal: Principal,
  command: OpenWithdrawalCommand & { path: string },
  amount: Atoms
): OperationDraft {
  const { realmId, path, objectPath, destinationAddress, inputs } = command
  const shown = { objectPath, amount: formatUsd(amount), destinationAddress, ...inputs }
  return operationDraft(principal, {
    id: newId('op'),
    path,
    type: 'withdrawal',
    // Upper case in an address is a checksum and no other address.
    inputs: { ...shown, destinationAddress: destinationAddress?.toLowerCase() ?? null },
    request: { realmId, path, ...shown },
  })
}
