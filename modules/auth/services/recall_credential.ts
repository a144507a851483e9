import { Clock } from '#app/clock/clock'
import type { KeptCredential, Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { statementsOf } from '../core/roles.ts'
import { AccountStore } from '../storage/account_store.ts'
import { ScopedTokenStore } from '../storage/scoped_token_store.ts'
import { ActionRegistry } from './action_registry.ts'
import { KnownKeys } from './known_keys.ts'
import { unauthorized } from './unauthorized.ts'

/**
 * Finds out what a credential may do now that has asked for work before. Nothing that was kept is
 * believed but its id: permissions are those of today.
 */
@singleton()
export class RecallCredential {
  constructor(
    private accounts: AccountStore,
    private keys: KnownKeys,
    private tokens: ScopedTokenStore,
    private registry: ActionRegistry,
    private clock: Clock
  ) {}

  /** @throws ServiceError UNAUTHORIZED when the credential, or what it was made with, has ended */
  async run(kept: KeptCredential): Promise<Principal> {
    const principal = await this.#found(kept)
    if (principal.orgId !== kept.orgId) throw unauthorized('token_invalid')
    return principal
  }

  async #found(kept: KeptCredential): Promise<Principal> {
    switch (kept.credential) {
      case 'builder':
        return this.#builder(kept.builderId)
      case 'api_key': {
        const principal = await this.keys.principalOfId(kept.credentialId)
        if (principal === null) throw unauthorized('key_revoked')
        return principal
      }
      case 'scoped_token':
        return this.#scopedToken(kept)
    }
  }

  async #builder(id: string): Promise<Principal> {
    const builder = await this.accounts.findById(id)
    if (!builder) throw unauthorized('session_ended')
    return {
      credential: 'builder',
      credentialId: id,
      orgId: builder.orgId,
      builderId: id,
      actor: { type: 'builder', id },
      realmId: null,
      statements: statementsOf(builder.role, this.registry.catalog.presets.read),
      role: builder.role,
      expiresAtMs: null,
    }
  }

  /** The row ends with the token, so that one which is gone has expired. */
  async #scopedToken({ credentialId, builderId, apiKeyId }: KeptCredential): Promise<Principal> {
    const token = await this.tokens.byId(credentialId)
    if (!token || token.expiresAt <= this.clock.nowMicros()) throw unauthorized('token_expired')
    if (token.revokedAt !== null) throw unauthorized('token_revoked')
    if (apiKeyId !== undefined && !(await this.keys.stands(apiKeyId))) {
      throw unauthorized('maker_revoked')
    }
    return {
      credential: 'scoped_token',
      credentialId,
      orgId: token.orgId,
      builderId,
      actor: { type: 'end_user', id: token.sub },
      realmId: token.realmId,
      statements: token.statements,
      ...(apiKeyId !== undefined && { apiKeyId }),
      expiresAtMs: Math.floor(token.expiresAt / 1000),
    }
  }
}
