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
import { LiftHalt } from '../services/lift_halt.ts'
import { RealmHalts } from '../services/realm_halts.ts'
import { HaltStore } from '../storage/halt_store.ts'
import { haltBody, realmParams } from './sheet_validators.ts'

/** For platform admins: stops realms and lets them go on. Every halt stays on record. */
@singleton()
export default class HaltsController {
  constructor(
    private realms: RealmDirectory,
    private halts: RealmHalts,
    private lift: LiftHalt,
    private store: HaltStore,
    private once: AnswerOnce
  ) {}

  async show(ctx: HttpContext) {
    const realmId = await this.#realmId(ctx)
    const history = await this.store.history(realmId)
    answer(ctx, {
      realmHalt: present(await this.halts.of(realmId)),
      history: history.map(({ id, type, source, reason, by, since, clearedBy, clearedAt }) => ({
        id,
        type,
        source,
        reason,
        raisedBy: by,
        raisedAt: toRfc3339(since),
        clearedBy,
        clearedAt: clearedAt && toRfc3339(clearedAt),
      })),
    })
  }

  async raise(ctx: HttpContext) {
    const realmId = await this.#realmId(ctx)
    const { type, reason } = input(ctx, haltBody)
    const admin = principalOf(ctx)
    const cause = { type, reason, by: admin.builderId, source: 'admin' } as const
    await this.once.run<ActiveHalt>(ctx, {
      run: (keep) => this.halts.raise(realmId, cause, admin, keep),
      reply: (halt) => enveloped({ realmHalt: present(halt) }, 201),
    })
  }

  /** A realm that the service has stopped for a reason that still holds is stopped again. */
  async clear(ctx: HttpContext) {
    const realmId = await this.#realmId(ctx)
    await this.lift.run(realmId, principalOf(ctx))
    answer(ctx, { realmHalt: present(await this.halts.of(realmId)) })
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
