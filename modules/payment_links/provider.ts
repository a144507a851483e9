import type { ApplicationService } from '@adonisjs/core/types'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import {
  OperationReader,
  PendingDeposits,
  ReadObject,
  RealmDirectory,
  RealmReader,
} from '#modules/ledger/index'
import { paymentLinkRoutes } from './http/routes.ts'
import { paymentLinkExpiry } from './jobs/payment_link_expiry.ts'
import { CreateLink } from './services/create_link.ts'
import { ExpireLinks } from './services/expire_links.ts'
import { FollowOperations } from './services/follow_operations.ts'
import { ListLinks } from './services/list_links.ts'
import { ShowPayment } from './services/show_payment.ts'
import { LinkStore } from './storage/link_store.ts'

/** Payment links: a deposit that somebody else is asked to make, by address. */
export default class PaymentLinksProvider {
  constructor(protected app: ApplicationService) {}

  register() {
    const { container } = this.app
    container.singleton(
      LinkStore,
      async (resolver) => new LinkStore(await resolver.make(Database), await resolver.make(Clock))
    )
    container.singleton(
      CreateLink,
      async (resolver) =>
        new CreateLink(
          await resolver.make(RealmDirectory),
          await resolver.make(ReadObject),
          await resolver.make(PendingDeposits),
          await resolver.make(LinkStore)
        )
    )
    container.singleton(
      ListLinks,
      async (resolver) =>
        new ListLinks(
          await resolver.make(RealmDirectory),
          await resolver.make(LinkStore),
          await resolver.make(AccessControl)
        )
    )
    container.singleton(
      ShowPayment,
      async (resolver) =>
        new ShowPayment(
          await resolver.make(LinkStore),
          await resolver.make(OperationReader),
          await resolver.make(RealmReader),
          await resolver.make(Clock)
        )
    )
    container.singleton(
      ExpireLinks,
      async (resolver) =>
        new ExpireLinks(
          await resolver.make(LinkStore),
          await resolver.make(PendingDeposits),
          await resolver.make(Clock)
        )
    )
  }

  async boot() {
    const host = await this.app.container.make(ModuleHost)
    host.add({
      name: 'payment_links',
      title: 'Payment links',
      description: 'Deposits that somebody is asked to make by link.',
      routes: paymentLinkRoutes,
      migrations: 'modules/payment_links/storage/migrations',
      jobs: [paymentLinkExpiry],
      listeners: [new FollowOperations(await this.app.container.make(LinkStore))],
    })
    await this.#mountViews()
  }

  async #mountViews() {
    const { default: edge } = await import('edge.js')
    edge.mount('payment_links', this.app.makePath('modules/payment_links/views'))
  }
}
