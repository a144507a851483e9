import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { auditEntry, AuditLog } from '#modules/auth/index'
import { RealmDirectory } from '#modules/ledger/index'
import { Clock, type Micros } from '#app/clock/clock'
import { keptCredential, type Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalidField, ServiceError } from '#app/http/errors/service_error'
import { newId } from '#app/ids/ids'
import { LIMITS } from '#app/limits'
import { Database, type SqlSession } from '#app/storage/database'
import { unlessTaken } from '#app/storage/database_errors'
import { readRule } from '../core/rule.ts'
import { timingOf, type Missed } from '../core/schedule.ts'
import { timesAfter } from '../core/times.ts'
import { isTimeZone, wallOf, type WallMs } from '../core/wall_clock.ts'
import { SCHEDULE_LIMITS } from '../limits.ts'
import { ScheduleStore, type StoredSchedule } from '../storage/schedule_store.ts'
import { ScheduledActions } from './scheduled_actions.ts'

export interface ScheduleRequest {
  realmId: string
  path: string
  name: string
  rule?: string
  runAt?: Micros
  startsAt?: Micros
  timeZone?: string
  action: string
  template: Record<string, unknown>
  missed?: Missed
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Makes a schedule, once per path. It acts for whoever made it, with the permissions of the time. */
@singleton()
export class CreateSchedule {
  constructor(
    private realms: RealmDirectory,
    private schedules: ScheduleStore,
    private actions: ScheduledActions,
    private audit: AuditLog,
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * @throws ServiceError VALIDATION_ERROR on rule, times, action or template; FORBIDDEN when the
   *   caller may not do now what the schedule will do; IDEMPOTENCY_VIOLATION, CONFLICT when there
   *   are too many
   */
  async run(
    principal: Principal,
    request: ScheduleRequest
  ): Promise<{ schedule: StoredSchedule; replayed: boolean }> {
    await this.realms.resolve(principal, request.realmId)
    checkSize(request)
    await this.actions.authorize(principal, request)
    await this.actions.prepare(principal, request, 1)
    const requestHash = hash('sha256', canonicalize(request) ?? '', 'buffer')
    const known = await this.#known(request, requestHash)
    if (known) return { schedule: known, replayed: true }
    const schedule = this.#made(principal, request, requestHash)
    const isNew = await unlessTaken(
      this.database.transaction((session) => this.#store(session, principal, schedule))
    )
    if (isNew) return { schedule, replayed: false }
    return { schedule: (await this.#known(request, requestHash))!, replayed: true }
  }

  /** The schedule that an equal request has made. */
  async #known({ realmId, path }: ScheduleRequest, requestHash: Buffer) {
    const known = await this.schedules.atPath(realmId, path)
    if (!known || known.requestHash.equals(requestHash)) return known
    throw new ServiceError('IDEMPOTENCY_VIOLATION', {
      message: `The path ${path} belongs to the schedule ${known.id}, which was made with other inputs.`,
      next: 'Choose another path; one that was used stays used when its schedule has ended.',
      details: { scheduleId: known.id },
    })
  }

  async #store(session: SqlSession, principal: Principal, schedule: StoredSchedule) {
    const { id: scheduleId, realmId, path, action } = schedule
    // Several requests at once may pass it by as many; the bound is there for the load.
    if ((await this.schedules.standing(session, realmId)) >= SCHEDULE_LIMITS.perRealm) {
      throw new ServiceError('CONFLICT', {
        message: `The realm ${realmId} has ${SCHEDULE_LIMITS.perRealm} schedules that have not ended, and no room for another.`,
        next: 'End one with DELETE /api/v1/schedules/:id.',
      })
    }
    await this.schedules.add(session, schedule)
    const details = { scheduleId, path, action }
    const facts = { eventType: 'schedule_created', realmId, details } as const
    await this.audit.record(session, auditEntry(principal, facts))
  }

  #made(principal: Principal, request: ScheduleRequest, requestHash: Buffer): StoredSchedule {
    const { realmId, name, path, action, template, missed = 'run' } = request
    const now = this.clock.nowMicros()
    const when = timesOf(request, now)
    const [first] = timesAfter(timingOf(when), now, 1)
    if (!first) throw neverRuns(request)
    return {
      id: newId('sch'),
      realmId,
      orgId: principal.orgId,
      name,
      path,
      ...when,
      action,
      template,
      missed,
      status: 'active',
      statusReason: null,
      nextRunAt: first.at,
      occurrences: 0,
      missedRuns: 0,
      actor: principal.actor,
      credential: keptCredential(principal),
      requestHash,
      createdAt: now,
      updatedAt: now,
    }
  }
}

/** @throws ServiceError VALIDATION_ERROR */
function timesOf({ rule, runAt, startsAt, timeZone = 'UTC' }: ScheduleRequest, now: Micros) {
  if (!isTimeZone(timeZone)) {
    throw invalidField(
      'timeZone',
      'time_zone',
      'The timeZone field must be a name of the IANA time zone database, such as Europe/Berlin'
    )
  }
  if ((rule === undefined) === (runAt === undefined)) {
    throw invalidField('rule', 'exactly_one', 'Exactly one of rule and runAt must be given')
  }
  if (rule === undefined) {
    if (startsAt !== undefined) {
      throw invalidField('startsAt', 'rule_only', 'The startsAt field is for schedules with a rule')
    }
    return { rule: null, runAt: runAt!, timeZone, anchor: 0 }
  }
  const read = readRule(rule)
  if ('problem' in read) throw invalidField('rule', 'rrule', `The rule field ${read.problem}`)
  const anchor = anchorOf(startsAt, now, timeZone, read.leavesMinutes)
  return { rule: read.text, runAt: null, timeZone, anchor }
}

/**
 * Where a rule begins. Without a beginning it is now, at a whole minute, and at the whole hour when
 * the rule names hours alone: nobody who writes BYHOUR=9 means seventeen minutes past nine.
 */
function anchorOf(
  startsAt: Micros | undefined,
  now: Micros,
  timeZone: string,
  leavesMinutes: boolean
): WallMs {
  const wall = wallOf(Math.floor((startsAt ?? now) / 1000), timeZone)
  const unit = startsAt !== undefined ? 1000 : leavesMinutes ? HOUR_MS : MINUTE_MS
  return Math.floor(wall / unit) * unit
}

function neverRuns({ rule }: ScheduleRequest): ServiceError {
  if (rule === undefined) {
    return invalidField('runAt', 'future', 'The runAt field must lie in the future')
  }
  const message = `The rule field names no time in the next ${SCHEDULE_LIMITS.ruleYears} years, as far as ${SCHEDULE_LIMITS.rulePeriods} of its periods tell`
  return invalidField('rule', 'never', message)
}

/** @throws ServiceError VALIDATION_ERROR */
function checkSize({ path, template }: ScheduleRequest) {
  if (Buffer.byteLength(path) + SCHEDULE_LIMITS.numberBytes > LIMITS.pathBytes) {
    const most = LIMITS.pathBytes - SCHEDULE_LIMITS.numberBytes
    const message = `The path field must not be longer than ${most} bytes: the numbers of occurrences stand below it`
    throw invalidField('path', 'maxLength', message)
  }
  if (Buffer.byteLength(JSON.stringify(template)) > SCHEDULE_LIMITS.templateBytes) {
    const message = `The template field must not be longer than ${SCHEDULE_LIMITS.templateBytes} bytes`
    throw invalidField('template', 'maxLength', message)
  }
}
