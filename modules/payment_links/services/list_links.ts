import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { RealmDirectory } from '#modules/ledger/index'
import type { LinkListQuery, LinkStore } from '../storage/link_store.ts'

/** A page of a realm's payment links that the caller may see. */
export class ListLinks {
  constructor(
    private realms: RealmDirectory,
    private links: LinkStore,
    private access: AccessControl
  ) {}

  async run(principal: Principal, query: LinkListQuery) {
    await this.realms.resolve(principal, query.realmId)
    const { links, total, nextCursor } = await this.links.list(query)
    const visible = links.filter(({ objectPath }) =>
      this.access.permits(principal, 'svc:ReadOperation', objectPath)
    )
    return { links: visible, total, nextCursor }
  }
}
