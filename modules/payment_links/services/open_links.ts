import type { RealmLoss, RealmLossSource } from '#app/extension/realm_loss_source'
import { singleton } from '#app/extension/singleton'
import { formatUsd } from '#app/money/usd'
import { LinkStore } from '../storage/link_store.ts'

/** Tells a caller who deletes a realm how many open links would end with it. */
@singleton()
export class OpenLinks implements RealmLossSource {
  readonly name = 'payment_links'

  constructor(private links: LinkStore) {}

  async of(realmId: string): Promise<RealmLoss[]> {
    const open = await this.links.open(realmId)
    return open.map(({ type, count, total }) => ({
      what: `open ${type} link`,
      count,
      worth: formatUsd(total),
    }))
  }
}
