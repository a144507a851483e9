import { AccessControl } from '#app/extension/access_control'
import { seesEverything } from '#app/extension/full_sight'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ListCursors } from '#app/http/list_cursors'
import { PLACE_IN_TIME, walkList } from '#app/http/list_walk'
import { checkRange } from '#app/http/time_range'
import { RealmDirectory } from '#modules/ledger/index'
import { type FoundLink, type LinkFilter, LinkStore } from '../storage/link_store.ts'
import { LinkTokens } from './link_tokens.ts'

export interface LinkListQuery extends LinkFilter {
  limit: number
  cursor?: string
}

const ACTION = 'svc:ReadOperation'

/** Lists a page of a realm's payment links that the caller may see, newest first. */
@singleton()
export class ListLinks {
  constructor(
    private realms: RealmDirectory,
    private links: LinkStore,
    private access: AccessControl,
    private cursors: ListCursors,
    private tokens: LinkTokens
  ) {}

  async run(principal: Principal, { limit, cursor, ...filter }: LinkListQuery) {
    await this.realms.resolve(principal, filter.realmId)
    checkRange(filter)
    const list = { of: 'payment links', ...filter }
    const restricted = !seesEverything(principal, ACTION)
    const { rows, page } = await walkList(this.cursors, principal, {
      list,
      page: { limit, cursor },
      form: PLACE_IN_TIME,
      restricted,
      open: async (known?: string) => {
        const cut = known ?? (await this.links.newest(filter.realmId))
        const source = await this.links.source(filter, cut)
        const accepts = ({ link, fits }: FoundLink) =>
          fits && (!restricted || this.access.permits(principal, ACTION, link.objectPath))
        return { cut, source, accepts }
      },
    })
    const links = rows.map(({ link }) => ({ link, token: this.tokens.shownTo(principal, link) }))
    return { links, ...page }
  }
}
