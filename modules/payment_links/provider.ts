import type { ApplicationService } from '@adonisjs/core/types'
import { bind } from '#app/extension/bind'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import { ListCursors } from '#app/http/list_cursors'
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
    bind(container, LinkStore, Database, Clock)
    bind(container, CreateLink, RealmDirectory, ReadObject, PendingDeposits, LinkStore)
    bind(container, ListLinks, RealmDirectory, LinkStore, AccessControl, ListCursors)
    bind(container, ShowPayment, LinkStore, OperationReader, RealmReader, PendingDeposits, Clock)
    bind(container, ExpireLinks, LinkStore, PendingDeposits, Clock)
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
