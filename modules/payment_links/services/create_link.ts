import type { Principal } from '#app/extension/principal'
import type { DepositInstructions } from '#app/extension/settlement_rail'
import { ServiceError, invalidField } from '#app/http/errors/service_error'
import { LIMITS } from '#app/limits'
import type { Operation, PendingDeposits, ReadObject, RealmDirectory } from '#modules/ledger/index'
import { inputsOf } from '../core/link_inputs.ts'
import type { Metadata } from '../core/metadata.ts'
import type { LinkType, PaymentLink, ReturnStrategy } from '../core/payment_link.ts'
import type { LinkStore } from '../storage/link_store.ts'
import { linkOfOperation } from './link_of_operation.ts'

export interface CreateLinkCommand {
  realmId: string
  type: LinkType
  /** Object id, or a path. */
  object: string
  amount: string
  returnUrl?: string
  returnStrategy?: ReturnStrategy
  expiresInMinutes?: number
  metadata?: Metadata
  path?: string
}

export interface CreatedLink {
  link: PaymentLink
  /** Where to pay; null in a paper realm. */
  instructions: DepositInstructions | null
  operation: Operation
  replayed: boolean
}

/**
 * Opens a pending deposit and the link that asks for it. The operation comes first and its path is
 * the idempotency key; a repeat after a crash in between finds the operation and makes the link.
 */
export class CreateLink {
  constructor(
    private realms: RealmDirectory,
    private objects: ReadObject,
    private deposits: PendingDeposits,
    private links: LinkStore
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, IDEMPOTENCY_VIOLATION, VALIDATION_ERROR, FORBIDDEN */
  async run(principal: Principal, command: CreateLinkCommand): Promise<CreatedLink> {
    const { realmId, amount, path } = command
    await this.realms.resolve(principal, realmId)
    if (command.type !== 'deposit') {
      throw invalidField(
        'type',
        'supported',
        'Withdrawal links are not supported here. Create a deposit link.'
      )
    }
    const objectPath = await this.#objectPath(principal, realmId, command.object)
    const { operation, replayed } = await this.deposits.open(principal, {
      realmId,
      objectPath,
      amount,
      path,
      inputs: inputsOf({
        returnUrl: command.returnUrl ?? null,
        returnStrategy: command.returnStrategy ?? 'redirect',
        expiresInMinutes: command.expiresInMinutes ?? LIMITS.paymentLinkMinutesDefault,
        metadata: command.metadata ?? null,
      }),
    })
    const link = await this.links.ensure(linkOfOperation(operation))
    const instructions = await this.deposits.instructionsFor(operation)
    return { link, instructions, operation, replayed }
  }

  async #objectPath(principal: Principal, realmId: string, object: string): Promise<string> {
    const address = object.startsWith('/') ? { realmId, path: object } : { id: object }
    const row = await this.objects.find(principal, address, 'svc:ReceiveTo')
    if (row.realm_id !== realmId) throw new ServiceError('OBJECT_NOT_FOUND')
    return row.path
  }
}
