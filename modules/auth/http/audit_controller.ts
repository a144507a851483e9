import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { presentAuditEntry } from './presenters.ts'
import { listAuditQuery } from './validators.ts'
import { ReadAudit } from '../services/read_audit.ts'

@singleton()
export default class AuditController {
  constructor(private readAudit: ReadAudit) {}

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, success, ...filter } = input(ctx, listAuditQuery)
    const { entries, ...page } = await this.readAudit.run(principalOf(ctx), {
      ...filter,
      limit,
      success: success === undefined ? undefined : success === 'true',
    })
    answer(ctx, { entries: entries.map(presentAuditEntry), ...page })
  }
}
