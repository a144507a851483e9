import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { eventDispatchJob } from '../core/job_rows.ts'
import { PathBoundary } from './path_boundary.ts'
import { Poster } from './poster/poster.ts'
import { RealmDirectory } from './realm_directory.ts'

/** Ensures that a path is an isolation zone: a second call finds the zone of the first. */
@singleton()
export class DeclareZone {
  constructor(
    private realms: RealmDirectory,
    private boundary: PathBoundary,
    private poster: Poster
  ) {}

  /** @throws ServiceError CONFLICT when an object holds the path or one below it */
  async run(principal: Principal, { realmId, path }: { realmId: string; path: string }) {
    await this.realms.resolve(principal, realmId)
    await this.boundary.checkChange(realmId, path)
    const outcome = await this.poster.post({
      kind: 'declare_zone',
      realmId,
      zone: { id: newId('izn'), path, boundaryId: newId('bnd') },
      feesId: newId('obj'),
      actor: principal.actor,
      ids: { event: newId('evt') },
      jobs: [eventDispatchJob(realmId)],
    })
    if (outcome.kind !== 'zone') throw new Error(`A zone was answered as ${outcome.kind}`)
    const { zone, declared } = outcome
    return { zone, declared }
  }
}
