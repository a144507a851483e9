import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError, realmNotFound } from '#app/http/errors/service_error'
import { defaultBoundaryId } from '../core/boundaries.ts'
import { feeObjectPath } from '../core/system_paths.ts'
import { OpenWithdrawal } from './open_withdrawal.ts'
import { demandSignature, type RealmCard, RealmDirectory } from './realm_directory.ts'

export interface FeeWithdrawal {
  realmId: string
  /** The boundary whose collected fees are paid out; left out, the realm's default boundary. */
  boundaryId?: string
  amount: string
  destinationAddress?: string
  /** Operation path. */
  path: string
}

/**
 * Pays out collected fees: a withdrawal from the service's object that collects them, the way that
 * all withdrawals go. Callers name the boundary instead of the object, so that no other object of
 * the service can be meant.
 */
@singleton()
export class WithdrawFees {
  constructor(
    private access: AccessControl,
    private realms: RealmDirectory,
    private withdrawals: OpenWithdrawal
  ) {}

  /**
   * @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN, OBJECT_NOT_FOUND for a
   *   boundary that the realm does not have, or a refusal to open the withdrawal
   */
  async run(principal: Principal, { boundaryId, ...withdrawal }: FeeWithdrawal) {
    const { realmId } = withdrawal
    const home = defaultBoundaryId(realmId)
    const objectPath = feeObjectPath(boundaryId ?? home, home)
    const realm = await this.#realmFor(principal, realmId, objectPath)
    return this.withdrawals.from(realm, principal, { ...withdrawal, objectPath })
  }

  /**
   * A platform admin pays out the fees of any realm, every other caller those of their
   * organization.
   */
  async #realmFor(principal: Principal, realmId: string, objectPath: string): Promise<RealmCard> {
    if (await this.#isPlatformAdmin(principal)) {
      const realm = await this.realms.find(realmId)
      if (!realm) throw realmNotFound(realmId)
      demandSignature(principal, realm)
      return realm
    }
    const realm = await this.realms.resolve(principal, realmId)
    this.access.authorize(principal, 'svc:WithdrawFrom', objectPath)
    return realm
  }

  async #isPlatformAdmin(principal: Principal): Promise<boolean> {
    try {
      await this.access.requirePlatformAdmin(principal)
      return true
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'FORBIDDEN') return false
      throw error
    }
  }
}
