import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { answer, enveloped } from '#app/http/envelope'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { recordPhase } from '#app/http/timing'
import { OpenDeposit } from '../../services/open_deposit.ts'
import { PostTransfer } from '../../services/post_transfer.ts'
import { DrawNonce } from '../../services/draw_nonce.ts'
import type { ReservedNonce } from '../../services/reserve_nonce.ts'
import { markReplay } from '../mark_replay.ts'
import { presentOperation } from '../presenters.ts'
import { transferBody } from '../movement_validators.ts'
import { fundAccountBody, nonceBody } from '../validators.ts'

@singleton()
export default class MovementsController {
  constructor(
    private postTransfer: PostTransfer,
    private openDeposit: OpenDeposit,
    private drawNonce: DrawNonce,
    private once: AnswerOnce
  ) {}

  async transfer(ctx: HttpContext) {
    const { dryRun = false, ...command } = input(ctx, transferBody)
    const moved = await this.postTransfer.run(principalOf(ctx), command, dryRun)
    const { queueMs, groupMs, commitMs } = moved.timing
    recordPhase(ctx, 'queue', queueMs)
    recordPhase(ctx, 'group', groupMs)
    recordPhase(ctx, 'commit', commitMs)
    markReplay(ctx, moved.replayed)
    const operation = presentOperation(moved.operation)
    const data = { operation, ...(moved.fee && { fee: moved.fee }) }
    if (dryRun) answer(ctx, { ...data, dryRun })
    else answer(ctx, data, 201)
  }

  async fund(ctx: HttpContext) {
    const opened = await this.openDeposit.run(principalOf(ctx), input(ctx, fundAccountBody))
    markReplay(ctx, opened.replayed)
    const { event, instructions } = opened
    answer(ctx, { operation: presentOperation(opened.operation), event, ...instructions }, 201)
  }

  async nonce(ctx: HttpContext) {
    const { realmId, prefix, separator } = input(ctx, nonceBody)
    const command = { realmId, prefix, separator }
    await this.once.run<ReservedNonce>(ctx, {
      run: (keep) => this.drawNonce.run(principalOf(ctx), command, keep),
      reply: (reserved) => enveloped(reserved),
    })
  }
}
