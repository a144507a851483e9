import type { AccessControl } from '#app/extension/access_control'
import { seesEverything } from '#app/extension/full_sight'
import type { Principal } from '#app/extension/principal'
import { cursorPart, type ListCursors, type ListName } from '#app/http/list_cursors'
import { checkRange } from '#app/http/time_range'
import { walkPage } from '#app/storage/walk'
import type { RealmDirectory } from '#modules/ledger/index'
import type { PaymentLink } from '../core/payment_link.ts'
import type { LinkFilter, LinkStore } from '../storage/link_store.ts'
import type { LinkTokens } from './link_tokens.ts'

export interface LinkListQuery extends LinkFilter {
  limit: number
  cursor?: string
}

const ACTION = 'svc:ReadOperation'
/** Cut, total, and the place. */
const CURSOR = [cursorPart.time, cursorPart.count, cursorPart.time, cursorPart.id]

/** A page of a realm's payment links that the caller may see, newest first. */
export class ListLinks {
  constructor(
    private realms: RealmDirectory,
    private links: LinkStore,
    private access: AccessControl,
    private cursors: ListCursors,
    private tokens: LinkTokens
  ) {}

  /**
   * `total` counts what the caller may see: for one who does not see everything as far as
   * `LIMITS.listScanRows` rows go.
   */
  async run(principal: Principal, { limit, cursor, ...filter }: LinkListQuery) {
    await this.realms.resolve(principal, filter.realmId)
    checkRange(filter)
    const list = { of: 'payment links', ...filter }
    const place = cursor === undefined ? null : this.#open(principal, list, cursor)
    const restricted = !seesEverything(principal, ACTION)
    const cut = place?.cut ?? (await this.links.newest(filter.realmId))
    const kept = place || restricted ? null : await this.links.count(filter, cut)
    const page = await walkPage(this.links.source(filter, cut), {
      after: place?.after ?? null,
      limit,
      accepts: restricted
        ? ({ objectPath }: PaymentLink) => this.access.permits(principal, ACTION, objectPath)
        : null,
      count: place === null && restricted,
    })
    const { rows, next, seen } = page
    const links = rows.map((link) => ({ link, token: this.tokens.shownTo(principal, link) }))
    const total = place?.total ?? kept ?? seen
    const nextCursor =
      next && this.cursors.make(principal, list, [cut, total, next.createdAt, next.id])
    return { links, total, nextCursor }
  }

  #open(principal: Principal, list: ListName, text: string) {
    const [cut, total, createdAt, id] = this.cursors.read(principal, list, text, CURSOR) as [
      string,
      number,
      string,
      string,
    ]
    return { cut, total, after: { createdAt, id } }
  }
}
