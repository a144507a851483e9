import { boundedCache } from '#app/storage/bounded_cache'
import { singleton } from '#app/extension/singleton'
import { ServiceError, realmNotFound } from '#app/http/errors/service_error'
import { isUnscoped, type Principal } from '#app/extension/principal'
import { isReservedOperation } from '../core/reserved_operations.ts'
import { Database } from '#app/storage/database'

/** What every request needs to know about its realm. */
export interface RealmCard {
  id: string
  orgId: string
  asset: 'paper' | 'live'
  lifecycle: 'permanent' | 'temporary'
  /**
   * Prefixes of operation paths at which only unscoped credentials of the organization may book.
   */
  reservedOperationPaths: readonly string[]
}

const CACHED_REALMS = 10_000
/**
 * How long a card is remembered. It is short because another process may change the realm; the
 * poster checks the realm again under lock.
 */
const CACHE_MS = 1000

/**
 * Demands a signature for a change in a production realm, where the operator requires it
 * (REQUIRE_SIGNATURES).
 *
 * @throws ServiceError INVALID_SIGNATURE
 */
export function demandSignature(
  { lacksSignature }: Principal,
  { asset }: Pick<RealmCard, 'asset'>
): void {
  if (!lacksSignature || asset !== 'live') return
  throw new ServiceError('INVALID_SIGNATURE', {
    message: 'A production realm is changed by signed requests only. Nothing was executed.',
    details: { reason: 'signature_required' },
  })
}

/**
 * A customer who booked, or drew numbers, at the builder's own operation paths would block them for
 * the builder for ever.
 *
 * @throws ServiceError FORBIDDEN
 */
function demandFreePaths(principal: Principal, { reservedOperationPaths }: RealmCard): void {
  const { asked = [] } = principal
  if (reservedOperationPaths.length === 0 || isUnscoped(principal)) return
  for (const { operationPath } of asked) {
    if (operationPath !== null && isReservedOperation(reservedOperationPaths, operationPath)) {
      throw reservedPath(operationPath)
    }
  }
}

export function reservedPath(resource: string): ServiceError {
  return new ServiceError('FORBIDDEN', {
    message: `The realm reserves ${resource} for unscoped credentials of the organization (setting reservedOperationPaths): choose another operation path.`,
    details: { action: 'book', resource, condition: 'operationPaths' },
  })
}

/** Resolves the realm of a request for its caller: the one place where tenancy is decided. */
@singleton()
export class RealmDirectory {
  #cards = boundedCache<RealmCard>(CACHED_REALMS, { ttl: CACHE_MS })

  constructor(private database: Database) {}

  /**
   * @throws ServiceError NOT_FOUND for a realm that is missing or another organization's,
   *   REALM_SCOPE_MISMATCH when the credential is locked to another realm of its organization,
   *   INVALID_SIGNATURE for an unsigned change of a production realm where signatures are required,
   *   FORBIDDEN when the request names an operation path that is reserved
   */
  async resolve(principal: Principal, realmId: string): Promise<RealmCard> {
    const card = await this.find(realmId)
    if (!card || card.orgId !== principal.orgId) throw realmNotFound(realmId)
    if (principal.realmId !== null && principal.realmId !== realmId) {
      throw new ServiceError('REALM_SCOPE_MISMATCH')
    }
    demandSignature(principal, card)
    demandFreePaths(principal, card)
    return card
  }

  /** Forgets a realm that was just closed, so that this process refuses it at once. */
  forget(realmId: string) {
    this.#cards.delete(realmId)
  }

  async find(realmId: string): Promise<RealmCard | null> {
    const known = this.#cards.get(realmId)
    if (known) return known
    const [row] = await this.database.read<{
      id: string
      org_id: string
      asset: 'paper' | 'live'
      lifecycle: 'permanent' | 'temporary'
      reserved_operation_paths: string | null
    }>(
      `SELECT id, org_id, asset, lifecycle, reserved_operation_paths
         FROM realms WHERE id = ? AND closed_at IS NULL`,
      [realmId]
    )
    if (!row) return null
    const { id, org_id: orgId, asset, lifecycle } = row
    const reserved = row.reserved_operation_paths
    const reservedOperationPaths = reserved === null ? [] : (JSON.parse(reserved) as string[])
    const card: RealmCard = { id, orgId, asset, lifecycle, reservedOperationPaths }
    this.#cards.set(realmId, card)
    return card
  }
}
