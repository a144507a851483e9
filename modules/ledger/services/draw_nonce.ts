import { AccessControl } from '#app/extension/access_control'
import { isUnscoped, type Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import type { Keep } from '#app/http/idempotency/answer_once'
import { separatorAfter } from '../core/generated_path.ts'
import { isReservedNonce } from '../core/reserved_operations.ts'
import { reservedPath, RealmDirectory } from './realm_directory.ts'
import { type ReservedNonce, ReserveNonce } from './reserve_nonce.ts'

export interface NonceCommand {
  realmId: string
  prefix: string
  separator?: string
}

/**
 * Draws the next number under a prefix, for a caller who will book at the operation path made with
 * it.
 */
@singleton()
export class DrawNonce {
  constructor(
    private realms: RealmDirectory,
    private nonces: ReserveNonce,
    private access: AccessControl
  ) {}

  /** @throws ServiceError FORBIDDEN when the caller may not book under the prefix */
  async run(
    principal: Principal,
    { realmId, prefix, separator }: NonceCommand,
    keep?: Keep<ReservedNonce>
  ): Promise<ReservedNonce> {
    const { reservedOperationPaths } = await this.realms.resolve(principal, realmId)
    if (!isUnscoped(principal) && isReservedNonce(reservedOperationPaths, prefix)) {
      throw reservedPath(prefix)
    }
    // The number 1 stands for all numbers: a condition that allows one single path is of no use
    // with drawn numbers.
    const path = `${prefix}${separator ?? separatorAfter(prefix)}1`
    if (!this.access.permitsOperationPath(principal, path)) {
      throw new ServiceError('FORBIDDEN', {
        message: `The credential books at other operation paths only: choose a prefix within the operationPaths of its scope.`,
        details: { action: 'book', resource: prefix, condition: 'operationPaths' },
      })
    }
    return this.nonces.run(realmId, prefix, separator, keep)
  }
}
