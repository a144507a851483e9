import { Clock } from '#app/clock/clock'
import type { PolicyStatement, Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { newUuid } from '#app/ids/ids'
import { LIMITS } from '#app/limits'
import { Database, type SqlSession } from '#app/storage/database'
import { AUTH_LIMITS } from '../limits.ts'
import { auditEntry } from '../core/audit_entry.ts'
import { TooManyComparisons, uncovered, type Uncovered } from '../core/covers.ts'
import type { StatementInput } from '../core/scope.ts'
import { scopedClaims } from '../core/scoped_claims.ts'
import type { ScopedToken } from '../core/scoped_token.ts'
import { type AccessToken, AccessTokens } from './access_tokens.ts'
import { AuditLog } from './audit_log.ts'
import { OwnRealm } from './own_realm.ts'
import { ReadScope } from './read_scope.ts'
import { Standing } from './standing.ts'
import { ScopedTokenStore } from '../storage/scoped_token_store.ts'

export interface TokenRequest {
  realmId: string
  /** The end user's id at the backend that mints. */
  sub: string
  scope: { statements: StatementInput[] }
  expirationMinutes?: number
}

/** Mints a token for an end user, with a part of what the minter may do in one realm. */
@singleton()
export class MintScopedToken {
  constructor(
    private tokens: AccessTokens,
    private realms: OwnRealm,
    private readScope: ReadScope,
    private minted: ScopedTokenStore,
    private standing: Standing,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * @returns a token that expires no later than its minter
   * @throws ServiceError VALIDATION_ERROR on scope, NOT_FOUND and REALM_SCOPE_MISMATCH for the
   *   realm, FORBIDDEN naming the first permission that the minter does not have itself
   */
  async run(
    minter: Principal,
    request: TokenRequest,
    keep: Keep<AccessToken> = keepNothing
  ): Promise<AccessToken> {
    const { realmId, sub } = request
    const statements = this.readScope.run(request.scope.statements)
    await this.realms.assert(minter, realmId)
    // The length is checked before anything is compared or signed: base64 makes four characters of
    // three bytes.
    const bytes = Buffer.byteLength(JSON.stringify(statements))
    if ((bytes * 4) / 3 > LIMITS.accessTokenLength) throw tooLong()
    assertCovered(minter, statements)
    const id = newUuid()
    const expiresAt = this.#expiry(minter, request.expirationMinutes)
    const claims = scopedClaims(minter, realmId, statements)
    const token = await this.tokens.sign(claims, { subject: sub, id, expiresAt })
    if (token.length > LIMITS.accessTokenLength) throw tooLong()
    const about = { id, realmId, sub, statements, expiresAt: expiresAt * 1_000_000 }
    const minted = { token, expiresAt: about.expiresAt }
    await this.database.transaction(async (sql) => {
      await this.#record(sql, minter, about)
      await keep(sql, minted)
    })
    return minted
  }

  async #record(
    sql: SqlSession,
    minter: Principal,
    about: Pick<ScopedToken, 'id' | 'realmId' | 'sub' | 'statements' | 'expiresAt'>
  ) {
    const { id, realmId, sub, statements, expiresAt } = about
    const { credential, credentialId, orgId } = minter
    // The minter is locked, so that a token that is being revoked, or a member who is being removed,
    // cannot leave a new one behind.
    await this.standing.hold(sql, minter)
    if (credential === 'scoped_token' && !(await this.minted.holdUnrevoked(sql, credentialId))) {
      throw new ServiceError('UNAUTHORIZED', { message: 'The scoped token has been revoked.' })
    }
    await this.minted.add(sql, {
      ...about,
      orgId,
      mintedBy: credentialId,
      createdAt: this.clock.nowMicros(),
      revokedAt: null,
    })
    const details = { tokenId: id, sub, statements, expiresAt: Math.floor(expiresAt / 1_000_000) }
    await this.audit.record(
      sql,
      auditEntry(minter, { eventType: 'token_minted', realmId, details })
    )
  }

  /** In seconds since the Unix epoch. */
  #expiry(minter: Principal, minutes: number = AUTH_LIMITS.scopedTokenMinutesDefault): number {
    const wanted = Math.floor(this.clock.nowMs() / 1000) + minutes * 60
    if (minter.expiresAtMs === null || minter.credential === 'builder') return wanted
    return Math.min(wanted, Math.floor(minter.expiresAtMs / 1000))
  }
}

function tooLong(): ServiceError {
  return invalidField('scope', 'maxLength', 'The scope is too long for a token.')
}

function assertCovered(minter: Principal, statements: readonly PolicyStatement[]) {
  const missing = firstUncovered(minter, statements)
  if (missing === null) return
  const { action, resource } = missing
  throw new ServiceError('FORBIDDEN', {
    message: `The credential does not have ${action} on ${resource} itself.`,
    details: { ...missing },
  })
}

function firstUncovered(
  { statements: held }: Principal,
  statements: readonly PolicyStatement[]
): Uncovered | null {
  try {
    return uncovered(held, statements)
  } catch (error) {
    if (!(error instanceof TooManyComparisons)) throw error
    throw invalidField(
      'scope',
      'maxLength',
      'The scope names too many resources to be compared with those of the credential.'
    )
  }
}
