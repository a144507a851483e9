import type { Metadata } from '#app/metadata/metadata'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { objectNotFound } from '#app/http/errors/service_error'
import { OpenDeposit, OpenWithdrawal, ReadObject, RealmDirectory } from '#modules/ledger/index'
import { PAYMENT_LINK_LIMITS } from '../limits.ts'
import { inputsOf } from '../core/link_inputs.ts'
import {
  ACTION_OF_TYPE,
  MICROS_PER_MINUTE,
  type LinkType,
  type ReturnStrategy,
} from '../core/payment_link.ts'
import { LinkStore } from '../storage/link_store.ts'
import { linkOfOperation } from './link_of_operation.ts'
import { LinkTokens } from './link_tokens.ts'
import { ReadReceipt } from './read_receipt.ts'
import type { ShownLink } from './show_link.ts'

export interface CreateLinkCommand {
  realmId: string
  type: LinkType
  /** Id or path of the object. */
  object: string
  amount: string
  returnUrl?: string
  returnStrategy?: ReturnStrategy
  expiresInMinutes?: number
  description?: string
  reference?: string
  metadata?: Metadata
  /** Where a withdrawal goes, whoever confirms it. */
  destinationAddress?: string
  path?: string
}

export interface CreatedLink extends ShownLink {
  replayed: boolean
}

/**
 * Opens a pending operation and the link that asks for it. The operation comes first, and its path
 * is the idempotency key; a repetition after a crash in between finds the operation and makes the
 * link.
 */
@singleton()
export class CreateLink {
  constructor(
    private realms: RealmDirectory,
    private objects: ReadObject,
    private deposits: OpenDeposit,
    private withdrawals: OpenWithdrawal,
    private links: LinkStore,
    private tokens: LinkTokens,
    private receipts: ReadReceipt
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, INSUFFICIENT_BALANCE, IDEMPOTENCY_VIOLATION, FORBIDDEN */
  async run(principal: Principal, command: CreateLinkCommand): Promise<CreatedLink> {
    const { type, realmId, amount, path, destinationAddress = null } = command
    const { asset } = await this.realms.resolve(principal, realmId)
    const objectPath = await this.#objectPath(principal, command)
    const { expiresInMinutes = PAYMENT_LINK_LIMITS.paymentLinkMinutesDefault } = command
    const inputs = inputsOf({
      type,
      returnUrl: command.returnUrl ?? null,
      returnStrategy: command.returnStrategy ?? 'redirect',
      expiresInMinutes,
      description: command.description ?? null,
      reference: command.reference ?? null,
      metadata: command.metadata ?? null,
    })
    const terms = { realmId, objectPath, amount, path }
    const openMicros = expiresInMinutes * MICROS_PER_MINUTE
    const { operation, replayed, instructions } =
      type === 'deposit'
        ? await this.deposits.run(principal, { ...terms, waits: { inputs, openMicros } })
        : {
            ...(await this.withdrawals.run(principal, {
              ...terms,
              destinationAddress,
              waits: { inputs },
            })),
            instructions: null,
          }
    const drawn = this.tokens.draw()
    const link = await this.links.ensure(
      linkOfOperation(operation, { sealedToken: drawn.sealed, live: asset === 'live' }),
      drawn.hash
    )
    const token = this.tokens.shownTo(principal, link)
    // A repetition may come after the payment.
    const receipt = await this.receipts.of(operation)
    return { link, token, instructions, operation, receipt, replayed }
  }

  async #objectPath(
    principal: Principal,
    { realmId, object, type }: CreateLinkCommand
  ): Promise<string> {
    const address = object.startsWith('/') ? { realmId, path: object } : { id: object }
    const row = await this.objects.find(principal, address, ACTION_OF_TYPE[type])
    if (row.realm_id !== realmId) throw objectNotFound(object)
    return row.path
  }
}
