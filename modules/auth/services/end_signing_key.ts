import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { keepNothing, type Keep } from '#app/http/idempotency/answer_once'
import { ServiceError, notFound } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { Database, type SqlSession } from '#app/storage/database'
import { auditEntry } from '../core/audit_entry.ts'
import { endKey, signingKeyState, type SigningKey } from '../core/signing_key.ts'
import { ActivateSigningKeys } from './activate_signing_keys.ts'
import { AuditLog } from './audit_log.ts'
import { eventActor } from './event_actor.ts'
import { KnownSigningKeys } from './known_signing_keys.ts'
import { SigningKeyStore } from '../storage/signing_key_store.ts'

/** Ends a signing key for ever. Signatures that it made stay verifiable. */
@singleton()
export class EndSigningKey {
  constructor(
    private keys: SigningKeyStore,
    private activate: ActivateSigningKeys,
    private known: KnownSigningKeys,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * A second call is no error: a caller who is unsure whether a key has ended must be able to make
   * sure.
   *
   * @throws ServiceError NOT_FOUND
   */
  revoke(principal: Principal, id: string): Promise<void> {
    return this.#end(principal, id, async (sql, key) => {
      if (key.revokedAt === null) await this.#store(sql, principal, key, 'revoked')
    })
  }

  /** @throws ServiceError NOT_FOUND, CONFLICT when the key is not pending any more */
  cancel(
    principal: Principal,
    id: string,
    keep: Keep<{ id: string }> = keepNothing
  ): Promise<void> {
    return this.#end(principal, id, async (sql, key) => {
      const state = signingKeyState(key, this.clock.nowMicros())
      if (state !== 'pending') {
        throw new ServiceError('CONFLICT', {
          message: `The signing key ${id} is ${state}, and only a pending one can be cancelled.`,
          next: 'Revoke it with DELETE /api/v1/signing-keys/:id, or look at it with GET /api/v1/signing-keys.',
        })
      }
      await this.#store(sql, principal, key, 'cancelled')
      await keep(sql, { id })
    })
  }

  async #end(
    { orgId }: Principal,
    id: string,
    change: (sql: SqlSession, key: SigningKey) => Promise<void>
  ) {
    // The key of another organization is not even locked.
    const found = await this.keys.byId(orgId, id)
    if (found === null) throw notFound('signing key', id, 'GET /api/v1/signing-keys lists them.')
    await this.database.transaction(async (sql) => {
      const key = await this.activate.lock(sql, id)
      if (key === null) throw notFound('signing key', id, 'GET /api/v1/signing-keys lists them.')
      await change(sql, key)
    })
    this.known.forget(orgId, found.fingerprint)
  }

  async #store(
    sql: SqlSession,
    principal: Principal,
    key: SigningKey,
    eventType: 'cancelled' | 'revoked'
  ) {
    const now = this.clock.nowMicros()
    const actor = eventActor(principal)
    await this.keys.save(sql, endKey(key, eventType, { id: newId('ske'), actor, now }))
    const { id: keyId, fingerprint, name } = key
    const details = { keyId, fingerprint, name, event: eventType }
    await this.audit.record(
      sql,
      auditEntry(principal, { eventType: 'signing_key_revoked', details })
    )
  }
}
