import type { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { checkRange } from '#app/http/time_range'
import type { ListCursors } from '#app/http/list_cursors'
import type { Database } from '#app/storage/database'
import { eventPaths } from '#modules/ledger/services/event_access'
import { listFeed } from '#modules/ledger/services/list_feed'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { openEventFeed } from '#modules/ledger/storage/event_feed'
import type { FeedFilter } from '#modules/ledger/storage/feed_scope'
import { toEvents } from '#modules/ledger/storage/history_views'

export interface EventListQuery extends FeedFilter {
  limit: number
  cursor?: string
}

/** A page of a realm's events that the caller may see, newest first. */
export class ListEvents {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private access: AccessControl,
    private cursors: ListCursors
  ) {}

  async run(principal: Principal, { limit, cursor, ...filter }: EventListQuery) {
    await this.realms.resolve(principal, filter.realmId)
    checkRange(filter)
    const { database, access, cursors } = this
    const { items, page } = await listFeed(
      { database, access, cursors },
      principal,
      { limit, cursor },
      {
        list: { of: 'events', ...filter },
        action: 'svc:ReadEvent',
        pathsOf: eventPaths,
        open: (session, cut) => openEventFeed(session, filter, cut),
        present: (_session, rows) => toEvents(rows),
      }
    )
    return { events: items, ...page }
  }
}
