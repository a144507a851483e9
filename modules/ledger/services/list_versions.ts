import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { BoundaryStatuses } from './boundary_statuses.ts'
import { ReadObject } from './read_object.ts'
import { ObjectReader } from '../storage/object_reader.ts'

interface VersionsQuery {
  id: string
  realmId?: string
  limit: number
  cursor?: string
}

/** Lists every generation of a path, found by the id of any of them. */
@singleton()
export class ListVersions {
  constructor(
    private readObject: ReadObject,
    private objects: ObjectReader,
    private boundaries: BoundaryStatuses
  ) {}

  /** @throws ServiceError OBJECT_NOT_FOUND, FORBIDDEN */
  async run(principal: Principal, query: VersionsQuery) {
    const { limit, cursor, ...address } = query
    const { realm_id: realmId, path } = await this.readObject.find(
      principal,
      address,
      'svc:ReadObject'
    )
    const { versions, ...page } = await this.objects.versions({ realmId, path, limit, cursor })
    return { versions: await this.boundaries.note(versions), ...page }
  }
}
