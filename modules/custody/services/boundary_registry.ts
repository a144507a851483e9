import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { BoundaryReader, defaultBoundaryId } from '#modules/ledger/index'
import type { Hex } from '../core/chain_types.ts'
import { BoundaryStore, type KnownBoundary } from '../storage/boundary_store.ts'
import { ChainNames } from '../core/chain_names.ts'

/** A boundary in the list of its realm. */
export interface ListedBoundary extends KnownBoundary {
  /** As the database writes it; the default boundary is as old as its realm, and older than all zones. */
  createdAt: string
}

const BEFORE_ALL_ZONES = '1970-01-01 00:00:00.000000'

/** Which boundaries there are, under both of their names. */
@singleton()
export class BoundaryRegistry {
  constructor(
    private store: BoundaryStore,
    private ledger: BoundaryReader,
    private chain: ChainNames
  ) {}

  /** Those of the ids that are boundaries; one the ledger has just declared is found and noted. */
  async find(boundaryIds: readonly string[]): Promise<KnownBoundary[]> {
    const noted = await this.store.find(boundaryIds)
    const found = new Set(noted.map(({ boundaryId }) => boundaryId))
    const missing = boundaryIds.filter((id) => !found.has(id))
    if (missing.length === 0) return noted
    const places = [
      ...(await this.store.defaultsAmong(missing)),
      ...(await this.ledger.zonesWith(missing)).map(({ realmId, boundaryId, path }) => {
        return { realmId, boundaryId, rootPath: path }
      }),
    ]
    return [...noted, ...(await this.#note(places))]
  }

  /** Every boundary of a realm, the newest zone first and the default boundary last. */
  async ofRealm(realmId: string, defaultId: string): Promise<ListedBoundary[]> {
    const zones = await this.ledger.zonesOf(realmId)
    const all = [
      ...zones.map(({ boundaryId, path, createdAt }) => {
        return { boundaryId, realmId, rootPath: path, createdAt: toSqlDatetime(createdAt) }
      }),
      { boundaryId: defaultId, realmId, rootPath: null, createdAt: BEFORE_ALL_ZONES },
    ]
    return all.map((place) => ({ ...place, hash: this.chain.idHash(place.boundaryId) }))
  }

  /** The boundary of a realm behind an id of the chain; null for one the ledger never declared. */
  async withHash(realmId: string, hash: Hex): Promise<KnownBoundary | null> {
    const noted = (await this.store.byHashes([hash])).get(hash)
    if (noted) return noted.realmId === realmId ? noted : null
    const all = await this.ofRealm(realmId, defaultBoundaryId(realmId))
    return all.find((known) => known.hash === hash) ?? null
  }

  async note(place: Omit<KnownBoundary, 'hash'>): Promise<KnownBoundary> {
    const [known] = await this.#note([place])
    return known!
  }

  async #note(places: readonly Omit<KnownBoundary, 'hash'>[]): Promise<KnownBoundary[]> {
    const known = places.map((place) => ({ ...place, hash: this.chain.idHash(place.boundaryId) }))
    await this.store.add(known)
    return known
  }
}
