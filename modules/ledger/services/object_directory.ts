import { boundedCache } from '#app/storage/bounded_cache'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { Database } from '#app/storage/database'
import type { LedgerObject } from '../core/terms.ts'
import { OBJECT_COLUMNS, toLedgerObject, type ObjectRow } from '../storage/rows.ts'

const CACHED_OBJECTS = 50_000
const CACHE_MS = 30_000

/**
 * Remembers usable objects by path. What is remembered only helps to choose rail and guards: the
 * poster looks again under lock and refuses with OBJECT_REPLACED when the object has changed.
 */
@singleton()
export class ObjectDirectory {
  #objects = boundedCache<LedgerObject>(CACHED_OBJECTS, { ttl: CACHE_MS })

  constructor(private database: Database) {}

  /** @returns the objects found and usable, by path */
  async usable(realmId: string, paths: readonly string[]): Promise<Map<string, LedgerObject>> {
    const found = new Map<string, LedgerObject>()
    const missing: string[] = []
    for (const path of paths) {
      const known = this.#objects.get(`${realmId}${path}`)
      if (known) found.set(path, known)
      else missing.push(path)
    }
    if (missing.length === 0) return found
    const rows = await this.database.read<ObjectRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects
        WHERE realm_id = ? AND path IN (?) AND active_key = ''
          AND status = 'active' AND ready_at IS NOT NULL`,
      [realmId, missing]
    )
    for (const object of rows.map(toLedgerObject)) {
      this.#objects.set(`${realmId}${object.path}`, object)
      found.set(object.path, object)
    }
    return found
  }

  /**
   * Objects by id, whatever has become of them. Most still stand where they stood, and are
   * remembered there.
   *
   * @param sides paths by id, as an operation has noted them
   */
  async known(
    realmId: string,
    sides: ReadonlyMap<string, string>
  ): Promise<Map<string, LedgerObject>> {
    const standing = await this.usable(realmId, [...new Set(sides.values())])
    const found = new Map<string, LedgerObject>()
    for (const object of standing.values()) if (sides.has(object.id)) found.set(object.id, object)
    const others = [...sides.keys()].filter((id) => !found.has(id))
    if (others.length === 0) return found
    const rows = await this.database.read<ObjectRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects WHERE id IN (?)`,
      [others]
    )
    for (const object of rows.map(toLedgerObject)) found.set(object.id, object)
    return found
  }

  /**
   * Calls `work` with the object remembered at a path. When the poster finds that this object was
   * replaced (deleted and created again, perhaps by another process), `work` is called once more
   * with the object that is there now.
   */
  withUsable<Result>(
    realmId: string,
    path: string,
    work: (object: LedgerObject | undefined) => Promise<Result>
  ): Promise<Result> {
    return this.withAllUsable(realmId, [path], (found) => work(found.get(path)))
  }

  /** Like `withUsable`, for several paths. */
  async withAllUsable<Result>(
    realmId: string,
    paths: readonly string[],
    work: (found: ReadonlyMap<string, LedgerObject>) => Promise<Result>
  ): Promise<Result> {
    const attempt = async () => work(await this.usable(realmId, paths))
    try {
      return await attempt()
    } catch (error) {
      const replaced = error instanceof ServiceError && error.code === 'OBJECT_REPLACED'
      if (!replaced) throw error
      this.forget(realmId, paths)
      return attempt()
    }
  }

  forget(realmId: string, paths: readonly string[]) {
    for (const path of paths) this.#objects.delete(`${realmId}${path}`)
  }
}
