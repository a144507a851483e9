import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { classifyDatabaseError } from '#app/storage/database_errors'
import type { TellEventRequest } from '../core/decide_tell_event.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { Poster } from './poster/poster.ts'

export type ToldEvent = Pick<TellEventRequest, 'realmId' | 'module' | 'event'>

/** Puts an event of another module into the journal of a realm. */
@singleton()
export class TellEvent {
  constructor(private poster: Poster) {}

  /** A second run with the same event id records nothing. A closed realm takes no event. */
  async run(told: ToldEvent): Promise<void> {
    try {
      const jobs = [eventDispatchJob(told.realmId)]
      await this.poster.post({ kind: 'tell_event', ...told, jobs })
    } catch (error) {
      const closed = error instanceof ServiceError && error.code === 'NOT_FOUND'
      if (!closed && classifyDatabaseError(error, false) !== 'duplicate') throw error
    }
  }
}
