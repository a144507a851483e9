import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { checkRange } from '#app/http/time_range'
import type { ListCursors } from '#app/http/list_cursors'
import type { Database } from '#app/storage/database'
import { listFeed } from '#modules/ledger/services/list_feed'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { openDeltaFeed, readDeltas, type DeltaItem } from '#modules/ledger/storage/delta_feed'
import type { FeedFilter } from '#modules/ledger/storage/feed_scope'
import { pathGate } from '#modules/ledger/services/operation_access'

export interface DeltaListQuery extends FeedFilter {
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
   * the operation's. Asked for by the path of their operation, changes are told of operations the
   * caller may read only: the filter would tell of the others.
   */
  async run(principal: Principal, { limit, cursor, ...filter }: DeltaListQuery) {
    await this.realms.resolve(principal, filter.realmId)
    checkRange(filter)
    const { database, access, cursors } = this
    const mayOperation = pathGate(access, principal, 'svc:ReadOperation')
    const { items, page } = await listFeed(
      { database, access, cursors },
      principal,
      { limit, cursor },
      {
        list: { of: 'deltas', ...filter },
        action: 'svc:ReadDelta',
        pathsOf: ({ objectPath, operationPath }: DeltaItem) =>
          operationPath === undefined || mayOperation([operationPath, objectPath])
            ? [objectPath]
            : [],
        open: (session, cut) => openDeltaFeed(session, filter, cut),
        present: (session, rows) => readDeltas(session, filter.realmId, rows),
      }
    )
    return { deltas: items, ...page }
  }
}
