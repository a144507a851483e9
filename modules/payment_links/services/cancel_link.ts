import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { ExpireMovement, PathBoundary } from '#modules/ledger/index'
import { ACTION_OF_TYPE, HELD_TO_THE_END, statusOfOperation } from '../core/payment_link.ts'
import { LinkStore } from '../storage/link_store.ts'
import { unknownLink, FindLink, type LinkAddress } from './find_link.ts'
import { LinkTokens } from './link_tokens.ts'
import type { ShownLink } from './show_link.ts'

/** Why the operation of a cancelled link has ended; its page says so in the payer's language. */
export const CANCELLED = 'The payment link was cancelled.'

/** Ends a pending link before its time; the amount that a withdrawal held is available again. */
@singleton()
export class CancelLink {
  constructor(
    private find: FindLink,
    private boundary: PathBoundary,
    private expireMovement: ExpireMovement,
    private links: LinkStore,
    private tokens: LinkTokens
  ) {}

  /**
   * Cancelling an expired link changes nothing. Real money that is paid all the same is credited
   * and noted, as after an expiry.
   *
   * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT when it is paid or money is on its way, or
   *   the refusal of a guard to change anything at its object
   */
  async run(principal: Principal, address: LinkAddress): Promise<ShownLink> {
    const link = await this.find.run(principal, address, ({ type }) => ACTION_OF_TYPE[type])
    const { realmId, operationId, objectPath } = link
    if (link.status === 'pending') await this.boundary.checkChange(realmId, objectPath)
    const operation = await this.expireMovement.run(
      realmId,
      operationId,
      CANCELLED,
      HELD_TO_THE_END
    )
    if (!operation) throw unknownLink(address.id)
    const status = statusOfOperation(operation.state)
    if (status !== 'expired') {
      throw new ServiceError('CONFLICT', {
        message: status
          ? `The payment link ${address.id} is ${status} already.`
          : `The payment of the payment link ${address.id} is on its way already.`,
        next: 'Read GET /api/v1/payment-links/:id, which shows how it ends.',
      })
    }
    await this.links.end(operationId, 'expired')
    const token = this.tokens.shownTo(principal, link)
    return { link: { ...link, status }, token, operation, instructions: null, receipt: null }
  }
}
