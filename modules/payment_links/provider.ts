import type { ApplicationService } from '@adonisjs/core/types'
import { ModuleHost } from '#app/extension/module_host'
import { paymentLinkRoutes } from './http/routes.ts'
import { paymentLinkExpiry } from './jobs/payment_link_expiry.ts'
import { scheduledLink } from './http/scheduled_link.ts'
import { CreateLink } from './services/create_link.ts'
import { FollowOperations } from './services/follow_operations.ts'
import { OpenLinks } from './services/open_links.ts'
import { PAYMENT_LINKS_GLOSSARY } from './http/glossary.ts'
import { LinkStore } from './storage/link_store.ts'
import { assertPaymentLinkLimits } from './limits.ts'

/**
 * Loads payment links: addresses at which a payer makes a deposit, or a payee takes a withdrawal.
 */
export default class PaymentLinksProvider {
  constructor(protected app: ApplicationService) {}

  async boot() {
    assertPaymentLinkLimits()
    const host = await this.app.container.make(ModuleHost)
    const links = await this.app.container.make(LinkStore)
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
      paymentReferences: [
        { name: 'payment_links', ofOperations: (ids) => links.referencesOf(ids) },
      ],
      listeners: [await this.app.container.make(FollowOperations)],
      scheduledActions: [scheduledLink(() => this.app.container.make(CreateLink))],
      realmLosses: [await this.app.container.make(OpenLinks)],
    })
    await this.#mountViews()
  }

  async #mountViews() {
    const { default: edge } = await import('edge.js')
    edge.mount('payment_links', this.app.makePath('modules/payment_links/views'))
  }
}
