import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { SharedSight } from '#app/extension/shared_sight'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { readablePrefixes } from '../core/readable_prefixes.ts'
import { BoundaryStatuses } from './boundary_statuses.ts'
import { ListCursors } from '#app/http/list_cursors'
import { PLACE_IN_TIME, walkList } from '#app/http/list_walk'
import { checkRange } from '#app/http/time_range'
import { pathGate } from './operation_access.ts'
import { RealmDirectory } from './realm_directory.ts'
import { headTime } from '../storage/head_time.ts'
import {
  countObjects,
  objectSource,
  readShownObjects,
  type ObjectFilter,
  type ObjectKey,
} from '../storage/object_pages.ts'

export interface ObjectListQuery extends Omit<ObjectFilter, 'within'> {
  includeLabels: boolean
  limit: number
  cursor?: string
}

export type ObjectPage = Awaited<ReturnType<ListObjects['run']>>

/** Lists a page of a realm's objects that the caller may see, newest first. */
@singleton()
export class ListObjects {
  #pages = new SharedSight((principal, query: ObjectListQuery) => this.#read(principal, query))

  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private access: AccessControl,
    private cursors: ListCursors,
    private boundaries: BoundaryStatuses
  ) {}

  /**
   * `total` counts what the caller may see. For a restricted credential it counts within the newest
   * `LIMITS.listScanRows` objects that this credential could see, so that it reveals nothing of the
   * others.
   */
  async run(principal: Principal, query: ObjectListQuery) {
    await this.realms.resolve(principal, query.realmId)
    checkRange(query)
    return this.#pages.read(principal, query)
  }

  async #read(principal: Principal, query: ObjectListQuery) {
    const { includeLabels, limit, cursor, ...asked } = query
    const { realmId } = asked
    const list = { of: 'objects', ...asked }
    const restricted = principal.statements !== null
    const gate = pathGate(this.access, principal, 'svc:ReadObject')
    const accepts = restricted ? ({ path }: ObjectKey) => gate([path]) : null
    const filter = { ...asked, within: readablePrefixes(principal.statements) }
    const { objects, page } = await this.database.snapshot(async (session) => {
      const walked = await walkList(this.cursors, principal, {
        list,
        page: { limit, cursor },
        form: PLACE_IN_TIME,
        restricted,
        open: async (known?: string) => {
          const cut = known ?? (await headTime(session, realmId))
          const source = await objectSource(session, filter, cut)
          return { cut, source, accepts, keptCount: () => countObjects(session, filter, cut) }
        },
      })
      const rows = await readShownObjects(session, walked.rows, includeLabels)
      return { objects: rows, page: walked.page }
    })
    return { objects: await this.boundaries.note(objects), ...page }
  }
}
