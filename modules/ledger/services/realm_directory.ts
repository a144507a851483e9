import { LRUCache } from 'lru-cache'
import { ServiceError, notFound } from '#app/http/errors/service_error'
import type { Principal } from '#app/extension/principal'
import type { Database } from '#app/storage/database'

/** What every request needs to know of its realm. */
export interface RealmCard {
  id: string
  orgId: string
  asset: 'paper' | 'live'
}

const CACHED_REALMS = 10_000
/** Short: another process may change a realm, and the poster checks again under lock. */
const CACHE_MS = 1000

/** Resolves the realm of a request for its caller: the one place where tenancy is decided. */
export class RealmDirectory {
  #cards = new LRUCache<string, RealmCard>({ max: CACHED_REALMS, ttl: CACHE_MS })

  constructor(private database: Database) {}

  /**
   * @throws ServiceError NOT_FOUND for a realm that is missing or another organization's,
   *   REALM_SCOPE_MISMATCH when the credential is locked to another realm of its organization
   */
  async resolve(principal: Principal, realmId: string): Promise<RealmCard> {
    const card = await this.find(realmId)
    if (!card || card.orgId !== principal.orgId) throw notFound('The realm')
    if (principal.realmId !== null && principal.realmId !== realmId) {
      throw new ServiceError('REALM_SCOPE_MISMATCH')
    }
    return card
  }

  async find(realmId: string): Promise<RealmCard | null> {
    const known = this.#cards.get(realmId)
    if (known) return known
    const [row] = await this.database.read<{
      id: string
      org_id: string
      asset: 'paper' | 'live'
    }>('SELECT id, org_id, asset FROM realms WHERE id = ?', [realmId])
    if (!row) return null
    const card: RealmCard = { id: row.id, orgId: row.org_id, asset: row.asset }
    this.#cards.set(realmId, card)
    return card
  }
}
