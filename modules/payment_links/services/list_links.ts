import { AccessControl } from '#app/extension/access_control'
import { seesEverything } from '#app/extension/full_sight'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { cursorPart, ListCursors, type ListName } from '#app/http/list_cursors'
import { checkRange } from '#app/http/time_range'
import { walkPage } from '#app/storage/walk'
import { totalFrom, totalOf, totalParts, RealmDirectory } from '#modules/ledger/index'
import { type FoundLink, type LinkFilter, LinkStore } from '../storage/link_store.ts'
import { LinkTokens } from './link_tokens.ts'

export interface LinkListQuery extends LinkFilter {
  limit: number
  cursor?: string
}

const ACTION = 'svc:ReadOperation'
/** Cut, total and whether it is exact, and the place. */
const CURSOR = [
  ...[cursorPart.time, cursorPart.count, cursorPart.count],
  ...[cursorPart.time, cursorPart.id],
]

/** A page of a realm's payment links that the caller may see, newest first. */
@singleton()
export class ListLinks {
  constructor(
    private realms: RealmDirectory,
    private links: LinkStore,
    private access: AccessControl,
    private cursors: ListCursors,
    private tokens: LinkTokens
  ) {}

  /**
   * `total` counts what the caller may see, as far as `LIMITS.listScanRows` rows go; `totalIsExact`
   * is false where more follow.
   */
  async run(principal: Principal, { limit, cursor, ...filter }: LinkListQuery) {
    await this.realms.resolve(principal, filter.realmId)
    checkRange(filter)
    const list = { of: 'payment links', ...filter }
    const place = cursor === undefined ? null : this.#open(principal, list, cursor)
    const restricted = !seesEverything(principal, ACTION)
    const cut = place?.cut ?? (await this.links.newest(filter.realmId))
    const page = await walkPage(await this.links.source(filter, cut), {
      after: place?.after ?? null,
      limit,
      accepts: ({ link, fits }: FoundLink) =>
        fits && (!restricted || this.access.permits(principal, ACTION, link.objectPath)),
      count: place === null,
    })
    const { rows, next } = page
    const links = rows.map(({ link }) => ({ link, token: this.tokens.shownTo(principal, link) }))
    const total = place?.total ?? totalOf(restricted, page, null)
    const nextCursor =
      next &&
      this.cursors.make(principal, list, [cut, ...totalParts(total), next.createdAt, next.id])
    return { links, ...total, nextCursor }
  }

  #open(principal: Principal, list: ListName, text: string) {
    const parts = this.cursors.read(principal, list, text, CURSOR)
    const [cut, total, exact, createdAt, id] = parts as [string, number, number, string, string]
    return { cut, total: totalFrom(total, exact), after: { createdAt, id } }
  }
}
