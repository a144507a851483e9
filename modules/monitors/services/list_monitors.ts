import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import type { DatedPage } from '#app/storage/filter'
import { RealmDirectory } from '#modules/ledger/index'
import { MonitorStore } from '../storage/monitor_store.ts'

/** Lists the monitors of a realm, newest first. */
@singleton()
export class ListMonitors {
  constructor(
    private realms: RealmDirectory,
    private monitors: MonitorStore
  ) {}

  async run(principal: Principal, query: DatedPage & { realmId: string }) {
    await this.realms.resolve(principal, query.realmId)
    return this.monitors.list(query)
  }
}
