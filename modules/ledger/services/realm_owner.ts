import { RealmLookup } from '#app/extension/realm_lookup'
import { singleton } from '#app/extension/singleton'
import { RealmDirectory } from './realm_directory.ts'
import { RealmReader } from '../storage/realm_reader.ts'

/** Answers the modules below the ledger whose a realm is, and its name. */
@singleton()
export class RealmOwner extends RealmLookup {
  constructor(
    private realms: RealmDirectory,
    private reader: RealmReader
  ) {
    super()
  }

  async orgOf(realmId: string): Promise<string | null> {
    const realm = await this.realms.find(realmId)
    return realm?.orgId ?? null
  }

  async nameOf(realmId: string): Promise<string | null> {
    const realm = await this.reader.byId(realmId)
    return realm?.name ?? null
  }

  hasRealms(orgId: string): Promise<boolean> {
    return this.reader.hasAny(orgId)
  }
}
