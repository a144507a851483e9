import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { APPROVAL_LIMITS } from '../limits.ts'
import { ReadApprovals } from '../services/read_approvals.ts'
import { presentApproval } from './presenters.ts'
import { approvalParams, listApprovalsQuery } from './validators.ts'

@singleton()
export default class ApprovalsController {
  constructor(private read: ReadApprovals) {}

  async index(ctx: HttpContext) {
    const principal = principalOf(ctx)
    const { limit = APPROVAL_LIMITS.listDefault, ...query } = input(ctx, listApprovalsQuery)
    const { approvals, ...page } = await this.read.list(principal, { ...query, limit })
    answer(ctx, {
      approvals: approvals.map((each) => presentApproval(each, principal)),
      ...page,
    })
  }

  async show(ctx: HttpContext) {
    const principal = principalOf(ctx)
    const shown = await this.read.one(principal, input(ctx, approvalParams).id)
    answer(ctx, { approval: presentApproval(shown, principal) })
  }
}
