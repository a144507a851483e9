import { of, type Glossary } from '#app/http/openapi/glossary'
import { exampleId } from '#app/http/openapi/host_glossary'

/** What the fields of schedules mean. */
export const SCHEDULES_GLOSSARY: Glossary = {
  'schedules.id': ['The schedule, by its id.', exampleId('sch')],
  'schedule': 'The schedule.',
  'schedules': 'The schedules, newest first.',
  'lastOccurrences': 'Its last 20 occurrences, newest first.',
  'times': 'The next times, in their order.',
  ...of(['Schedule', 'createSchedule'], {
    id: 'The schedule.',
    name: ['What people call it.', 'Rent'],
    path: [
      'Occurrence n is the operation at `<path>/<n>`, which is executed once for ever.',
      '/op/rent',
    ],
    rule: [
      'A recurrence rule of RFC 5545, on the clocks of `timeZone`; or `runAt`. A time that the clocks skip in spring runs an hour later, one that they show twice runs once.',
      'FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9',
    ],
    runAt: 'When it runs, once; or `rule`.',
    timeZone: ['A name of the IANA time zone database; UTC when it is left out.', 'Europe/Berlin'],
    action: ['The request that is made: `transfer`, `posting` or `payment_link`.', 'transfer'],
    template: [
      'The body of that request, without `realmId` and `path`.',
      { sourceObjectPath: '/users/u1/wallet', targetObjectPath: '/users/u2/wallet', amount: '5' },
    ],
    missed: [
      'What becomes of times at which no worker ran for five minutes: `run` (the first 24 of a row), or `skip`. Either way each time that is passed over is told as `schedule.skipped`.',
      'run',
    ],
  }),
  ...of('createSchedule', {
    startsAt:
      'The beginning of the rule (`DTSTART`): intervals are counted from it, and what the rule leaves open is taken from it. Now, when it is left out.',
  }),
  ...of('Schedule', {
    status: '`ended`: it makes no request any more.',
    statusReason:
      'Why it is paused or has ended. `credential_ended`: whoever it acted for may act no more; who resumes it takes their place.',
    nextRunAt: 'When it runs next; null while it is paused, and when it has ended.',
    occurrenceCount: 'How many occurrences have come.',
    actor: 'For whom it acts, with the permissions that they have at the time.',
    type: 'What kind of caller.',
  }),
  ...of(['ScheduleOccurrence', 'ScheduleTime'], {
    number: 'Its number, from 1.',
    path: 'The path of its operation.',
    scheduledAt: 'The time at which it is due.',
    status:
      '`retrying`: it lacked funds, and is tried again after 15 minutes, 1, 4 and 24 hours. `failed`: it was refused.',
    attempts: 'How often it was tried.',
    nextAttemptAt: 'When it is tried again.',
    operationId: 'The operation that it made.',
    code: 'The error of its last attempt, or why it was skipped: MISSED, PAUSED, ENDED.',
    message: 'The same in words.',
    endedAt: 'When it was executed, failed or was skipped.',
  }),
  ...of('listSchedules', { status: 'In this status only.' }),
  ...of('previewSchedule', { count: 'How many times, at most 100.' }),
}
