import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LIMITS } from '#app/limits'
import { presentSessionOf } from './presenters.ts'
import { pageQuery, sessionParams } from './validators.ts'
import { EndSession } from '../services/end_session.ts'
import { ListSessions } from '../services/list_sessions.ts'

/** Lists and ends the sessions of a builder. */
@singleton()
export default class SessionsController {
  constructor(
    private listSessions: ListSessions,
    private endSession: EndSession
  ) {}

  async index(ctx: HttpContext) {
    const { limit = LIMITS.listDefault, ...asked } = input(ctx, pageQuery)
    const principal = principalOf(ctx)
    const { sessions, ...page } = await this.listSessions.run(principal, { ...asked, limit })
    const current = principal.sessionId
    answer(ctx, { sessions: sessions.map((each) => presentSessionOf(each, current)), ...page })
  }

  async destroy(ctx: HttpContext) {
    await this.endSession.run(principalOf(ctx), input(ctx, sessionParams).id)
    answer(ctx, { ended: true })
  }
}
