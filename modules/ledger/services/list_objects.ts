import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { readablePrefixes } from '../core/readable_prefixes.ts'
import { BoundaryStatuses } from './boundary_statuses.ts'
import { cursorPart, ListCursors, type ListName } from '#app/http/list_cursors'
import { checkRange } from '#app/http/time_range'
import { pathGate } from './operation_access.ts'
import { RealmDirectory } from './realm_directory.ts'
import { headTime } from '../storage/head_time.ts'
import {
  countObjects,
  objectSource,
  readShownObjects,
  type ObjectFilter,
} from '../storage/object_pages.ts'
import { walkPage } from '#app/storage/walk'

export interface ObjectListQuery extends Omit<ObjectFilter, 'within'> {
  includeLabels: boolean
  limit: number
  cursor?: string
}

const CURSOR = [cursorPart.time, cursorPart.count, cursorPart.time, cursorPart.id]

/** A page of a realm's objects that the caller may see, newest first. */
@singleton()
export class ListObjects {
  constructor(
    private realms: RealmDirectory,
    private database: Database,
    private access: AccessControl,
    private cursors: ListCursors,
    private boundaries: BoundaryStatuses
  ) {}

  /**
   * `total` is what the caller may see: for a restricted credential it counts within the newest
   * `LIMITS.listScanRows` objects it could see, so that it tells nothing of the others.
   */
  async run(principal: Principal, query: ObjectListQuery) {
    const { includeLabels, limit, cursor, ...asked } = query
    const { realmId } = asked
    await this.realms.resolve(principal, realmId)
    checkRange(asked)
    const list = { of: 'objects', ...asked }
    const place = cursor === undefined ? null : this.#open(principal, list, cursor)
    const restricted = principal.statements !== null
    const gate = pathGate(this.access, principal, 'svc:ReadObject')
    const page = await this.database.snapshot(async (session) => {
      const cut = place?.cut ?? (await headTime(session, realmId))
      const filter = { ...asked, within: readablePrefixes(principal.statements) }
      const { rows, next, seen } = await walkPage(await objectSource(session, filter, cut), {
        after: place?.after ?? null,
        limit,
        accepts: restricted ? ({ path }) => gate([path]) : null,
        count: restricted && place === null,
      })
      const total = place?.total ?? (restricted ? seen : await countObjects(session, filter, cut))
      return { cut, total, next, rows: await readShownObjects(session, rows, includeLabels) }
    })
    const { cut, total, next } = page
    return {
      objects: await this.boundaries.note(page.rows),
      total,
      nextCursor: next && this.cursors.make(principal, list, [cut, total, next.createdAt, next.id]),
    }
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
