import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { toRfc3339 } from '#app/clock/timestamp'
import { answer, enveloped } from '#app/http/envelope'
import { realmNotFound } from '#app/http/errors/service_error'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { RealmDirectory } from '#modules/ledger/index'
import type { ActiveHalt } from '../core/realm_halt.ts'
import { CustodyServices } from '../services/custody_services.ts'
import { haltBody, realmParams } from './sheet_validators.ts'

/** For platform admins: stops realms and lets them go on. Every halt stays on record. */
@singleton()
export default class HaltsController {
  constructor(
    private realms: RealmDirectory,
    private services: CustodyServices,
    private once: AnswerOnce
  ) {}

  async show(ctx: HttpContext) {
    const realmId = await this.#realmId(ctx)
    const { halts, haltStore } = this.services.books
    const history = await haltStore.history(realmId)
    answer(ctx, {
      realmHalt: present(await halts.of(realmId)),
      history: history.map(({ raisedAt, clearedAt, ...halt }) => ({
        ...halt,
        raisedAt: toRfc3339(raisedAt),
        clearedAt: clearedAt === null ? null : toRfc3339(clearedAt),
      })),
    })
  }

  async raise(ctx: HttpContext) {
    const realmId = await this.#realmId(ctx)
    const { type, reason } = input(ctx, haltBody)
    const admin = principalOf(ctx)
    const cause = { type, reason, by: admin.builderId, source: 'admin' } as const
    const { halts } = this.services.books
    await this.once.run<ActiveHalt>(ctx, {
      run: (keep) => halts.raise(realmId, cause, admin, keep),
      reply: (halt) => enveloped({ realmHalt: present(halt) }, 201),
    })
  }

  /** A realm that the service has stopped for a reason that still holds is stopped again. */
  async clear(ctx: HttpContext) {
    const realmId = await this.#realmId(ctx)
    const { halts } = this.services.books
    const admin = principalOf(ctx)
    await halts.clear(realmId, admin.builderId, admin)
    answer(ctx, { realmHalt: present(await halts.of(realmId)) })
  }

  async #realmId(ctx: HttpContext): Promise<string> {
    const { realmId } = input(ctx, realmParams)
    if (!(await this.realms.find(realmId))) throw realmNotFound(realmId)
    return realmId
  }
}

function present(halt: ActiveHalt | null) {
  return halt && { type: halt.type, since: toRfc3339(halt.since) }
}
