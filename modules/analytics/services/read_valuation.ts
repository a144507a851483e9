import type { Principal } from '#app/extension/principal'
import type { Database } from '#app/storage/database'
import type { ReadObject } from '#modules/ledger/index'
import { aggregate, type ValuedObject } from '../core/aggregate.ts'
import { serviceObject } from './service_object.ts'
import { steadyRead } from './steady_read.ts'
import type { ValueObjects } from './value_objects.ts'

/** What one object is worth now. */
export class ReadValuation {
  constructor(
    private database: Database,
    private objects: ReadObject,
    private values: ValueObjects
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, NOT_FOUND for the realm, VALUATION_UNAVAILABLE */
  async run(
    principal: Principal,
    { realmId, path }: { realmId: string; path: string }
  ): Promise<ValuedObject> {
    const row = await this.objects.find(principal, { realmId, path }, 'svc:ReadObject')
    const [valued] = await steadyRead(this.database, realmId, () =>
      this.values.run(realmId, [serviceObject(row)])
    )
    // The same sums that an aggregate rests on: a valuation that does not add up is a bug.
    aggregate([valued!])
    return valued!
  }
}
