import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { singleton } from '#app/extension/singleton'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { secureHtml } from '#app/http/secure_html'
import { LIMITS } from '#app/limits'
import { ReadBoundaries } from '../services/read_boundaries.ts'
import { ReadRecoveryKit } from '../services/read_recovery_kit.ts'
import { RegisterRecoveryKey, type RegisteredKey } from '../services/register_recovery_key.ts'
import {
  boundariesQuery,
  boundaryQuery,
  boundaryParams,
  exchangeObjectsQuery,
  recoveryKeyBody,
  recoveryKitQuery,
} from './boundary_validators.ts'

/** Custody answers are bare objects, without the success envelope. */
@singleton()
export default class BoundariesController {
  constructor(
    private boundaries: ReadBoundaries,
    private kits: ReadRecoveryKit,
    private recoveryKeys: RegisterRecoveryKey,
    private once: AnswerOnce
  ) {}

  async index(ctx: HttpContext) {
    const { realmId, limit = LIMITS.listDefault, cursor } = input(ctx, boundariesQuery)
    ctx.response.send(await this.boundaries.list(principalOf(ctx), realmId, { limit, cursor }))
  }

  async show(ctx: HttpContext) {
    const { realmId } = input(ctx, boundaryQuery)
    const { boundaryId } = input(ctx, boundaryParams)
    ctx.response.send(await this.boundaries.show(principalOf(ctx), realmId, boundaryId))
  }

  async exchangeObjects(ctx: HttpContext) {
    const query = input(ctx, exchangeObjectsQuery)
    const { realmId, boundaryId, limit = LIMITS.listDefault, cursor } = query
    const page = { boundaryId, limit, cursor }
    ctx.response.send(await this.boundaries.exchangeObjects(principalOf(ctx), realmId, page))
  }

  async recoveryKit(ctx: HttpContext) {
    const { realmId, boundaryId, format = 'json' } = input(ctx, recoveryKitQuery)
    const read = await this.kits.run(principalOf(ctx), realmId, boundaryId)
    const { chainId, ...rest } = read
    const kit = { chainId, rpcUrlHint: rpcUrlHint(), ...rest }
    if (format === 'json') return ctx.response.send(kit)
    const text = JSON.stringify({ ...kit, look: this.kits.look(read) })
    secureHtml(ctx)
    // It is opened from a disk: here it would have no right to its own script.
    ctx.response.header('content-disposition', `attachment; filename="recovery-${boundaryId}.html"`)
    ctx.response.send(await ctx.view.render('custody::recovery_kit', { kit, text }))
  }

  async recoveryKey(ctx: HttpContext) {
    await this.once.run<RegisteredKey>(ctx, {
      run: (_keep, name) => {
        const command = { ...input(ctx, recoveryKeyBody), name }
        return this.recoveryKeys.run(principalOf(ctx), command)
      },
      reply: (key) => ({ status: key.recoveryKey === null ? 202 : 200, body: key }),
    })
  }
}

/**
 * Where a developer's wallet reaches the chain. None in production: any node of the chain serves, and
 * the address of the service's own may hold a key.
 */
function rpcUrlHint(): string | null {
  if (app.inProduction) return null
  return `${app.config.get<string>('custody.appUrl').replace(/\/$/, '')}/dev/chain/rpc`
}
