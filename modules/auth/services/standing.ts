import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { SqlSession } from '#app/storage/database'
import { isLess } from '../core/roles.ts'
import { AccountStore } from '../storage/account_store.ts'
import { ApiKeyStore } from '../storage/api_key_store.ts'
import { unauthorized } from './unauthorized.ts'

/**
 * Who asks, as they stand when what they asked for is stored. Their credential was looked at when the
 * request came, by a process that may not have heard yet that it has ended.
 */
@singleton()
export class Standing {
  constructor(
    private accounts: AccountStore,
    private keys: ApiKeyStore
  ) {}

  /**
   * For whoever makes something that lasts, a credential or a realm. Until the transaction ends
   * nobody removes the member, makes their role less or revokes the key: whoever leaves an
   * organization as the last one could else leave behind what no person reaches, and a key that is
   * revoked another key.
   *
   * @throws ServiceError UNAUTHORIZED when the credential says more than stands now
   */
  async hold(sql: SqlSession, principal: Principal): Promise<void> {
    const { credential, builderId, orgId, role, apiKeyId } = principal
    if (apiKeyId !== undefined && !(await this.keys.holdUnrevoked(sql, apiKeyId))) {
      throw unauthorized(credential === 'api_key' ? 'key_revoked' : 'maker_revoked')
    }
    if (credential !== 'builder') return
    const member = await this.accounts.hold(sql, builderId)
    const isHere = member?.orgId === orgId
    if (!isHere || isLess(member.role, role ?? member.role)) throw unauthorized('session_ended')
  }
}
