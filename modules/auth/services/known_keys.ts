import { timingSafeEqual } from 'node:crypto'
import type { LRUCache } from 'lru-cache'
import { CLOCK_EVERY_MS, boundedCache } from '#app/storage/bounded_cache'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { AUTH_LIMITS } from '../limits.ts'
import { keyPrefixOf, keyPrincipal } from '../core/api_key.ts'
import { ActionRegistry } from './action_registry.ts'
import { keyHash } from './key_secret.ts'
import { ApiKeyStore, type StoredKey } from '../storage/api_key_store.ts'

/**
 * The result of a lookup. A null principal is remembered too, so that wrong keys do not wear out
 * the database.
 */
interface Found {
  secretHash: Buffer
  principal: Principal | null
}

/** Why a raw key is refused. */
export type KeyProblem = 'malformed' | 'unknown' | 'revoked'

type Lookup = (address: string) => Promise<StoredKey | null>

/** Longer than a read that began before a revocation can take to be remembered and forgotten. */
const REVOKED_MS = 120_000
/** The clock of the cache may be late, and a reading is known no longer than its limit all the same. */
const FRESH_MS = AUTH_LIMITS.apiKeyFreshMs - CLOCK_EVERY_MS
/**
 * Compared when there is no key, so that a wrong prefix takes as long to refuse as a wrong secret.
 */
const NO_HASH = Buffer.alloc(32)

/**
 * API keys as this process knows them. Each is read from the database at most every
 * `AUTH_LIMITS.apiKeyFreshMs`, so that a revocation in another process is noticed in time, without a
 * message that could be lost. While the database is away no key is accepted.
 */
@singleton()
export class KnownKeys {
  #byPrefix: LRUCache<string, Found>
  #byId: LRUCache<string, Found>
  #revoked = boundedCache<true>(AUTH_LIMITS.rememberedApiKeys, { ttl: REVOKED_MS })

  constructor(
    keys: ApiKeyStore,
    private registry: ActionRegistry
  ) {
    this.#byPrefix = this.#cache((prefix) => keys.byPrefix(prefix))
    this.#byId = this.#cache((id) => keys.byId(id))
  }

  /**
   * The principal of a raw key, or why there is none. Only a caller who holds the whole secret
   * learns that the key was revoked.
   */
  async principalOf(rawKey: string): Promise<Principal | KeyProblem> {
    const prefix = keyPrefixOf(rawKey)
    if (prefix === null) return 'malformed'
    const found = await this.#byPrefix.fetch(prefix)
    const fits = timingSafeEqual(keyHash(rawKey), found?.secretHash ?? NO_HASH)
    return fits ? (this.#standing(found) ?? 'revoked') : 'unknown'
  }

  /** The principal of a key that is known by its id; null once it is revoked. */
  async principalOfId(id: string): Promise<Principal | null> {
    return this.#standing(await this.#byId.fetch(id))
  }

  /** Whether a key is still valid, for a credential that was made with it. */
  async stands(id: string): Promise<boolean> {
    return (await this.principalOfId(id)) !== null
  }

  /** Refuses a key in this process from now on, whatever a read that is still under way brings. */
  forget(id: string) {
    this.#revoked.set(id, true)
  }

  #standing(found: Found | undefined): Principal | null {
    const principal = found?.principal ?? null
    return principal !== null && this.#revoked.has(principal.credentialId) ? null : principal
  }

  #cache(lookup: Lookup): LRUCache<string, Found> {
    return boundedCache<Found>(AUTH_LIMITS.rememberedApiKeys, {
      ttl: FRESH_MS,
      fetchMethod: async (address, before, { options }) => {
        const startedAt = performance.now()
        const found = this.#foundFrom(await lookup(address), before)
        // The reading is as old as its question, not as its answer.
        options.ttl = Math.max(1, FRESH_MS - (performance.now() - startedAt))
        return found
      },
    })
  }

  /** Of a key only `revoked_at` changes, so its principal is kept, and its policy compiled once. */
  #foundFrom(stored: StoredKey | null, before: Found | undefined): Found {
    if (stored === null) return { secretHash: NO_HASH, principal: null }
    const { key, secretHash } = stored
    // The time of the revocation does not matter: the clock of the process that did it may be
    // ahead.
    if (key.revokedAt !== null) return { secretHash, principal: null }
    if (before !== undefined && before.principal !== null) return before
    return { secretHash, principal: keyPrincipal(key, this.registry.catalog.presets) }
  }
}
