import { singleton } from '#app/extension/singleton'
import { derivedId, timeMsOf } from '#app/ids/ids'
import { TellEvent } from '#modules/ledger/index'
import { occurrencePath, type Occurrence, type Schedule } from '../core/schedule.ts'

type Facts = Pick<Occurrence, 'operationId' | 'code' | 'message'>

/** The event types of schedules, with the meaning of each. */
export const SCHEDULE_EVENTS = {
  'schedule.executed': 'A schedule has made the operation of one of its times.',
  'schedule.failed': 'A time of a schedule ended without an operation; the payload says why.',
  'schedule.skipped':
    'A time of a schedule was passed over: missed, or paused, or ended meanwhile.',
  'schedule.paused': 'A schedule was paused by the service, because its credential has ended.',
  'schedule.ended': 'A schedule has no more times.',
}

/** Puts what becomes of schedules into the journal of their realm. */
@singleton()
export class TellSchedule {
  constructor(private events: TellEvent) {}

  /** Once per occurrence and type, however often it is called. */
  async occurrence(
    type: 'schedule.executed' | 'schedule.failed' | 'schedule.skipped',
    schedule: Schedule,
    number: number,
    { operationId, code, message }: Facts
  ): Promise<void> {
    await this.#tell(type, schedule, `${number}`, occurrencePath(schedule, number), {
      occurrence: `${number}`,
      operationId,
      code,
      message,
    })
  }

  /** @param cause tells one change of the schedule from another of the same type */
  async schedule(
    type: 'schedule.paused' | 'schedule.ended',
    schedule: Schedule,
    cause: string
  ): Promise<void> {
    await this.#tell(type, schedule, cause, schedule.path, { reason: schedule.statusReason })
  }

  #tell(
    type: keyof typeof SCHEDULE_EVENTS,
    { id, realmId, name }: Schedule,
    cause: string,
    path: string,
    facts: Record<string, string | null>
  ): Promise<void> {
    return this.events.run({
      realmId,
      module: 'schedules',
      event: {
        id: derivedId('evt', timeMsOf(id), `${type}:${id}:${cause}`),
        type,
        objectId: null,
        objectPath: path,
        payload: { scheduleId: id, name, ...facts },
      },
    })
  }
}
