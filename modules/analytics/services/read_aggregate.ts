import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import type { Database } from '#app/storage/database'
import type { ObjectReader, RealmDirectory } from '#modules/ledger/index'
import { aggregate, type Aggregate, type ValuedObject } from '../core/aggregate.ts'
import { serviceObject } from './service_object.ts'
import { steadyRead } from './steady_read.ts'
import type { ValueObjects } from './value_objects.ts'

export interface PrefixAggregate extends Aggregate {
  prefix: string
  objects: ValuedObject[]
}

/**
 * The value of everything below a prefix, or of exactly one object. A fixed number of statements,
 * whatever the number of objects.
 */
export class ReadAggregate {
  constructor(
    private database: Database,
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private values: ValueObjects,
    private access: AccessControl
  ) {}

  /**
   * Objects that the credential may not read are left out, as in a list: the total is always the
   * sum of the objects shown.
   *
   * @param prefix trailing slash: all below; none: exactly that object
   * @throws ServiceError OBJECT_NOT_FOUND when an exact path names no object; an empty folder is
   *   worth zero
   */
  async run(
    principal: Principal,
    { realmId, prefix }: { realmId: string; prefix: string }
  ): Promise<PrefixAggregate> {
    await this.realms.resolve(principal, realmId)
    const objects = await steadyRead(this.database, realmId, async () => {
      const rows = await this.objects.under(realmId, prefix)
      if (rows.length === 0 && !prefix.endsWith('/')) throw new ServiceError('OBJECT_NOT_FOUND')
      const readable = rows.filter(({ path }) => this.#mayRead(principal, path))
      return this.values.run(realmId, readable.map(serviceObject))
    })
    return { prefix, objects, ...aggregate(objects) }
  }

  #mayRead(principal: Principal, path: string): boolean {
    return ['svc:ReadObject', 'svc:ReadBalance'].every((action) =>
      this.access.permits(principal, action, path)
    )
  }
}
