import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import type { DatedPage } from '#app/storage/filter'
import { ActivateSigningKeys } from './activate_signing_keys.ts'
import { SigningKeyStore } from '../storage/signing_key_store.ts'

/** Reads the history of one signing key, newest first. */
@singleton()
export class ReadSigningKeyEvents {
  constructor(
    private keys: SigningKeyStore,
    private activate: ActivateSigningKeys,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND; VALIDATION_ERROR for a foreign cursor */
  async run({ orgId }: Principal, id: string, page: DatedPage) {
    const key = await this.keys.byId(orgId, id)
    if (key === null) throw notFound('signing key', id, 'GET /api/v1/signing-keys lists them.')
    await this.activate.current(key)
    return this.keys.listEvents(id, { ...page, now: this.clock.nowMicros() })
  }
}
