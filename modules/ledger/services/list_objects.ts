import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import type { ObjectListQuery, ObjectReader } from '#modules/ledger/storage/object_reader'

/** A page of a realm's objects that the caller may see. */
export class ListObjects {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private access: AccessControl
  ) {}

  async run(principal: Principal, query: ObjectListQuery) {
    await this.realms.resolve(principal, query.realmId)
    const { objects, total, nextCursor } = await this.objects.list(query)
    const visible = objects.filter(({ path }) =>
      this.access.permits(principal, 'svc:ReadObject', path)
    )
    return { objects: visible, total, nextCursor }
  }
}
