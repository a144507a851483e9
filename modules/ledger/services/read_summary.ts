import type { Principal } from '#app/extension/principal'
import type { Database } from '#app/storage/database'
import type { RealmDirectory } from './realm_directory.ts'
import type { ObjectReader } from '../storage/object_reader.ts'
import { COUNTED, readCounts, sumOf } from '../storage/realm_counts.ts'

/** How much there is in a realm. */
export class ReadSummary {
  constructor(
    private realms: RealmDirectory,
    private objects: ObjectReader,
    private database: Database
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH */
  async run(principal: Principal, realmId: string) {
    await this.realms.resolve(principal, realmId)
    return this.database.snapshot(async (session) => {
      const counts = await readCounts(session, realmId)
      return {
        objectCount: await this.objects.countUsable(session, realmId),
        operationCount: sumOf(counts, 'operation'),
        eventCount: sumOf(counts, 'event'),
        pendingOperationCount: counts.get(COUNTED.pending) ?? 0,
      }
    })
  }
}
