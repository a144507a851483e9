import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { checkRange } from '#app/http/time_range'
import { ListCursors } from '#app/http/list_cursors'
import { Database } from '#app/storage/database'
import { listJournal } from './list_journal.ts'
import { RealmDirectory } from './realm_directory.ts'
import { openDeltaList, readDeltas, type DeltaItem } from '../storage/delta_list.ts'
import type { JournalFilter } from '../storage/journal_scope.ts'
import { pathGate } from './operation_access.ts'

export interface DeltaListQuery extends JournalFilter {
  limit: number
  cursor?: string
}

/** Lists a page of the balance changes (legs) of a realm that the caller may see, newest first. */
@singleton()
export class ListDeltas {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private access: AccessControl,
    private cursors: ListCursors
  ) {}

  /**
   * A delta shows what its object held before and after, so the right to read the operation does
   * not open it, only the right to the object's path. A list by operation path shows only changes
   * of operations that the caller may read, because the filter would reveal the others.
   */
  async run(principal: Principal, { limit, cursor, ...filter }: DeltaListQuery) {
    await this.realms.resolve(principal, filter.realmId)
    checkRange(filter)
    const { database, access, cursors } = this
    const mayOperation = pathGate(access, principal, 'svc:ReadOperation')
    const { items, page } = await listJournal(
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
        open: (session, cut) => openDeltaList(session, filter, cut),
        present: (session, rows) => readDeltas(session, filter.realmId, rows),
      }
    )
    return { deltas: items, ...page }
  }
}
