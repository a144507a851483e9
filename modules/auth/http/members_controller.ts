import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { presentMember } from './presenters.ts'
import { changeMemberBody, memberParams, pageQuery } from './validators.ts'
import { ChangeMember } from '../services/change_member.ts'
import { ReadMembers } from '../services/read_members.ts'
import { RemoveMember } from '../services/remove_member.ts'

/** Lists the members of an organization, gives them roles, and removes them. */
@singleton()
export default class MembersController {
  constructor(
    private readMembers: ReadMembers,
    private changeMember: ChangeMember,
    private removeMember: RemoveMember
  ) {}

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...asked } = input(ctx, pageQuery)
    const principal = principalOf(ctx)
    const { members, ...page } = await this.readMembers.members(principal, { ...asked, limit })
    answer(ctx, { members: members.map((each) => presentMember(each, principal)), ...page })
  }

  async update(ctx: HttpContext) {
    const { id } = input(ctx, memberParams)
    const { role } = input(ctx, changeMemberBody)
    const principal = principalOf(ctx)
    const member = await this.changeMember.run(principal, id, role)
    answer(ctx, { member: presentMember(member, principal) })
  }

  async destroy(ctx: HttpContext) {
    await this.removeMember.run(principalOf(ctx), input(ctx, memberParams).id)
    answer(ctx, { removed: true })
  }
}
