import { singleton } from '#app/extension/singleton'
import type { JobConcern } from '#app/queue/job'
import { RealmReader } from '#modules/ledger/index'
import { ScheduleStore } from '../storage/schedule_store.ts'

/** Says for operators what a job is about. */
@singleton()
export class DescribeSchedule {
  constructor(
    private schedules: ScheduleStore,
    private realms: RealmReader
  ) {}

  async run(id: string, number: number): Promise<JobConcern[]> {
    const schedule = await this.schedules.byId(id)
    if (!schedule) return [{ text: `the schedule ${id}, which is not there` }]
    const { realmId, action, path, status } = schedule
    const realm = await this.realms.byId(realmId)
    const where = realm ? `the realm "${realm.name}"` : `the closed realm ${realmId}`
    const text = `occurrence ${number} of the schedule (${action}) at ${path} in ${where}, ${status}`
    return [{ text, href: `/console/realms/${realmId}/schedules/${id}` }]
  }
}
