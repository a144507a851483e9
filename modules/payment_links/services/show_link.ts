import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { DepositInstructions } from '#modules/ledger/extension/settlement_rail'
import { type Operation, OperationReader, ReadDepositInstructions } from '#modules/ledger/index'
import type { PaymentLink } from '../core/payment_link.ts'
import { FindLink, type LinkAddress } from './find_link.ts'
import { LinkTokens } from './link_tokens.ts'
import { statusNow } from './payment_state.ts'
import { ReadReceipt, type Receipt } from './read_receipt.ts'

export interface ShownLink {
  link: PaymentLink
  /** null for callers with the right to read only. */
  token: string | null
  operation: Operation
  /** Where to pay, as long as a payer may. */
  instructions: DepositInstructions | null
  receipt: Receipt | null
}

/** Shows one link to its builder, as it is now. */
@singleton()
export class ShowLink {
  constructor(
    private find: FindLink,
    private operations: OperationReader,
    private instructions: ReadDepositInstructions,
    private receipts: ReadReceipt,
    private tokens: LinkTokens,
    private clock: Clock
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN */
  async run(principal: Principal, address: LinkAddress): Promise<ShownLink> {
    const stored = await this.find.run(principal, address, () => 'svc:ReadOperation')
    const operation = await this.operations.byId(stored.operationId)
    if (!operation) throw new Error('A payment link has an operation')
    const now = this.clock.nowMicros()
    const status = statusNow(stored, operation, now)
    const payable = stored.type === 'deposit' && status === 'pending' && now < stored.expiresAt
    return {
      link: { ...stored, status },
      token: this.tokens.shownTo(principal, stored),
      operation,
      instructions: payable ? await this.instructions.forPayer(operation) : null,
      receipt: await this.receipts.of(operation),
    }
  }
}
