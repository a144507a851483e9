import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import type { ListCursors } from '#app/http/list_cursors'
import type { Database } from '#app/storage/database'
import { listFeed } from '#modules/ledger/services/list_feed'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import {
  openDeltaFeed,
  readDeltas,
  type DeltaFilter,
  type DeltaItem,
} from '#modules/ledger/storage/delta_feed'

export interface DeltaListQuery extends DeltaFilter {
  limit: number
  cursor?: string
}

/** A page of a realm's changes that the caller may see, newest first; balance changes are the legs. */
export class ListDeltas {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private access: AccessControl,
    private cursors: ListCursors
  ) {}

  /**
   * A delta shows what its object held before and after, so only the object's path opens it, not
   * the operation's.
   */
  async run(principal: Principal, { limit, cursor, ...filter }: DeltaListQuery) {
    await this.realms.resolve(principal, filter.realmId)
    const { database, access, cursors } = this
    const { items, page } = await listFeed(
      { database, access, cursors },
      principal,
      { limit, cursor },
      {
        list: { of: 'deltas', ...filter },
        action: 'svc:ReadDelta',
        pathsOf: ({ objectPath }: DeltaItem) => [objectPath],
        open: (session, cut) => openDeltaFeed(session, filter, cut),
        present: (session, rows) => readDeltas(session, filter.realmId, rows),
      }
    )
    return { deltas: items, ...page }
  }
}
