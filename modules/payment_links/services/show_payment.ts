import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { DepositInstructions } from '#modules/ledger/extension/settlement_rail'
import {
  destinationOf,
  detectedAmountOf,
  settingsOf,
  type Branding,
  type Operation,
  OperationReader,
  ReadDepositInstructions,
  RealmReader,
} from '#modules/ledger/index'
import type { LinkStatus, LinkType, PaymentLink, Progress } from '../core/payment_link.ts'
import { LinkStore } from '../storage/link_store.ts'
import { tokenHash } from '../storage/sealed_token.ts'
import { progressOf, statusNow } from './payment_state.ts'
import { ReadReceipt, type Receipt } from './read_receipt.ts'

/** What the holder of a token may see. */
export interface PublicPayment {
  link: PaymentLink
  /** The token that the holder showed. */
  token: string
  status: LinkStatus
  progress: Progress
  /** Why the payment ended without money, in words for the payer. */
  failureMessage: string | null
  /** Whether a payment was tried and refused; false when none was made. */
  failed: boolean
  /**
   * Whether value was seen. If not, the last blocks before the deadline are still read after it.
   */
  seen: boolean
  /** Where a withdrawal goes; null before that is known. */
  destinationAddress: string | null
  realmName: string
  branding: Branding | null
  /** Whether the money is simulated. */
  paper: boolean
  /** Where to pay; null in a paper realm, and once there is nothing to pay any more. */
  instructions: DepositInstructions | null
  /** Once the money has arrived. */
  receipt: Receipt | null
  /** When the payment was read. */
  readAt: Micros
}

/** What the holder of a link may know whose realm is closed. */
export interface ClosedPayment {
  linkId: string
  type: LinkType
  /** Whether the money had arrived before. */
  completed: boolean
  /** Of the builder. */
  name: string
}

/** Finds the payment of a token, for its holder. */
@singleton()
export class ShowPayment {
  constructor(
    private links: LinkStore,
    private operations: OperationReader,
    private realms: RealmReader,
    private instructions: ReadDepositInstructions,
    private receipts: ReadReceipt,
    private clock: Clock
  ) {}

  /**
   * A link whose builder has closed its realm since. Its holder was shown the name before.
   *
   * @returns null when there is no such token, and while the realm is open
   */
  async closedBy(token: string): Promise<ClosedPayment | null> {
    const hash = tokenHash(token)
    const link = hash && (await this.links.byTokenHash(hash))
    const realm = link && (await this.realms.closedById(link.realmId))
    if (!realm) return null
    const operation = await this.operations.byId(link.operationId)
    return {
      linkId: link.id,
      type: link.type,
      completed: operation?.state === 'completed',
      name: settingsOf(realm).branding?.displayName ?? realm.name,
    }
  }

  /** @returns null for every text that is not the token of a link, whatever is wrong with it */
  async run(token: string): Promise<PublicPayment | null> {
    const hash = tokenHash(token)
    const link = hash && (await this.links.byTokenHash(hash))
    if (!link) return null
    const [operation, realm] = await Promise.all([
      this.operations.byId(link.operationId),
      this.realms.byId(link.realmId),
    ])
    if (!operation || !realm) return null
    const readAt = this.clock.nowMicros()
    const status = statusNow(link, operation, readAt)
    const payable = link.type === 'deposit' && status === 'pending' && readAt < link.expiresAt
    return {
      token,
      link: { ...link, receivedAmount: receivedOf(link, operation) },
      status,
      progress: progressOf(status, operation, readAt >= link.expiresAt),
      failureMessage: status === 'expired' ? operation.failureMessage : null,
      seen: detectedAmountOf(operation) !== null,
      failed: operation.state === 'failed',
      destinationAddress: link.type === 'withdrawal' ? destinationOf(operation) : null,
      instructions: payable ? await this.instructions.forPayer(operation) : null,
      realmName: realm.name,
      branding: settingsOf(realm).branding,
      paper: realm.asset === 'paper',
      receipt: await this.receipts.of(operation),
      readAt,
    }
  }
}

/** The amount of a completed operation is the amount that arrived, whatever was asked for. */
function receivedOf(link: PaymentLink, { state, amount }: Operation): bigint | null {
  return state === 'completed' ? amount : link.receivedAmount
}
