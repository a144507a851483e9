import type { ServiceObject } from '#app/extension/ledger_terms'
import type { ObjectDeletion } from '#app/extension/object_deletion'
import type { ObjectKind } from '#app/extension/object_kind'
import { invalidField } from '#app/http/errors/service_error'
import type { RealmDirectory } from '#modules/ledger/index'
import { venueOf } from '../core/venue_metadata.ts'
import type { VenueDrivers } from './venue_drivers.ts'

/** Exchange objects: an account at the realm's venue, and its cash in the journal. */
export class ExchangeKind implements ObjectKind {
  readonly name = 'exchange'
  readonly types = ['exchange'] as const
  readonly deletion: ObjectDeletion

  constructor(
    private drivers: VenueDrivers,
    private realms: RealmDirectory
  ) {
    this.deletion = {
      readiness: async (object) => {
        const driver = await this.#driver(object)
        return driver.readiness(placeOf(object))
      },
      empty: async (object, { liquidatePositions }) => {
        const driver = await this.#driver(object)
        return driver.empty(placeOf(object), liquidatePositions)
      },
    }
  }

  validateCreate({ metadata, realmAsset }: { metadata: string | null; realmAsset: string }): void {
    const problem = venueOf(metadata, realmAsset)
    if (typeof problem === 'string') return
    throw invalidField('metadata', problem.rule, problem.message)
  }

  async prepare(object: ServiceObject): Promise<void> {
    const driver = await this.#driver(object)
    await driver.provision(placeOf(object))
  }

  async #driver({ realmId }: ServiceObject) {
    const realm = await this.realms.find(realmId)
    if (!realm) throw new Error('An exchange object has lost its realm')
    return this.drivers.of(realm)
  }
}

function placeOf({ realmId, id: objectId }: ServiceObject) {
  return { realmId, objectId }
}
