import type { Clock } from '#app/clock/clock'
import {
  settingsOf,
  type Branding,
  type OperationReader,
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
}

const TOKEN = /^[\w-]{43}$/

/** Finds the payment behind a token, for whoever holds it. */
export class ShowPayment {
  constructor(
    private links: LinkStore,
    private operations: OperationReader,
    private realms: RealmReader,
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
    return {
      link,
      // The operation knows first; the stored status follows through its events.
      status: statusOfOperation(operation.state) ?? statusAt(link, this.clock.nowMicros()),
      realmName: realm.name,
      branding,
      paper: realm.asset === 'paper',
    }
  }
}
