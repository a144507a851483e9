import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { checkRange } from '#app/http/time_range'
import { ListCursors } from '#app/http/list_cursors'
import { Database } from '#app/storage/database'
import { eventPaths } from './event_access.ts'
import { listJournal } from './list_journal.ts'
import { RealmDirectory } from './realm_directory.ts'
import { openEventList } from '../storage/event_list.ts'
import type { JournalFilter } from '../storage/journal_scope.ts'

export interface EventListQuery extends JournalFilter {
  limit: number
  cursor?: string
}

/** Lists a page of a realm's events that the caller may see, newest first. */
@singleton()
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
    const { items, page } = await listJournal(
      { database, access, cursors },
      principal,
      { limit, cursor },
      {
        list: { of: 'events', ...filter },
        action: 'svc:ReadEvent',
        pathsOf: eventPaths,
        open: (session, cut) => openEventList(session, filter, cut),
        present: (_session, events) => [...events],
      }
    )
    return { events: items, ...page }
  }
}
