import {
  Database,
  Outbox,
  OutboxRelay,
  singleton,
  type CommittedEvent,
  type EventListener,
  type OutboxJob,
} from 'ledger-custody-service/module'
import { ActivityStore } from './activity_store.ts'
import { forgetJob } from './forget_activity.ts'

/** Notes of each object the newest event about it, also of those from before the module was there. */
@singleton()
export class NoteActivity implements EventListener {
  readonly name = 'activity'
  readonly types = ['*']
  readonly from = 'beginning'

  constructor(
    private database: Database,
    private store: ActivityStore,
    private relay: OutboxRelay
  ) {}

  /** The row and the job that it makes necessary are stored together. */
  async handle(event: CommittedEvent): Promise<void> {
    const { objectPath, type } = event
    if (objectPath === null) return
    const jobs: OutboxJob[] = type === 'object.deleted' ? [forgetJob(event, objectPath)] : []
    await this.database.transaction(async (session) => {
      await this.store.note(session, { ...event, objectPath })
      await Outbox.store(session, jobs)
    })
    await this.relay.announce(jobs)
  }
}
