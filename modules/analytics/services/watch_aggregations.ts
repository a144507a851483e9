import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { ServiceError, notFound } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { RealmDirectory } from '#modules/ledger/index'
import { ANALYTICS_LIMITS } from '../limits.ts'
import type { Selector, WatchSource } from '../core/watch_sources.ts'
import { type StoredWatch, WatchStore } from '../storage/watch_store.ts'
import { readablePaths } from './readable_paths.ts'
import type { PrefixAggregate } from './read_aggregate.ts'
import { ResolveSources } from './resolve_sources.ts'
import { ValueAtCut } from './value_at_cut.ts'

export interface MadeWatch {
  watchId: string
  aggregation: PrefixAggregate
}

/** Stands in place of the prefix in the aggregation of a watch. */
export const WATCH_PREFIX = '(watch)'

/** A watch by its id, and the realm it has to be in if that is given. */
export interface WatchAddress {
  watchId: string
  realmId?: string
}

/**
 * Watches that are created over HTTP. Their worth is calculated when they are read: nothing is
 * pushed, and a process that restarts has nothing to remember.
 */
@singleton()
export class WatchAggregations {
  constructor(
    private realms: RealmDirectory,
    private sources: ResolveSources,
    private watches: WatchStore,
    private values: ValueAtCut,
    private access: AccessControl,
    private database: Database
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, VALIDATION_ERROR, FORBIDDEN, WATCH_LIMIT */
  async create(
    principal: Principal,
    { realmId, sources }: { realmId: string; sources: readonly WatchSource[] },
    keep: Keep<MadeWatch> = keepNothing
  ): Promise<MadeWatch> {
    await this.realms.resolve(principal, realmId)
    const selectors = await this.sources.run({ principal, realmId }, sources)
    if ((await this.watches.count(realmId)) >= ANALYTICS_LIMITS.watchesPerRealm) {
      throw new ServiceError('WATCH_LIMIT')
    }
    const aggregation = await this.#value(principal, realmId, selectors)
    const made = { watchId: newId('wat'), aggregation }
    await this.database.transaction(async (session) => {
      await this.watches.add(session, { id: made.watchId, realmId, selectors })
      await keep(session, made)
    })
    return made
  }

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN */
  async read(principal: Principal, address: WatchAddress): Promise<PrefixAggregate> {
    const { realmId, selectors } = await this.#find(principal, address)
    await this.watches.noteRead(address.watchId)
    return this.#value(principal, realmId, selectors)
  }

  /** @throws ServiceError those of `read` */
  async remove(principal: Principal, address: WatchAddress): Promise<void> {
    await this.#find(principal, address)
    await this.watches.remove(address.watchId)
  }

  async #find(principal: Principal, { watchId, realmId }: WatchAddress): Promise<StoredWatch> {
    const watch = await this.watches.find(watchId)
    const realm = watch && (await this.realms.find(watch.realmId))
    const elsewhere = realm?.orgId !== principal.orgId || (realmId ?? realm.id) !== realm.id
    if (!watch || elsewhere)
      throw notFound(
        'watch',
        watchId,
        'POST /api/v1/aggregations/watch makes one; a watch nobody reads ends after 5 minutes.'
      )
    await this.realms.resolve(principal, watch.realmId)
    this.sources.authorize(principal, watch.selectors, watchId)
    return watch
  }

  async #value(
    principal: Principal,
    realmId: string,
    selectors: readonly Selector[]
  ): Promise<PrefixAggregate> {
    const target = { kind: 'union', of: selectors } as const
    const readable = readablePaths(this.access, principal)
    const valuation = await this.values.value(realmId, target, 'now', readable)
    return { prefix: WATCH_PREFIX, asOf: null, ...valuation }
  }
}
