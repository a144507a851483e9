import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { DatedPage } from '#app/storage/filter'
import { withState } from '../core/signing_key.ts'
import { SigningKeyStore } from '../storage/signing_key_store.ts'

/** Lists the signing keys of an organization, newest first, including revoked ones. */
@singleton()
export class ListSigningKeys {
  constructor(
    private keys: SigningKeyStore,
    private clock: Clock
  ) {}

  /** @throws ServiceError VALIDATION_ERROR for a foreign cursor */
  async run({ orgId }: Principal, page: DatedPage) {
    const now = this.clock.nowMicros()
    const { keys, ...rest } = await this.keys.list(orgId, { ...page, now })
    return { keys: keys.map((key) => withState(key, now)), ...rest }
  }
}
