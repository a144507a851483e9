import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { ServiceError } from '#app/http/errors/service_error'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { parseUsd } from '#app/money/usd'
import { isNotThereYet } from '../services/chain_patience.ts'
import { passThrough } from '../services/pass_through.ts'
import { CustodyChain } from '../services/custody_chain.ts'
import { GiveTestMoney } from '../services/give_test_money.ts'
import { faucetBody } from './validators.ts'

/** Helpers for people who develop against the service; never mounted in production. */
@singleton()
export default class DevChainController {
  constructor(
    private chain: CustodyChain,
    private testMoney: GiveTestMoney,
    private once: AnswerOnce
  ) {}

  async show(ctx: HttpContext) {
    const { settings, plan } = this.chain
    const { chainId, confirmations } = settings
    const base = app.config.get<string>('custody.appUrl').replace(/\/$/, '')
    const rpcUrl = `${base}/dev/chain/rpc`
    const { token: tokenAddress, liveToken: liveTokenAddress } = plan
    answer(ctx, { rpcUrl, chainId, tokenAddress, liveTokenAddress, confirmations })
  }

  async rpc(ctx: HttpContext) {
    ctx.response.send(await passThrough(this.chain.provider, ctx.request.raw() ?? ''))
  }

  async faucet(ctx: HttpContext) {
    this.chain.require()
    const { address, amount } = input(ctx, faucetBody)
    try {
      await this.once.run(ctx, {
        run: (_keep, name) => this.testMoney.run(address, parseUsd(amount), name ?? undefined),
        reply: (given) => enveloped(given, 201),
      })
    } catch (error) {
      if (!isNotThereYet(error)) throw error
      throw new ServiceError('CHAIN_UNAVAILABLE', { cause: error })
    }
  }
}
