import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce, type KeepKey } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { ChangeFeed } from '../services/change_feed.ts'
import { DelistMarket } from '../services/delist_market.ts'
import { ForkFeed } from '../services/fork_feed.ts'
import { LoadTape } from '../services/load_tape.ts'
import { MoveClock } from '../services/move_clock.ts'
import { ReadSimFeed, type SimFeedView } from '../services/read_sim_feed.ts'
import { SetFault } from '../services/set_fault.ts'
import { StepTick } from '../services/step_tick.ts'
import type { SimCommand } from '../core/feed/sim_command.ts'
import type { StoredFeed } from '../storage/feed_store.ts'
import {
  clockBody,
  faultBody,
  feedModeBody,
  forkBody,
  fundingBody,
  liquidityBody,
  marketParams,
  pricesBody,
  replayBody,
  simBody,
  simQuery,
} from './feed_validators.ts'
import { presentSimFeed } from './sim_presenters.ts'
import { clockRequest, liquidityCommand, priceCommand } from './sim_requests.ts'

type Change = (keep: KeepKey) => Promise<StoredFeed>

@singleton()
export default class SimController {
  constructor(
    private readFeed: ReadSimFeed,
    private forkFeed: ForkFeed,
    private changeFeed: ChangeFeed,
    private moveClock: MoveClock,
    private stepTick: StepTick,
    private setFault: SetFault,
    private loadTape: LoadTape,
    private delistMarket: DelistMarket,
    private once: AnswerOnce
  ) {}

  async show(ctx: HttpContext) {
    const { realmId } = input(ctx, simQuery)
    answer(ctx, presentSimFeed(await this.readFeed.run(principalOf(ctx), realmId)))
  }

  async fork(ctx: HttpContext) {
    const request = input(ctx, forkBody)
    const { realmId } = request
    const work: Change = (keep) => this.forkFeed.run(principalOf(ctx), request, keep)
    await this.#once(ctx, realmId, work, 201)
  }

  async mode(ctx: HttpContext) {
    const { realmId, mode } = input(ctx, feedModeBody)
    await this.#change(ctx, realmId, { type: 'set_mode', mode })
  }

  async clock(ctx: HttpContext) {
    const { realmId, ...body } = input(ctx, clockBody)
    const request = clockRequest(body)
    await this.#once(ctx, realmId, (keep) => {
      return this.moveClock.run(principalOf(ctx), realmId, request, keep)
    })
  }

  async prices(ctx: HttpContext) {
    const { realmId, ...body } = input(ctx, pricesBody)
    await this.#change(ctx, realmId, priceCommand(body))
  }

  async liquidity(ctx: HttpContext) {
    const { realmId, ...body } = input(ctx, liquidityBody)
    await this.#change(ctx, realmId, liquidityCommand(body))
  }

  async faults(ctx: HttpContext) {
    const { realmId, ...request } = input(ctx, faultBody)
    await this.#once(ctx, realmId, (keep) => {
      return this.setFault.run(principalOf(ctx), realmId, request, keep)
    })
  }

  async funding(ctx: HttpContext) {
    const { realmId, market, rate } = input(ctx, fundingBody)
    await this.#change(ctx, realmId, { type: 'set_funding', market, rate })
  }

  async replay(ctx: HttpContext) {
    const { realmId, market, candles, loop = false } = input(ctx, replayBody)
    const tape = candles.map(({ t, o, h, l, c }) => ({
      timeMs: t,
      open: o,
      high: h,
      low: l,
      close: c,
    }))
    const request = { market, candles: tape, loops: loop }
    await this.#once(ctx, realmId, (keep) => {
      return this.loadTape.run(principalOf(ctx), realmId, request, keep)
    })
  }

  async delist(ctx: HttpContext) {
    const { realmId } = input(ctx, simBody)
    const { market } = input(ctx, marketParams)
    await this.#once(ctx, realmId, (keep) => {
      return this.delistMarket.run(principalOf(ctx), realmId, market, keep)
    })
  }

  async tick(ctx: HttpContext) {
    const { realmId } = input(ctx, simBody)
    await this.#once(ctx, realmId, (keep) => {
      return this.stepTick.run(principalOf(ctx), realmId, keep)
    })
  }

  async #change(ctx: HttpContext, realmId: string, command: SimCommand) {
    await this.#once(ctx, realmId, (keep) => {
      return this.changeFeed.run(principalOf(ctx), realmId, command, keep)
    })
  }

  /**
   * The view of a feed is read after the change. A repetition whose answer was never stored reads
   * it again.
   */
  async #once(ctx: HttpContext, realmId: string, change: Change, status = 200) {
    await this.once.run<SimFeedView>(ctx, {
      run: async (keep) => this.readFeed.view(await change(keep)),
      reply: (view) => enveloped(presentSimFeed(view), status),
      again: () => this.readFeed.run(principalOf(ctx), realmId),
    })
  }
}
