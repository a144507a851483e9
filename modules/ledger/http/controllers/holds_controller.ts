import type { HttpContext } from '@adonisjs/core/http'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { answer } from '#app/http/envelope'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { LEDGER_LIMITS } from '../../limits.ts'
import type { Operation } from '../../core/terms.ts'
import { CaptureHold } from '../../services/capture_hold.ts'
import { ChangeHold } from '../../services/change_hold.ts'
import { PlaceHold } from '../../services/place_hold.ts'
import { ReadHolds } from '../../services/read_holds.ts'
import {
  captureHoldBody,
  extendHoldBody,
  holdParams,
  listHoldsQuery,
  openHoldBody,
  releaseHoldBody,
} from '../hold_validators.ts'
import { markReplay } from '../mark_replay.ts'
import { presentHold } from '../present_hold.ts'
import { presentOperation } from '../presenters.ts'
import { namedRealmQuery } from '../validators.ts'

@singleton()
export default class HoldsController {
  constructor(
    private place: PlaceHold,
    private captureHold: CaptureHold,
    private change: ChangeHold,
    private read: ReadHolds,
    private clock: Clock
  ) {}

  async store(ctx: HttpContext) {
    this.#changed(ctx, await this.place.run(principalOf(ctx), input(ctx, openHoldBody)))
  }

  async capture(ctx: HttpContext) {
    const command = { ...input(ctx, captureHoldBody), ...input(ctx, holdParams) }
    const { fee, ...changed } = await this.captureHold.run(principalOf(ctx), command)
    this.#changed(ctx, changed, { fee })
  }

  async release(ctx: HttpContext) {
    const command = { ...input(ctx, releaseHoldBody), ...input(ctx, holdParams) }
    this.#changed(ctx, await this.change.release(principalOf(ctx), command))
  }

  async extend(ctx: HttpContext) {
    const { expiresInSeconds: seconds, ...body } = input(ctx, extendHoldBody)
    const command = { ...body, ...input(ctx, holdParams), seconds }
    this.#changed(ctx, await this.change.extend(principalOf(ctx), command))
  }

  async show(ctx: HttpContext) {
    const named = { ...input(ctx, namedRealmQuery), ...input(ctx, holdParams) }
    const hold = await this.read.one(principalOf(ctx), named)
    answer(ctx, { hold: presentHold(hold, this.clock.nowMicros()) })
  }

  async index(ctx: HttpContext) {
    const { limit, ...query } = input(ctx, listHoldsQuery)
    const { holds, ...page } = await this.read.list(principalOf(ctx), {
      ...query,
      limit: limit ?? LEDGER_LIMITS.journalListDefault,
    })
    const now = this.clock.nowMicros()
    answer(ctx, { holds: holds.map((hold) => presentHold(hold, now)), ...page })
  }

  #changed(
    ctx: HttpContext,
    { operation, replayed }: { operation: Operation; replayed: boolean },
    more: object = {}
  ) {
    markReplay(ctx, replayed)
    answer(ctx, { operation: presentOperation(operation), ...more }, 201)
  }
}
