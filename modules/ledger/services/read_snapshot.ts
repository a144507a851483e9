import type { AccessControl } from '#app/extension/access_control'
import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toRfc3339, toSqlDatetime } from '#app/clock/timestamp'
import type { Principal } from '#app/extension/principal'
import { ServiceError } from '#app/http/errors/service_error'
import type { Database } from '#app/storage/database'
import type { RealmDirectory } from '#modules/ledger/services/realm_directory'
import { cutAt, heldAt } from '#modules/ledger/storage/object_history'
import { USD } from '#modules/ledger/core/terms'
import type { ExtensionRegistry } from '#modules/ledger/services/extension_registry'
import type { ObjectReader } from '#modules/ledger/storage/object_reader'

/** What an object held at a moment: of every generation and status, at one cut of the journal. */
export class ReadSnapshot {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private database: Database,
    private access: AccessControl,
    private extensions: ExtensionRegistry
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN */
  async run(principal: Principal, query: { id: string; realmId: string; asOf: Micros }) {
    const { id, realmId, asOf } = query
    await this.realms.resolve(principal, realmId)
    const object = await this.objects.find(id)
    if (!object || object.realm_id !== realmId || object.ready_at === null) {
      throw new ServiceError('OBJECT_NOT_FOUND')
    }
    this.access.authorize(principal, 'svc:ReadBalance', object.path)
    const existed = sqlToMicros(object.created_at) <= asOf
    const held = await this.database.snapshot(async (session) => {
      const cut = await cutAt(session, realmId, toSqlDatetime(asOf))
      return existed ? heldAt(session, id, cut) : []
    })
    const balances = held.filter(({ denomination }) => denomination === USD)
    const others = held.filter(({ denomination }) => denomination !== USD)
    const kind = this.extensions.kindOf(object.type)
    const { path, type, denomination, status, metadata } = object
    const shown = { id, realmId, path, type, denomination, status, metadata }
    const positions =
      others.length > 0 ? ((await kind.positionsAt?.(shown, others, asOf)) ?? []) : []
    return { realmId, objectId: id, asOf: toRfc3339(asOf), balances, positions }
  }
}
