import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import { ListCursors } from '#app/http/list_cursors'
import { Database } from '#app/storage/database'
import {
  ExpireMovement,
  OpenDeposit,
  OpenWithdrawal,
  OperationReader,
  PathBoundary,
  ReadDepositInstructions,
  ReadObject,
  RealmDirectory,
  RealmReader,
  StartMovement,
  TellEvent,
} from '#modules/ledger/index'
import { paymentLinkRoutes } from './http/routes.ts'
import { paymentLinkExpiry } from './jobs/payment_link_expiry.ts'
import { CancelLink } from './services/cancel_link.ts'
import { ConfirmPayment } from './services/confirm_payment.ts'
import { CreateLink } from './services/create_link.ts'
import { ExpireLinks } from './services/expire_links.ts'
import { FetchLogo } from './services/fetch_logo.ts'
import { FindLink } from './services/find_link.ts'
import { FollowOperations } from './services/follow_operations.ts'
import { FollowPayment } from './services/follow_payment.ts'
import { LinkTokens } from './services/link_tokens.ts'
import { ListLinks } from './services/list_links.ts'
import { OpenLinks } from './services/open_links.ts'
import { ShowLink } from './services/show_link.ts'
import { ShowPayment } from './services/show_payment.ts'
import { LinkStore } from './storage/link_store.ts'
import { PAYMENT_LINKS_GLOSSARY } from './http/glossary.ts'

/** Payment links: a deposit somebody else is asked to make, or a payout they may take, by address. */
export default class PaymentLinksProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    bind(container, LinkStore, Database, Clock)
    container.singleton(
      LinkTokens,
      async (resolver) =>
        new LinkTokens(await resolver.make('encryption'), await resolver.make(AccessControl))
    )
    bind(
      container,
      CreateLink,
      RealmDirectory,
      ReadObject,
      OpenDeposit,
      OpenWithdrawal,
      LinkStore,
      LinkTokens
    )
    bind(container, ListLinks, RealmDirectory, LinkStore, AccessControl, ListCursors, LinkTokens)
    bind(container, FindLink, RealmDirectory, LinkStore, AccessControl)
    bind(container, ShowLink, FindLink, OperationReader, ReadDepositInstructions, LinkTokens, Clock)
    bind(container, CancelLink, FindLink, PathBoundary, ExpireMovement, LinkStore, LinkTokens)
    bind(
      container,
      ShowPayment,
      LinkStore,
      OperationReader,
      RealmReader,
      ReadDepositInstructions,
      Clock
    )
    bind(container, ConfirmPayment, ShowPayment, StartMovement, LinkStore)
    bind(container, FollowPayment, ShowPayment)
    bind(container, FetchLogo)
    bind(container, OpenLinks, LinkStore)
    bind(container, ExpireLinks, LinkStore, ExpireMovement, Clock)
    bind(container, FollowOperations, LinkStore, TellEvent)
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add({
      name: 'payment_links',
      title: 'Payment links',
      glossary: PAYMENT_LINKS_GLOSSARY,
      description:
        'Deposits that somebody is asked to make by link, and payouts that are offered by link.',
      routes: paymentLinkRoutes,
      migrations: 'modules/payment_links/storage/migrations',
      jobs: [paymentLinkExpiry],
      events: {
        'payment_link.completed': 'The payment of a link has arrived, or its payout has left.',
        'payment_link.expired': 'A link ended without a payment.',
      },
      listeners: [await this.app.container.make(FollowOperations)],
      realmLosses: [await this.app.container.make(OpenLinks)],
    })
    await this.#mountViews()
  }

  async #mountViews() {
    const { default: edge } = await import('edge.js')
    edge.mount('payment_links', this.app.makePath('modules/payment_links/views'))
  }
}
