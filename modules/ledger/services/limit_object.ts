import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import type { Atoms } from '#app/money/usd'
import { isReservedPath } from '#app/paths/path'
import { Database } from '#app/storage/database'
import { movedOnDay, UNLIMITED } from '../core/object_limits.ts'
import type { ObjectLimits } from '../core/terms.ts'
import { readLimits } from '../storage/limit_rows.ts'
import { ExtensionRegistry } from './extension_registry.ts'
import { Poster } from './poster/poster.ts'
import { ReadObject } from './read_object.ts'

interface NamedObject {
  id: string
  /** When the caller names a realm, the object must be of it. */
  realmId?: string
}

export interface ShownLimits extends ObjectLimits {
  /** What was moved out of the object today, counted since it has limits. */
  movedToday: Atoms
}

/** Sets and reads the limits of an object. */
@singleton()
export class LimitObject {
  constructor(
    private readObject: ReadObject,
    private database: Database,
    private extensions: ExtensionRegistry,
    private poster: Poster,
    private clock: Clock
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, FORBIDDEN */
  async read(principal: Principal, named: NamedObject): Promise<ShownLimits> {
    const { id } = await this.readObject.find(principal, named, 'svc:ReadObject')
    return this.#shown(id)
  }

  /**
   * @param change null clears a limit; one that is not named stays
   * @throws ServiceError OBJECT_NOT_FOUND, FORBIDDEN; CONFLICT while the object is being deleted;
   *   VALIDATION_ERROR when the limits contradict each other, or the object takes none
   */
  async change(
    principal: Principal,
    { realmId, id, change }: NamedObject & { realmId: string; change: Partial<ObjectLimits> }
  ): Promise<ShownLimits> {
    const object = await this.readObject.find(principal, { id, realmId }, 'svc:LimitObject')
    if (isReservedPath(object.path)) {
      const problem = 'The object lies in a part of the tree reserved for the service.'
      throw invalidField('id', 'path_reserved', problem)
    }
    await this.extensions.askGuardsToChange(realmId, object.path, async () => object.boundary_id)
    await this.poster.post({
      kind: 'limit_object',
      realmId,
      objectId: id,
      change,
      actor: principal.actor,
      ids: { delta: newId('dlt') },
      jobs: [],
    })
    return this.#shown(id)
  }

  async #shown(id: string): Promise<ShownLimits> {
    const found = (await readLimits(this.database, [id])).get(id) ?? UNLIMITED
    return { ...found.limits, movedToday: movedOnDay(found, this.clock.nowMicros()) }
  }
}
