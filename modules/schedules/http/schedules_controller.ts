import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import type { Schedule } from '../core/schedule.ts'
import { SCHEDULE_LIMITS } from '../limits.ts'
import { ChangeSchedule } from '../services/change_schedule.ts'
import { CreateSchedule } from '../services/create_schedule.ts'
import { ListSchedules } from '../services/list_schedules.ts'
import { ReadSchedule } from '../services/read_schedule.ts'
import { presentOccurrence, presentSchedule, presentTime } from './presenters.ts'
import {
  createScheduleBody,
  listSchedulesQuery,
  previewQuery,
  scheduleParams,
} from './validators.ts'

@singleton()
export default class SchedulesController {
  constructor(
    private create: CreateSchedule,
    private list: ListSchedules,
    private read: ReadSchedule,
    private change: ChangeSchedule
  ) {}

  async store(ctx: HttpContext) {
    const made = await this.create.run(principalOf(ctx), input(ctx, createScheduleBody))
    if (made.replayed) ctx.response.header('idempotent-replayed', 'true')
    answer(ctx, { schedule: presentSchedule(made.schedule) }, 201)
  }

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...query } = input(ctx, listSchedulesQuery)
    const { schedules, ...page } = await this.list.run(principalOf(ctx), { ...query, limit })
    answer(ctx, { schedules: schedules.map(presentSchedule), ...page })
  }

  async show(ctx: HttpContext) {
    const { id } = input(ctx, scheduleParams)
    const { schedule, lastOccurrences } = await this.read.run(principalOf(ctx), id)
    answer(ctx, {
      schedule: presentSchedule(schedule),
      lastOccurrences: lastOccurrences.map((each) => presentOccurrence(schedule, each)),
    })
  }

  async preview(ctx: HttpContext) {
    const { id } = input(ctx, scheduleParams)
    const { count = SCHEDULE_LIMITS.previewDefault } = input(ctx, previewQuery)
    const { schedule, times } = await this.read.preview(principalOf(ctx), id, count)
    answer(ctx, { times: times.map((each) => presentTime(schedule, each)) })
  }

  async pause(ctx: HttpContext) {
    const { id } = input(ctx, scheduleParams)
    this.#changed(ctx, await this.change.pause(principalOf(ctx), id))
  }

  async resume(ctx: HttpContext) {
    const { id } = input(ctx, scheduleParams)
    this.#changed(ctx, await this.change.resume(principalOf(ctx), id))
  }

  async destroy(ctx: HttpContext) {
    const { id } = input(ctx, scheduleParams)
    this.#changed(ctx, await this.change.end(principalOf(ctx), id))
  }

  #changed(ctx: HttpContext, schedule: Schedule) {
    answer(ctx, { schedule: presentSchedule(schedule) })
  }
}
