import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ApiKeyStore } from '../storage/api_key_store.ts'

/** The API keys of an organization, newest first; revoked ones stay listed. */
@singleton()
export class ListApiKeys {
  constructor(
    private keys: ApiKeyStore,
    private clock: Clock
  ) {}

  /** @throws ServiceError VALIDATION_ERROR for a foreign cursor */
  run({ orgId }: Principal, page: { limit: number; cursor?: string }) {
    return this.keys.list({ orgId, ...page, now: this.clock.nowMicros() })
  }
}
