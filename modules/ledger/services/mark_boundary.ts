import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { classifyDatabaseError } from '#app/storage/database_errors'
import type { MarkBoundaryRequest } from '../core/decide_recovery.ts'
import { eventDispatchJob } from '../core/job_rows.ts'
import { Poster } from './poster/poster.ts'

/** Records, as an event of the realm, that one of its boundaries was frozen or is active again. */
@singleton()
export class MarkBoundary {
  constructor(private poster: Poster) {}

  /** A second run with the same event id records nothing. */
  async run(mark: Omit<MarkBoundaryRequest, 'kind' | 'jobs'>): Promise<void> {
    try {
      const jobs = [eventDispatchJob(mark.realmId)]
      await this.poster.post({ kind: 'mark_boundary', ...mark, jobs })
    } catch (error) {
      const closed = error instanceof ServiceError && error.code === 'NOT_FOUND'
      if (!closed && classifyDatabaseError(error, false) !== 'duplicate') throw error
    }
  }
}
