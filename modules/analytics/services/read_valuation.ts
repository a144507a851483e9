import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { objectNotFound } from '#app/http/errors/service_error'
import { ReadObject } from '#modules/ledger/index'
import type { ValuedObject } from '../core/aggregate.ts'
import { ValueAtCut } from './value_at_cut.ts'

/** Reads what one object is worth now. */
@singleton()
export class ReadValuation {
  constructor(
    private objects: ReadObject,
    private values: ValueAtCut
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, NOT_FOUND for the realm, VALUATION_UNAVAILABLE */
  async run(
    principal: Principal,
    { realmId, path }: { realmId: string; path: string }
  ): Promise<ValuedObject> {
    const { id: objectId } = await this.objects.find(principal, { realmId, path }, 'svc:ReadObject')
    const { objects } = await this.values.value(realmId, { kind: 'object', objectId }, 'now')
    const [valued] = objects
    // The object was deleted since it was found.
    if (!valued) throw objectNotFound(path)
    return valued
  }
}
