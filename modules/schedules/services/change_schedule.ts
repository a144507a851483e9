import { auditEntry, AuditLog } from '#modules/auth/index'
import { Clock } from '#app/clock/clock'
import { keptCredential, type Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database, type SqlSession } from '#app/storage/database'
import { room, timingOf } from '../core/schedule.ts'
import { timesAfter } from '../core/times.ts'
import { OccurrenceStore } from '../storage/occurrence_store.ts'
import { ScheduleStore, type StoredSchedule } from '../storage/schedule_store.ts'
import { FindSchedule, unknownSchedule } from './find_schedule.ts'
import { END, queueOccurrences } from './occurrence_jobs.ts'
import { ScheduledActions } from './scheduled_actions.ts'

type Changes = Partial<StoredSchedule>

/** Pauses, resumes and ends schedules. */
@singleton()
export class ChangeSchedule {
  constructor(
    private find: FindSchedule,
    private schedules: ScheduleStore,
    private occurrences: OccurrenceStore,
    private actions: ScheduledActions,
    private audit: AuditLog,
    private database: Database,
    private relay: OutboxRelay,
    private clock: Clock
  ) {}

  /**
   * What has not been executed by now waits, or is passed over: a paused schedule does nothing.
   *
   * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT when it has ended
   */
  async pause(principal: Principal, id: string): Promise<StoredSchedule> {
    return this.#change(principal, id, 'schedule_paused', (schedule) => {
      if (schedule.status === 'paused') return null
      return { status: 'paused', statusReason: 'requested', nextRunAt: null }
    })
  }

  /**
   * It goes on with the first time after now, and acts for whoever resumes it from here on: this is
   * how one whose credential has ended gets another one.
   *
   * @throws ServiceError NOT_FOUND, FORBIDDEN, CONFLICT when it has ended
   */
  async resume(principal: Principal, id: string): Promise<StoredSchedule> {
    const found = await this.find.run(principal, id)
    await this.actions.prepare(principal, found, found.occurrences + 1)
    return this.#change(principal, id, 'schedule_resumed', (schedule) => {
      if (schedule.status === 'active') return null
      const acting = { actor: principal.actor, credential: keptCredential(principal) }
      const isLeft = room(schedule, schedule.occurrences, 1) > 0
      const [next] = isLeft ? timesAfter(timingOf(schedule), this.clock.nowMicros(), 1) : []
      return next
        ? { ...acting, status: 'active', statusReason: null, nextRunAt: next.at }
        : { ...acting, status: 'ended', statusReason: 'completed', nextRunAt: null }
    })
  }

  /**
   * Ends it for ever. Its row stays, so that nobody takes its path.
   *
   * @throws ServiceError NOT_FOUND, FORBIDDEN
   */
  async end(principal: Principal, id: string): Promise<StoredSchedule> {
    return this.#change(
      principal,
      id,
      'schedule_deleted',
      ({ status }) => {
        if (status === 'ended') return null
        return { status: 'ended', statusReason: 'deleted', nextRunAt: null }
      },
      true
    )
  }

  /** @param change null when it is so already, and nothing is done or noted */
  async #change(
    principal: Principal,
    id: string,
    eventType: 'schedule_paused' | 'schedule_resumed' | 'schedule_deleted',
    change: (schedule: StoredSchedule) => Changes | null,
    takesEnded = false
  ): Promise<StoredSchedule> {
    await this.actions.authorize(principal, await this.find.run(principal, id), id)
    const { schedule, jobs } = await this.database.transaction(async (session) => {
      const before = await this.schedules.lock(session, id)
      if (!before) throw unknownSchedule(id)
      if (before.status === 'ended' && !takesEnded) throw hasEnded(before)
      const changes = change(before)
      if (changes === null) return { schedule: before, jobs: [] }
      await this.schedules.change(session, id, changes)
      const { realmId, path } = before
      const facts = { eventType, realmId, details: { scheduleId: id, path } } as const
      await this.audit.record(session, auditEntry(principal, facts))
      const ended = changes.status === 'ended' ? await this.#ended(session, id) : []
      return { schedule: { ...before, ...changes }, jobs: ended }
    })
    await this.relay.announce(jobs)
    return schedule
  }

  /** What waits for another attempt is passed over at once; the end is told. */
  async #ended(session: SqlSession, id: string) {
    const retries = await this.occurrences.retrying(session, id)
    for (const each of retries) {
      await this.occurrences.change(session, each, ['retrying'], { status: 'due' })
    }
    return queueOccurrences(session, [...retries, { scheduleId: id, number: END }])
  }
}

function hasEnded({ id, statusReason }: StoredSchedule): ServiceError {
  return new ServiceError('CONFLICT', {
    message: `The schedule ${id} has ended (${statusReason}).`,
    next: 'Make another one with POST /api/v1/schedules, at another path.',
  })
}
