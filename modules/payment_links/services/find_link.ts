import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound, type ServiceError } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import type { PaymentLink } from '../core/payment_link.ts'
import { LinkStore } from '../storage/link_store.ts'

/** A link by its id, and the realm it has to be in if that is given. */
export interface LinkAddress {
  id: string
  realmId?: string
}

/** Finds a link by its id, for a caller of the realm's organization. */
@singleton()
export class FindLink {
  constructor(
    private realms: RealmDirectory,
    private links: LinkStore,
    private access: AccessControl
  ) {}

  /**
   * @param actionOf the action that the caller needs on the link's object
   * @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN
   */
  async run(
    principal: Principal,
    { id, realmId }: LinkAddress,
    actionOf: (link: PaymentLink) => string
  ): Promise<PaymentLink> {
    const link = await this.links.byId(id)
    const realm = link && (await this.realms.find(link.realmId))
    const elsewhere = realm?.orgId !== principal.orgId || (realmId ?? realm.id) !== realm.id
    if (!link || elsewhere) throw unknownLink(id)
    await this.realms.resolve(principal, link.realmId)
    this.access.authorize(principal, actionOf(link), link.objectPath, id)
    return link
  }
}

/** @param id the id that the caller named */
export function unknownLink(id: string): ServiceError {
  return notFound('payment link', id, 'GET /api/v1/payment-links lists those of a realm.')
}
