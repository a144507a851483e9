import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { DatedPage } from '#app/storage/filter'
import { BoundaryStatuses } from './boundary_statuses.ts'
import { ReadObject } from './read_object.ts'
import { ObjectReader } from '../storage/object_reader.ts'

interface VersionsQuery extends DatedPage {
  id: string
  realmId?: string
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
  async run(principal: Principal, { id, realmId: named, ...asked }: VersionsQuery) {
    const { realm_id: realmId, path } = await this.readObject.find(
      principal,
      { id, realmId: named },
      'svc:ReadObject'
    )
    const { versions, ...page } = await this.objects.versions({ realmId, path, ...asked })
    return { versions: await this.boundaries.note(versions), ...page }
  }
}
