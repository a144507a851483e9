import type { Movement } from '#app/extension/ledger_terms'
import type { SettlementProgress } from '#app/extension/settlement_rail'
import { failpoint } from '#app/failpoints/failpoint'
import { newId } from '#app/ids/ids'
import { eventDispatchJob } from '#modules/ledger/jobs/job_rows'
import { depositEventId } from '#modules/ledger/core/deposit_event'
import type { Operation } from '#modules/ledger/core/terms'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import { movementSide } from '#modules/ledger/services/movement_side'
import type { Poster } from '#modules/ledger/services/poster/poster'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import type { ObjectReader } from '#modules/ledger/storage/object_reader'
import type { OperationReader } from '#modules/ledger/storage/operation_reader'

/** Takes a pending movement one step along its rail, and posts the end when it has one. */
export class SettleOperation {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private operations: OperationReader,
    private extensions: ExtensionRegistry,
    private poster: Poster
  ) {}

  /** @returns whether the rail is still waiting, so that the job stays owed */
  async run(operationId: string): Promise<'settled' | 'waiting'> {
    const operation = await this.operations.byId(operationId)
    // Redelivered: an earlier run has already resolved it.
    if (!operation || operation.state !== 'pending') return 'settled'
    const movement = await this.#movementOf(operation)
    const progress = await this.extensions.railFor(movement).start(movement)
    await failpoint('settlement.asked')
    if (progress.state === 'waiting') return 'waiting'
    await this.#post(operation, progress)
    return 'settled'
  }

  async #post(operation: Operation, progress: Exclude<SettlementProgress, { state: 'waiting' }>) {
    const common = {
      realmId: operation.realmId,
      operationId: operation.id,
      ids: { event: newId('evt') },
      jobs: [eventDispatchJob(operation.realmId)],
    }
    if (progress.state === 'refused') {
      const { failureMessage } = progress
      await this.poster.post({ kind: 'abandon', as: 'failed', failureMessage, ...common })
      return
    }
    await this.poster.post({
      ...common,
      kind: 'settle_deposit',
      ids: { event: depositEventId(operation.id) },
      creditedAmount: operation.amount!,
      proofs: progress.proofs.map(({ type, externalRef }) => ({
        id: newId('prf'),
        proofType: type,
        externalRef,
      })),
    })
  }

  async #movementOf(operation: Operation): Promise<Movement> {
    const side = async (objectId: string | null) => {
      const object = objectId === null ? null : await this.objects.ledgerObject(objectId)
      return object ? movementSide(object) : null
    }
    const realm = await this.realms.find(operation.realmId)
    return {
      realmId: operation.realmId,
      realmAsset: realm!.asset,
      operationId: operation.id,
      operationPath: operation.path,
      type: operation.type,
      source: await side(operation.source.objectId),
      target: await side(operation.target.objectId),
      denomination: operation.denomination!,
      amount: operation.amount!,
    }
  }
}
