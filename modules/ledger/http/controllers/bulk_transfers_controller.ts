import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { enveloped } from '#app/http/envelope'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { AnswerOnce } from '#app/http/idempotency/answer_once'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { recordPhase } from '#app/http/timing'
import { PostBulkTransfer, type BulkEntry } from '../../services/post_bulk_transfer.ts'
import { markReplay } from '../mark_replay.ts'
import { bulkTransferBody } from '../movement_validators.ts'
import { presentOperation } from '../presenters.ts'

@singleton()
export default class BulkTransfersController {
  constructor(
    private postBulkTransfer: PostBulkTransfer,
    private catalogue: ErrorCatalogue,
    private once: AnswerOnce
  ) {}

  /**
   * Each entry is replayed by its path. With an Idempotency-Key the whole answer is kept too, so
   * that the same key with other entries is refused. An answer with failed entries is not kept,
   * because a retry tries those again.
   */
  async store(ctx: HttpContext) {
    const { realmId, mode, transfers } = input(ctx, bulkTransferBody)
    await this.once.run(ctx, {
      run: async () => {
        const { entries, timing } = await this.postBulkTransfer.run(principalOf(ctx), {
          realmId,
          mode,
          transfers,
        })
        if (timing) {
          recordPhase(ctx, 'queue', timing.queueMs)
          recordPhase(ctx, 'group', timing.groupMs)
          recordPhase(ctx, 'commit', timing.commitMs)
        }
        const replayed = entries.every(({ result }) => 'operation' in result && result.replayed)
        markReplay(ctx, replayed)
        return entries
      },
      reply: (entries) =>
        enveloped({ mode, results: entries.map((entry) => this.#present(entry)) }, 201),
      isFinal: (entries) => entries.every(({ result }) => 'operation' in result),
    })
  }

  #present({ path, result }: BulkEntry) {
    if ('refusal' in result) {
      const { code, details } = result.refusal
      const { message } = this.catalogue.told(result.refusal)
      return { path, status: 'failed', error: { code, message, ...(details && { details }) } }
    }
    const { operation, replayed, fee } = result
    return {
      path,
      status: replayed ? 'replayed' : operation.state,
      operation: presentOperation(operation),
      ...(fee && { fee }),
    }
  }
}
