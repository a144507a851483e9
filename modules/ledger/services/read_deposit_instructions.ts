import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import type { DepositInstructions } from '../extension/settlement_rail.ts'
import type { Operation } from '../core/terms.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { pendingMovementOf } from './pending_movement.ts'
import { type RealmCard, RealmDirectory } from './realm_directory.ts'
import { ObjectReader } from '../storage/object_reader.ts'

/** Tells where to pay for a deposit, when its rail waits for value from outside. */
@singleton()
export class ReadDepositInstructions {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private extensions: ExtensionRegistry
  ) {}

  /** Instructions for the payer; null in paper realms, and when the realm is closed. */
  async forPayer(operation: Operation): Promise<DepositInstructions | null> {
    const realm = await this.realms.find(operation.realmId)
    return realm?.asset === 'live' ? this.run(realm, operation) : null
  }

  /**
   * @returns null when the rail needs no payment, or no loaded rail carries the deposit any more
   */
  async run(realm: RealmCard, operation: Operation): Promise<DepositInstructions | null> {
    const objects = await this.objects.ledgerObjects([operation.target.objectId ?? ''])
    if (objects.size === 0 || operation.amount === null) return null
    const movement = pendingMovementOf(operation, realm, objects)
    try {
      const rail = this.extensions.railFor(movement)
      return (await rail.depositInstructions?.(movement, operation.createdAt)) ?? null
    } catch (error) {
      // A replay is answered from what is stored, whatever rails are loaded now.
      if (error instanceof ServiceError && error.code === 'SETTLEMENT_UNAVAILABLE') return null
      throw error
    }
  }
}
