import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import type { Monitor } from '../core/monitor.ts'
import { CreateMonitor } from '../services/create_monitor.ts'
import { DeleteMonitor } from '../services/delete_monitor.ts'
import { FindMonitor } from '../services/find_monitor.ts'
import { ListMonitors } from '../services/list_monitors.ts'
import { presentMonitor } from './present_monitor.ts'
import { createMonitorBody, listMonitorsQuery, monitorParams } from './validators.ts'

@singleton()
export default class MonitorsController {
  constructor(
    private createMonitor: CreateMonitor,
    private listMonitors: ListMonitors,
    private findMonitor: FindMonitor,
    private deleteMonitor: DeleteMonitor,
    private once: AnswerOnce
  ) {}

  async store(ctx: HttpContext) {
    await this.once.run<Monitor>(ctx, {
      run: (keep) => this.createMonitor.run(principalOf(ctx), input(ctx, createMonitorBody), keep),
      reply: (monitor) => enveloped({ monitor: presentMonitor(monitor) }, 201),
    })
  }

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...query } = input(ctx, listMonitorsQuery)
    const { page, ...rest } = await this.listMonitors.run(principalOf(ctx), { ...query, limit })
    answer(ctx, { monitors: page.map(presentMonitor), ...rest })
  }

  async show(ctx: HttpContext) {
    const monitor = await this.findMonitor.run(principalOf(ctx), input(ctx, monitorParams).id)
    answer(ctx, { monitor: presentMonitor(monitor) })
  }

  async destroy(ctx: HttpContext) {
    await this.deleteMonitor.run(principalOf(ctx), input(ctx, monitorParams).id)
    answer(ctx, { deleted: true })
  }
}
