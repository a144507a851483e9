import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound, type ServiceError } from '#app/http/errors/service_error'
import { RealmDirectory } from '#modules/ledger/index'
import { ScheduleStore, type StoredSchedule } from '../storage/schedule_store.ts'

/** Finds a schedule by its id, for a caller of the realm's organization. */
@singleton()
export class FindSchedule {
  constructor(
    private realms: RealmDirectory,
    private schedules: ScheduleStore,
    private access: AccessControl
  ) {}

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH */
  async run(principal: Principal, id: string): Promise<StoredSchedule> {
    const schedule = await this.schedules.byId(id)
    const realm = schedule && (await this.realms.find(schedule.realmId))
    if (!schedule || realm?.orgId !== principal.orgId) throw unknownSchedule(id)
    await this.realms.resolve(principal, schedule.realmId)
    return schedule
  }

  /** @throws ServiceError NOT_FOUND, REALM_SCOPE_MISMATCH, FORBIDDEN */
  async readable(principal: Principal, id: string): Promise<StoredSchedule> {
    const schedule = await this.run(principal, id)
    this.access.authorize(principal, 'svc:ReadSchedule', schedule.path, id)
    return schedule
  }
}

/** @param id the id that the caller named */
export function unknownSchedule(id: string): ServiceError {
  return notFound('schedule', id, 'GET /api/v1/schedules lists those of a realm.')
}
