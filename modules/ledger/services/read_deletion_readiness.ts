import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, objectNotFound } from '#app/http/errors/service_error'
import { formatUsd } from '#app/money/usd'
import { authorizationFor, isFunded, obstacles } from '../core/deletion.ts'
import type { LedgerObject } from '../core/terms.ts'
import { DeletionInspector } from './deletion_inspector.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { movementSide } from './movement_side.ts'
import { type RealmCard, RealmDirectory } from './realm_directory.ts'
import { ObjectReader } from '../storage/object_reader.ts'

/**
 * Tells what deleting an object would take. It changes nothing, and no person is asked to confirm.
 */
@singleton()
export class ReadDeletionReadiness {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private inspector: DeletionInspector,
    private extensions: ExtensionRegistry,
    private access: AccessControl
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, FORBIDDEN */
  async run(principal: Principal, realmId: string, objectId: string) {
    const realm = await this.realms.resolve(principal, realmId)
    const object = await this.objects.ledgerObject(objectId)
    if (!object || object.realmId !== realmId || object.readyAt === null) {
      throw objectNotFound(objectId)
    }
    this.access.authorize(principal, 'svc:ReadObject', object.path, objectId)
    const facts = await this.inspector.run(object)
    const cosignArmed = await this.extensions.cosignArmed(movementSide(object))
    const authorization = authorizationFor(facts, { realmAsset: realm.asset, cosignArmed })
    const guarded = await this.#guarded(realm, object, facts.valueAtRisk)
    const reasons = obstacles(facts, authorization, guarded)
    return {
      objectId: object.id,
      path: object.path,
      objectPath: object.path,
      /** Whether a request with what the fields below ask for would be accepted. */
      ready: reasons.length === 0,
      settledBalance: formatUsd(facts.settled - facts.departing),
      openPositionCount: facts.openPositionCount,
      heldOutboundCount: facts.heldOutboundCount,
      heldInboundCount: facts.heldInboundCount,
      requiresSweep: isFunded(facts),
      requiresLiquidation: facts.openPositionCount > 0,
      valueAtRisk: formatUsd(facts.valueAtRisk),
      cosignArmed,
      authorization,
      reasons,
    }
  }

  /**
   * The codes with which guards would refuse. A refusal that says to drain is left out, because
   * `drain_first` says that already.
   */
  async #guarded(realm: RealmCard, object: LedgerObject, valueAtRisk: bigint): Promise<string[]> {
    if (object.status !== 'active') return []
    try {
      await this.extensions.askGuardsToDelete({
        realmId: realm.id,
        realmAsset: realm.asset,
        object: movementSide(object),
        sweepTo: null,
        valueAtRisk,
      })
      return []
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return error.code === 'COSIGN_DRAIN_REQUIRED' ? [] : [`${error.code}: ${error.message}`]
    }
  }
}
