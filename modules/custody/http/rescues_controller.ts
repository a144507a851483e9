import type { HttpContext } from '@adonisjs/core/http'
import { toRfc3339 } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { realmNotFound } from '#app/http/errors/service_error'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { RealmDirectory } from '#modules/ledger/index'
import { AskRescue } from '../services/ask_rescue.ts'
import { ReadRescues } from '../services/read_rescues.ts'
import { timeOf } from '../services/show_frozen.ts'
import type { StoredRescue } from '../storage/rescue_store.ts'
import { rescueBody } from './rescue_validators.ts'
import { realmParams } from './sheet_validators.ts'

/** For platform admins: what came to pools by mistake, and is to go where it belongs. */
@singleton()
export default class RescuesController {
  constructor(
    private realms: RealmDirectory,
    private ask: AskRescue,
    private read: ReadRescues,
    private once: AnswerOnce
  ) {}

  async index(ctx: HttpContext) {
    const rescues = await this.read.ofRealm(await this.#realmId(ctx))
    answer(ctx, { rescues: rescues.map((rescue) => this.#present(rescue)) })
  }

  async store(ctx: HttpContext) {
    const realmId = await this.#realmId(ctx)
    const { amount, ...body } = input(ctx, rescueBody)
    const command = { ...body, realmId, amount: BigInt(amount) }
    await this.once.run<StoredRescue>(ctx, {
      run: (keep) => this.ask.run(principalOf(ctx), command, keep),
      reply: (rescue) => enveloped({ rescue: this.#present(rescue) }, 201),
    })
  }

  #present(rescue: StoredRescue) {
    return {
      id: rescue.id,
      rescueHash: rescue.rescueHash,
      assetAddress: rescue.asset,
      amount: String(rescue.amount),
      destinationAddress: rescue.destination,
      fromAddress: rescue.place,
      state: this.read.shown(rescue),
      executableAt: timeOf(rescue.ripeAt),
      misfit: rescue.misfit,
      askedBy: rescue.askedBy,
      createdAt: toRfc3339(rescue.createdAt),
    }
  }

  async #realmId(ctx: HttpContext): Promise<string> {
    const { realmId } = input(ctx, realmParams)
    if (!(await this.realms.find(realmId))) throw realmNotFound(realmId)
    return realmId
  }
}
