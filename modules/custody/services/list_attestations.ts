import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { RealmDirectory } from '#modules/ledger/index'
import { LiabilityStore, type LiabilityTree } from '../storage/liability_store.ts'

/** Attestations that a list shows; older ones stand on the chain. */
const MOST_SHOWN = 1000

/** Lists what the chain was told that a realm owes. */
@singleton()
export class ListAttestations {
  constructor(
    private realms: RealmDirectory,
    private access: AccessControl,
    private store: LiabilityStore
  ) {}

  /** @returns those that are final, newest first. @throws ServiceError NOT_FOUND, FORBIDDEN */
  async run(principal: Principal, realmId: string): Promise<LiabilityTree[]> {
    await this.realms.resolve(principal, realmId)
    this.access.authorize(principal, 'svc:ReadCustody', '/')
    return this.store.attested(realmId, MOST_SHOWN)
  }
}
