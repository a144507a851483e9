import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { objectNotFound, realmNotFound, ServiceError } from '#app/http/errors/service_error'
import { ReadObject, type RealmCard, RealmDirectory } from '#modules/ledger/index'

/** An exchange object that the caller may act on. */
export interface ExchangeTarget {
  objectId: string
  path: string
  realm: RealmCard
  isDeleting: boolean
}

/** Finds the exchange object of a request, for a caller who may do the action. */
@singleton()
export class ExchangeObjects {
  constructor(
    private objects: ReadObject,
    private realms: RealmDirectory
  ) {}

  /**
   * @throws ServiceError OBJECT_NOT_FOUND for an object of another kind or organization, NOT_FOUND
   *   when it lies in another realm than the one named, FORBIDDEN, EXCHANGE_PROVISIONING
   */
  async find(
    principal: Principal,
    { objectId, realmId }: { objectId: string; realmId?: string | undefined },
    action: string
  ): Promise<ExchangeTarget> {
    if (realmId !== undefined) await this.realms.resolve(principal, realmId)
    const row = await this.objects.find(principal, { id: objectId }, action)
    if (realmId !== undefined && row.realm_id !== realmId) throw objectNotFound(objectId)
    if (row.status === 'deleted') throw objectNotFound(objectId)
    if (row.type !== 'exchange') throw noExchangeObject(objectId, row.type)
    const realm = await this.realms.find(row.realm_id)
    if (!realm) throw realmNotFound(row.realm_id)
    return { objectId, path: row.path, realm, isDeleting: row.status === 'deleting' }
  }
}

/** Only a caller who may act on the object learns its type. */
function noExchangeObject(objectId: string, type: string): ServiceError {
  return new ServiceError('OBJECT_NOT_FOUND', {
    message: `The object ${objectId} is no exchange object: its type is ${type}.`,
    next: 'Send the id of an object of type exchange; POST /api/v1/objects creates one.',
  })
}
