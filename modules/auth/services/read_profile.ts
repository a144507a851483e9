import { singleton } from '#app/extension/singleton'
import { unauthorized } from './unauthorized.ts'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import type { Builder } from '../core/builder.ts'
import { AccountStore } from '../storage/account_store.ts'

/** Reads the account behind a builder's access token. */
@singleton()
export class ReadProfile {
  constructor(private accounts: AccountStore) {}

  /** @throws ServiceError FORBIDDEN for other credentials, UNAUTHORIZED when the account is gone */
  async run({ credential, builderId }: Principal): Promise<Builder> {
    if (credential !== 'builder') {
      throw new ServiceError('FORBIDDEN', {
        message: 'Only the access token of a signed-in builder has a profile.',
        next: 'Sign in with POST /api/v1/auth/google and send the access token that it answers.',
        details: { action: 'profile', resource: '/' },
      })
    }
    const builder = await this.accounts.findById(builderId)
    if (!builder) throw unauthorized('session_ended')
    return builder
  }
}
