import { hash } from 'node:crypto'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { SharedSight } from '#app/extension/shared_sight'
import { singleton } from '#app/extension/singleton'
import { objectNotFound } from '#app/http/errors/service_error'
import { BatchedReads } from '#app/storage/batched_reads'
import { Database } from '#app/storage/database'
import { LEDGER_LIMITS } from '../limits.ts'
import type { Operation } from '../core/terms.ts'
import { BoundaryStatuses } from './boundary_statuses.ts'
import { pathGate } from './operation_access.ts'
import { RealmDirectory } from './realm_directory.ts'
import { visibleOperation } from './visible_operation.ts'
import { visibleHistory } from './visible_history.ts'
import { readHistory, readOwnDeltas, type StoredEvent } from '../storage/history_reader.ts'
import { toDeltas, type DeltaView } from '../storage/history_views.ts'
import { type FoundObject, type ObjectBalance, ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'

export interface ObjectDetail {
  /** As `versionOf` says it. */
  version: string
  object: FoundObject
  operations: Operation[]
  events: StoredEvent[]
  deltas: DeltaView[]
  balances: ObjectBalance[]
}

/**
 * An object by its id, and the realm it has to be in if that is given, or by its realm and path.
 */
export type ObjectAddress = { id: string; realmId?: string } | { realmId: string; path: string }

/** Reads one object. */
@singleton()
export class ReadObject {
  #details = new SharedSight((principal, { id }: { id: string }) => this.#detail(principal, id))

  #rows = new BatchedReads((ids) => this.objects.shown(ids))
  #balances = new BatchedReads(async (ids) =>
    Map.groupBy(await this.objects.balances(ids), ({ objectId }) => objectId)
  )

  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private operations: OperationReader,
    private database: Database,
    private access: AccessControl,
    private boundaries: BoundaryStatuses
  ) {}

  /**
   * @throws ServiceError OBJECT_NOT_FOUND when the object is missing, not yet created completely,
   *   or another organization's; FORBIDDEN
   */
  async find(principal: Principal, address: ObjectAddress, action: string): Promise<FoundObject> {
    const { realmId } = address
    if (realmId !== undefined) await this.realms.resolve(principal, realmId)
    const row =
      'id' in address
        ? await this.#rows.read(address.id)
        : await this.objects.activeAt(address.realmId, address.path)
    const realm = row ? await this.realms.find(row.realm_id) : null
    const elsewhere = realm?.orgId !== principal.orgId || (realmId ?? realm.id) !== realm.id
    if (!row || row.ready_at === null || elsewhere) {
      throw objectNotFound('id' in address ? address.id : address.path)
    }
    await this.realms.resolve(principal, row.realm_id)
    this.access.authorize(principal, action, row.path, 'id' in address ? address.id : row.path)
    return row
  }

  async balances(
    principal: Principal,
    address: { id: string; realmId?: string }
  ): Promise<ObjectBalance[]> {
    // What the object holds is read while its caller's right to it is decided.
    const [, balances = []] = await Promise.all([
      this.find(principal, address, 'svc:ReadBalance'),
      this.#balances.read(address.id),
    ])
    return balances
  }

  /** @throws ServiceError as `find` does */
  async versioned(
    principal: Principal,
    address: ObjectAddress
  ): Promise<{ id: string; version: string }> {
    const found = await this.find(principal, address, 'svc:ReadObject')
    const [object = found] = await this.boundaries.note([found])
    return { id: object.id, version: versionOf(object) }
  }

  /**
   * The object, which was found for this caller, with its newest 100 operations and their histories.
   * Each part that has an action of its own is left out for a caller without that right: reading an
   * object does not include reading what it holds.
   */
  detail(principal: Principal, id: string): Promise<ObjectDetail> {
    return this.#details.read(principal, { id })
  }

  async #detail(principal: Principal, id: string): Promise<ObjectDetail> {
    // The object is read again: who shares this reading may have found it before a change that
    // another one has been told of.
    const found = await this.database.snapshot(async (session) => {
      const newest = LEDGER_LIMITS.journalListDefault
      const operations = await this.operations.newestOfObject(session, id, newest)
      const ids = operations.map((operation) => operation.id)
      const object = await this.objects.byId(id, session)
      return {
        object,
        operations,
        history: await readHistory(session, ids, id),
        own: await readOwnDeltas(session, object, newest),
        balances: await this.objects.balances([id], session),
      }
    })
    const { operations, history, own, balances } = found
    const [object = found.object] = await this.boundaries.note([found.object])
    const { entries, legs, events } = history
    const ofObject = ({ objectPath }: { objectPath: string | null }) => objectPath === object.path
    const stored = [...history.deltas.filter(ofObject), ...own]
    const deltas = toDeltas(entries, legs, stored, events)
    const mayOperation = pathGate(this.access, principal, 'svc:ReadOperation')
    const visible = visibleHistory(this.access, principal)(events.filter(ofObject), deltas)
    return {
      version: versionOf(object),
      object,
      operations: operations
        .filter(({ path, source, target }) => mayOperation([path, source.path, target.path]))
        .map(visibleOperation(this.access, principal)),
      events: newestFirst(visible.events),
      deltas: newestFirst(visible.deltas),
      balances: this.access.permits(principal, 'svc:ReadBalance', object.path) ? balances : [],
    }
  }
}

/**
 * The same as long as an object shows the same: its realm's journal has not moved on, and neither has
 * the state of its boundary, which the journal does not hold.
 */
function versionOf({ journal_place: place, boundary }: FoundObject): string {
  if (!boundary) return place
  return `${place}-${hash('sha256', JSON.stringify(boundary), 'hex').slice(0, 12)}`
}

function newestFirst<View>(views: View[]): View[] {
  return views.toReversed().slice(0, LEDGER_LIMITS.journalListDefault)
}
