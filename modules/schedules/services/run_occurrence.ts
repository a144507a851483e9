import { AuditLog, systemAuditEntry } from '#modules/auth/index'
import { OperationReader, RealmDirectory } from '#modules/ledger/index'
import { Clock } from '#app/clock/clock'
import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { ServiceError } from '#app/http/errors/service_error'
import { timeMsOf } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { executed, refused, type Refusal } from '../core/outcome.ts'
import { occurrencePath, type Occurrence, type Schedule } from '../core/schedule.ts'
import { OccurrenceStore } from '../storage/occurrence_store.ts'
import { ScheduleStore } from '../storage/schedule_store.ts'
import { failpoint } from '../failpoints.ts'
import { END } from './occurrence_jobs.ts'
import { ScheduledActions } from './scheduled_actions.ts'
import { TellSchedule } from './tell_schedule.ts'

/** Clocks of two processes may differ by so much. */
const CLOCKS_MS = 1000
const MESSAGE_LENGTH = 1024

/**
 * Executes one occurrence for whoever its schedule acts for, with the permissions that they have
 * now. It may run again, and twice at a time: the path of its operation is the same every time.
 */
@singleton()
export class RunOccurrence {
  constructor(
    private schedules: ScheduleStore,
    private occurrences: OccurrenceStore,
    private actions: ScheduledActions,
    private access: AccessControl,
    private realms: RealmDirectory,
    private operations: OperationReader,
    private tell: TellSchedule,
    private errors: ErrorCatalogue,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /** @throws ServiceError when the refusal passes by itself: the job is run again */
  async run(scheduleId: string, number: number): Promise<void> {
    const schedule = await this.schedules.byId(scheduleId)
    if (!schedule) return
    if (number === END) return this.tell.schedule('schedule.ended', schedule, 'end')
    const occurrence = await this.occurrences.find({ scheduleId, number })
    if (occurrence?.status === 'skipped') return this.#tellSkipped(schedule, occurrence)
    if (occurrence?.status !== 'due') return
    const unlessMade = (note: () => Promise<void>) => this.#unlessMade(schedule, occurrence, note)
    if (isHeldBack(schedule)) return unlessMade(() => this.#skip(schedule, occurrence))
    if ((await this.realms.find(schedule.realmId)) === null) {
      return this.#skip(schedule, occurrence, 'REALM_CLOSED', 'Its realm was closed.')
    }
    const principal = await this.#principal(schedule)
    if (!('credential' in principal)) {
      return unlessMade(() => this.#stop(schedule, occurrence, principal))
    }
    const done = await this.#execute(principal, schedule, occurrence)
    if (typeof done === 'string') return this.#executed(schedule, occurrence, done)
    const note = () => this.#refused(schedule, occurrence, done)
    // What stands at the path is then another operation.
    return done.code === 'IDEMPOTENCY_VIOLATION' ? note() : unlessMade(note)
  }

  async #executed(schedule: Schedule, occurrence: Occurrence, operationId: string) {
    await failpoint('schedule.executed')
    const changes = executed(occurrence, operationId, this.clock.nowMicros())
    await this.tell.occurrence('schedule.executed', schedule, occurrence.number, changes)
    await this.occurrences.change(this.database, occurrence, ['due', 'retrying'], changes)
  }

  /**
   * Notes that an occurrence moves nothing, unless an attempt whose process died has made its
   * operation already: what was paused, ended or forbidden since has then come too late.
   */
  async #unlessMade(schedule: Schedule, occurrence: Occurrence, note: () => Promise<void>) {
    const path = occurrencePath(schedule, occurrence.number)
    const made = await this.operations.byPath(schedule.realmId, path)
    const { type, id } = schedule.actor
    const isOwn = made?.actorType === type && made.actorId === id && !isOlder(made.id, schedule)
    return isOwn ? this.#executed(schedule, occurrence, made.id) : note()
  }

  async #principal({ credential }: Schedule): Promise<Principal | Refusal> {
    try {
      return await this.access.recall(credential)
    } catch (error) {
      return this.#refusalOf(error)
    }
  }

  /** @returns the id of the operation, or the refusal */
  async #execute(
    principal: Principal,
    schedule: Schedule,
    { number }: Occurrence
  ): Promise<string | Refusal> {
    const { realmId } = schedule
    const path = occurrencePath(schedule, number)
    try {
      const prepared = await this.actions.prepare(principal, schedule, number)
      const operationId = await prepared.action.run(
        prepared.principal,
        { realmId, path },
        prepared.terms
      )
      return isOlder(operationId, schedule) ? taken(path, operationId) : operationId
    } catch (error) {
      return this.#refusalOf(error)
    }
  }

  /** @throws what is no refusal, and refusals that pass by themselves */
  #refusalOf(error: unknown): Refusal {
    if (!(error instanceof ServiceError)) throw error
    const { code, entry, message } = this.errors.told(error)
    if (entry.retryable) throw error
    return { code, message: message.slice(0, MESSAGE_LENGTH) }
  }

  async #refused(schedule: Schedule, occurrence: Occurrence, refusal: Refusal) {
    const changes = refused(occurrence, refusal, this.clock.nowMicros())
    if (changes.status === 'failed') {
      await this.tell.occurrence('schedule.failed', schedule, occurrence.number, changes)
    }
    await this.occurrences.change(this.database, occurrence, ['due'], changes)
  }

  /** The credential has ended: nothing more is done in its name until somebody resumes it. */
  async #stop(schedule: Schedule, occurrence: Occurrence, refusal: Refusal) {
    const { id, orgId, realmId, path } = schedule
    const { number } = occurrence
    const changes = refused(occurrence, refusal, this.clock.nowMicros())
    await this.tell.occurrence('schedule.failed', schedule, number, changes)
    const paused = { status: 'paused', statusReason: 'credential_ended', nextRunAt: null } as const
    await this.tell.schedule('schedule.paused', { ...schedule, ...paused }, `${number}`)
    await this.database.transaction(async (session) => {
      const current = await this.schedules.lock(session, id)
      await this.occurrences.change(session, occurrence, ['due'], changes)
      if (current?.status !== 'active') return
      await this.schedules.change(session, id, paused)
      const details = { scheduleId: id, path, reason: paused.statusReason }
      const facts = { eventType: 'schedule_paused', realmId, details } as const
      await this.audit.record(session, systemAuditEntry('schedules', orgId, facts))
    })
  }

  async #skip(
    schedule: Schedule,
    occurrence: Occurrence,
    code = schedule.status === 'paused' ? 'PAUSED' : 'ENDED',
    message = `The schedule was ${schedule.status} before it was executed.`
  ) {
    const changes = { status: 'skipped', code, message, dueAt: null } as const
    const endedAt = this.clock.nowMicros()
    await this.#tellSkipped(schedule, { ...occurrence, ...changes })
    await this.occurrences.change(this.database, occurrence, ['due'], { ...changes, endedAt })
  }

  #tellSkipped(schedule: Schedule, occurrence: Occurrence) {
    return this.tell.occurrence('schedule.skipped', schedule, occurrence.number, occurrence)
  }
}

/** One that has come to its end by itself still executes its last occurrences. */
function isHeldBack({ status, statusReason }: Schedule): boolean {
  return status === 'paused' || (status === 'ended' && statusReason !== 'completed')
}

/**
 * Whether the operation at the path of an occurrence was made before its schedule: then somebody
 * else has made it, with the same inputs, and the occurrence has moved nothing.
 */
function isOlder(operationId: string, { createdAt }: Schedule): boolean {
  return timeMsOf(operationId) < createdAt / 1000 - CLOCKS_MS
}

function taken(path: string, operationId: string): Refusal {
  return {
    code: 'IDEMPOTENCY_VIOLATION',
    message: `The path ${path} was used before the schedule was made, by the operation ${operationId}: nothing was executed.`,
  }
}
