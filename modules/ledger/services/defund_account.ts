import type { Movement } from '#app/extension/ledger_terms'
import type { ModuleHost } from '#app/extension/module_host'
import type { Principal } from '#app/extension/principal'
import { newId } from '#app/ids/ids'
import { formatUsd, parseUsd, type Atoms } from '#app/money/usd'
import { operationPrefix } from '#modules/ledger/core/generated_path'
import { USD, type LedgerObject, type OperationDraft } from '#modules/ledger/core/terms'
import { settlementJob } from '#modules/ledger/jobs/job_rows'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { movementSide } from '#modules/ledger/services/movement_side'
import { operationDraft } from '#modules/ledger/services/operation_draft'
import { operationOf } from '#modules/ledger/services/poster/outcomes'
import type { Poster } from '#modules/ledger/services/poster/poster'
import type { RealmCard, RealmDirectory } from '#modules/ledger/services/realm_directory'
import type { ReserveNonce } from '#modules/ledger/services/reserve_nonce'
import type { ObjectReader } from '#modules/ledger/storage/object_reader'
import type { OperationReader } from '#modules/ledger/storage/operation_reader'
import { toLedgerObject } from '#modules/ledger/storage/rows'

export interface DefundCommand {
  realmId: string
  objectPath: string
  amount: string
  /** 0x and 40 hex digits; whether a rail can send there is the rail's to say. */
  destinationAddress?: string | null
  path?: string
}

/**
 * Opens a withdrawal. It is pending in the answer and its amount is held; the settlement job asks the
 * rail, and the value leaves when the rail has delivered.
 */
export class DefundAccount {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private operations: OperationReader,
    private extensions: ExtensionRegistry,
    private nonces: ReserveNonce,
    private poster: Poster,
    private modules: ModuleHost
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, INSUFFICIENT_BALANCE, SETTLEMENT_UNAVAILABLE, IDEMPOTENCY_VIOLATION */
  async run(principal: Principal, command: DefundCommand) {
    const { realmId, objectPath, destinationAddress = null } = command
    const realm = await this.realms.resolve(principal, realmId)
    const amount = parseUsd(command.amount)
    const path =
      command.path ??
      (await this.nonces.run(realmId, operationPrefix('defund', objectPath), ':')).path
    // Not from the directory of usable objects: a withdrawn one may still hold money that came late.
    const row = await this.objects.activeAt(realmId, objectPath)
    const source = row ? toLedgerObject(row) : null
    const operation = withdrawalDraft(principal, { ...command, path }, amount)
    if (source) await this.#checkRail(realm, operation, source, { amount, destinationAddress })
    const outcome = await this.poster.post({
      kind: 'open_withdrawal',
      realmId,
      operation,
      // Without a source the poster still decides: a path that was used before answers first.
      source: { id: source?.id ?? '', path: objectPath },
      amount,
      destinationAddress,
      jobs: [settlementJob(operation.id)],
    })
    const answered = operationOf(outcome)
    return { ...answered, txHash: await this.#txHash(answered.operation.id) }
  }

  async #checkRail(
    realm: RealmCard,
    operation: OperationDraft,
    source: LedgerObject,
    terms: { amount: Atoms; destinationAddress: string | null }
  ) {
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
    }
    try {
      await this.extensions.askGuards(movement)
      this.extensions.railFor(movement)
    } catch (refusal) {
      // A path that was used before is answered from what is stored, whatever holds now.
      if (!(await this.operations.isUsed(realm.id, operation.path))) throw refusal
    }
  }

  /**
   * The newest transaction the rail has sent for the withdrawal; null before there is one, and for
   * ever on the instant rail, which sends none.
   */
  async #txHash(operationId: string): Promise<string | null> {
    const sources = this.modules.contributions('evidenceSources')
    const found = await Promise.all(sources.map((each) => each.chainTransactions([operationId])))
    const sent = found.flat().toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    return sent.at(-1)?.txHash ?? null
  }
}

function withdrawalDraft(
  principal: Principal,
  command: DefundCommand & { path: string },
  amount: Atoms
): OperationDraft {
  const { realmId, path, objectPath, destinationAddress = null } = command
  const shown = { objectPath, amount: formatUsd(amount), destinationAddress }
  return operationDraft(principal, {
    id: newId('op'),
    path,
    type: 'withdrawal',
    // Upper case in an address is a checksum and no other address.
    inputs: { ...shown, destinationAddress: destinationAddress?.toLowerCase() ?? null },
    request: { realmId, path, ...shown },
  })
}
