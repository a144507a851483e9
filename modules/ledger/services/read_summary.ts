import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { RealmDirectory } from './realm_directory.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { COUNTED, readCounts, sumOf } from '../storage/realm_counts.ts'

/** Counts what is in a realm. */
@singleton()
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
