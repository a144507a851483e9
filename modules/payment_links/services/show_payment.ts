import type { Clock, Micros } from '#app/clock/clock'
import type { DepositInstructions } from '#app/extension/settlement_rail'
import {
  settingsOf,
  type Branding,
  type Operation,
  type OperationReader,
  type PendingDeposits,
  type RealmReader,
} from '#modules/ledger/index'
import {
  statusAt,
  statusOfOperation,
  type LinkStatus,
  type PaymentLink,
} from '../core/payment_link.ts'
import type { LinkStore } from '../storage/link_store.ts'

/** What the holder of a token may know. */
export interface PublicPayment {
  link: PaymentLink
  status: LinkStatus
  realmName: string
  branding: Branding | null
  /** Simulated funds. */
  paper: boolean
  /** Where to pay; null on paper, and once there is nothing to pay any more. */
  instructions: DepositInstructions | null
}

const TOKEN = /^[\w-]{43}$/

/** Finds the payment behind a token, for whoever holds it. */
export class ShowPayment {
  constructor(
    private links: LinkStore,
    private operations: OperationReader,
    private realms: RealmReader,
    private deposits: PendingDeposits,
    private clock: Clock
  ) {}

  /** @returns null for every text that is not the token of a link, whatever is wrong with it */
  async run(token: string): Promise<PublicPayment | null> {
    const link = TOKEN.test(token) ? await this.links.byToken(token) : null
    if (!link) return null
    const [operation, realm] = await Promise.all([
      this.operations.byId(link.operationId),
      this.realms.byId(link.realmId),
    ])
    if (!operation || !realm) return null
    const { branding } = settingsOf(realm)
    const status = currentStatus(link, operation, this.clock.nowMicros())
    return {
      link,
      status,
      instructions: status === 'pending' ? await this.deposits.instructionsFor(operation) : null,
      realmName: realm.name,
      branding,
      paper: realm.asset === 'paper',
    }
  }
}

/**
 * The operation knows first; the stored status follows through its events. Only money that came too
 * late for the operation completes the link alone.
 */
function currentStatus(link: PaymentLink, { state }: Operation, now: Micros): LinkStatus {
  if (link.status === 'completed') return 'completed'
  return statusOfOperation(state) ?? statusAt(link, now)
}
