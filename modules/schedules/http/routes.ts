import type { HttpRouterService } from '@adonisjs/core/types'
import { access, on } from '#app/http/access'
import { idempotency } from '#app/http/idempotency/route_idempotency'
import { answers } from './schemas.ts'
import {
  createScheduleBody,
  listSchedulesQuery,
  previewQuery,
  scheduleParams,
} from './validators.ts'

const SchedulesController = () => import('./schedules_controller.ts')

const REALM_REFUSALS = ['NOT_FOUND', 'REALM_SCOPE_MISMATCH'] as const

const manage = { action: 'svc:ManageSchedule', on: on.looked('the path of the schedule') }
const read = { action: 'svc:ReadSchedule', on: on.looked('the path of the schedule') }
/** Each action names the permissions that its template needs. */
const act = [
  { action: 'svc:TransferFrom', on: on.looked('the source of a template that moves value') },
  { action: 'svc:ReceiveTo', on: on.looked('the target of such a template') },
]

export function scheduleRoutes(router: HttpRouterService) {
  router
    .post('/api/v1/schedules', [SchedulesController, 'store'])
    .access(access.actions(manage, ...act))
    .idempotent(idempotency.path('path'))
    .summary('Have a request made at its times, each time at a path of its own')
    .body(createScheduleBody)
    .operationPath('path')
    .example({ rule: 'FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9', timeZone: 'Europe/Berlin' })
    .answers(201, 'The schedule, with the time at which it runs next', answers.schedule)
    .refuses(...REALM_REFUSALS, 'IDEMPOTENCY_VIOLATION', 'CONFLICT')
  router
    .get('/api/v1/schedules', [SchedulesController, 'index'])
    .access(access.actions({ ...read, on: on.looked('each schedule; others are left out') }))
    .summary('The schedules of a realm, newest first')
    .query(listSchedulesQuery)
    .answers(200, 'A page of schedules', answers.schedules)
    .refuses(...REALM_REFUSALS)
  router
    .get('/api/v1/schedules/:id', [SchedulesController, 'show'])
    .access(access.actions(read))
    .summary('A schedule, and what came of its last 20 occurrences')
    .params(scheduleParams)
    .answers(200, 'The schedule and its last occurrences, newest first', answers.detail)
    .refuses(...REALM_REFUSALS)
  router
    .get('/api/v1/schedules/:id/preview', [SchedulesController, 'preview'])
    .operationId('previewSchedule')
    .access(access.actions(read))
    .summary('The next times of a schedule; of a paused one, as if it were resumed now')
    .params(scheduleParams)
    .query(previewQuery)
    .answers(200, 'The times, with the path of each', answers.preview)
    .refuses(...REALM_REFUSALS)
  router
    .post('/api/v1/schedules/:id/pause', [SchedulesController, 'pause'])
    .operationId('pauseSchedule')
    .access(access.actions(manage))
    .idempotent(idempotency.natural('A schedule that is paused stays as it is.'))
    .summary('Let a schedule do nothing; the times of its pause are passed over')
    .params(scheduleParams)
    .answers(200, 'The paused schedule', answers.schedule)
    .refuses(...REALM_REFUSALS, 'CONFLICT')
  router
    .post('/api/v1/schedules/:id/resume', [SchedulesController, 'resume'])
    .operationId('resumeSchedule')
    .access(access.actions(manage, ...act))
    .idempotent(idempotency.natural('A schedule that is active stays as it is.'))
    .summary('Let a paused schedule go on, with the permissions of whoever resumes it')
    .params(scheduleParams)
    .answers(200, 'The schedule, with its next time', answers.schedule)
    .refuses(...REALM_REFUSALS, 'CONFLICT')
  router
    .delete('/api/v1/schedules/:id', [SchedulesController, 'destroy'])
    .access(access.actions(manage))
    .summary('End a schedule for ever; its path stays used')
    .params(scheduleParams)
    .answers(200, 'The schedule, which has ended', answers.schedule)
    .refuses(...REALM_REFUSALS)
}
