import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound, type ServiceError } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import type { Monitor } from '../core/monitor.ts'
import { MonitorStore } from '../storage/monitor_store.ts'

/** Finds a monitor by its id, for a caller of the realm's organization. */
@singleton()
export class FindMonitor {
  constructor(
    private realms: RealmDirectory,
    private monitors: MonitorStore
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH */
  async run(principal: Principal, id: string): Promise<Monitor> {
    const monitor = await this.monitors.byId(id)
    const realm = monitor && (await this.realms.find(monitor.realmId))
    if (!monitor || realm?.orgId !== principal.orgId) throw unknownMonitor(id)
    await this.realms.resolve(principal, monitor.realmId)
    return monitor
  }
}

/** @param id the id that the caller named */
export function unknownMonitor(id: string): ServiceError {
  return notFound('monitor', id, 'GET /api/v1/monitors lists those of a realm.')
}
