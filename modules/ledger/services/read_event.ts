import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import { eventPaths } from './event_access.ts'
import { mayReadOperation, pathGate } from './operation_access.ts'
import { visibleOperation } from './visible_operation.ts'
import { RealmDirectory } from './realm_directory.ts'
import { deltasOfEntry } from '../storage/delta_list.ts'
import { findEvent } from '../storage/event_list.ts'
import { OperationReader } from '../storage/operation_reader.ts'

/** Reads one event with its operation and the changes that were committed with it. */
@singleton()
export class ReadEvent {
  constructor(
    private realms: RealmDirectory,
    private operations: OperationReader,
    private database: Database,
    private access: AccessControl
  ) {}

  /**
   * Parts of the operation and its deltas that the caller may not read are left out.
   *
   * @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN
   */
  async run(principal: Principal, { id, realmId }: { id: string; realmId?: string }) {
    // The realm is read outside the snapshot. Inside, this request would hold one connection and
    // wait for a second, and as many readers as there are connections would wait for each other for
    // ever.
    const event = await findEvent(this.database, id)
    const realm = event ? await this.realms.find(event.realmId) : null
    const elsewhere = realm?.orgId !== principal.orgId || (realmId ?? realm.id) !== realm.id
    if (!event || elsewhere)
      throw notFound('event', id, 'GET /api/v1/events lists those of a realm.')
    await this.realms.resolve(principal, event.realmId)
    const paths = eventPaths(event)
    const readable = pathGate(this.access, principal, 'svc:ReadEvent')
    if (!readable(paths)) this.access.authorize(principal, 'svc:ReadEvent', paths[0]!, id)

    const { operation, deltas } = await this.database.snapshot(async (session) => ({
      operation:
        event.operationId === null ? null : await this.operations.byId(event.operationId, session),
      deltas: await deltasOfEntry(session, event.realmId, event.seq),
    }))
    const mayDelta = pathGate(this.access, principal, 'svc:ReadDelta')
    return {
      event,
      operation:
        operation && mayReadOperation(this.access, principal, operation)
          ? visibleOperation(this.access, principal)(operation)
          : null,
      deltas: deltas.filter(({ objectPath }) => mayDelta([objectPath])),
    }
  }
}
