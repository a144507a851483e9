import { AccessControl } from '#app/extension/access_control'
import type { Micros } from '#app/clock/clock'
import { sqlToMicros, toRfc3339 } from '#app/clock/timestamp'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { objectNotFound } from '#app/http/errors/service_error'
import { interim } from '#app/http/time_range'
import { RealmDirectory } from './realm_directory.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { heldAtCut, type HeldAtCut } from '../storage/cut_rows.ts'
import { JournalCuts } from '../storage/journal_cuts.ts'
import { ObjectReader } from '../storage/object_reader.ts'

/**
 * Reads what an object, of any generation and status, held at a moment, at one cut of the journal.
 */
@singleton()
export class ReadSnapshot {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private cuts: JournalCuts,
    private access: AccessControl,
    private extensions: ExtensionRegistry
  ) {}

  /**
   * @returns of now where `asOf` lies in the future, which it says
   * @throws ServiceError OBJECT_NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN
   */
  async run(principal: Principal, query: { id: string; realmId: string; asOf: Micros }) {
    const { id, realmId, asOf } = query
    await this.realms.resolve(principal, realmId)
    const object = await this.objects.find(id)
    if (!object || object.realm_id !== realmId || object.ready_at === null) {
      throw objectNotFound(id)
    }
    this.access.authorize(principal, 'svc:ReadBalance', object.path, id)
    const { readAt, balances, others } = await this.cuts.asOf(realmId, asOf, async (cut) => {
      const ids = sqlToMicros(object.created_at) <= cut.asOf ? [id] : []
      return {
        readAt: cut.asOf,
        balances: (await heldAtCut(cut, ids, 'cash')).map(held),
        others: (await heldAtCut(cut, ids, 'positions')).map(held),
      }
    })
    const kind = this.extensions.kindOf(object.type)
    const { path, type, denomination, status, metadata } = object
    const shown = { id, realmId, path, type, denomination, status, metadata }
    const positions =
      others.length > 0 ? ((await kind.positionsAt?.(shown, others, readAt)) ?? []) : []
    const moment = { asOf: toRfc3339(asOf), ...interim(asOf, readAt) }
    return { realmId, objectId: id, ...moment, balances, positions }
  }
}

function held({ denomination, settled }: HeldAtCut) {
  return { denomination, amount: settled }
}
