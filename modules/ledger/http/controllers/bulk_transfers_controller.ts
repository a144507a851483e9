import { inject } from '@adonisjs/core'
import type { HttpContext } from '@adonisjs/core/http'
import { answer } from '#app/http/envelope'
import { ErrorCatalogue } from '#app/http/errors/catalogue'
import { input } from '#app/http/input'
import { principalOf } from '#app/http/middleware/declared_route_middleware'
import { recordPhase } from '#app/http/timing'
import { PostBulkTransfer, type BulkEntry } from '#modules/ledger/services/post_bulk_transfer'
import { markReplay } from '#modules/ledger/http/mark_replay'
import { bulkTransferBody } from '#modules/ledger/http/movement_validators'
import { presentOperation } from '#modules/ledger/http/presenters'

@inject()
export default class BulkTransfersController {
  constructor(
    private postBulkTransfer: PostBulkTransfer,
    private catalogue: ErrorCatalogue
  ) {}

  async store(ctx: HttpContext) {
    const { realmId, mode, transfers } = input(ctx, bulkTransferBody)
    const command = { realmId, mode, transfers }
    const { entries, timing } = await this.postBulkTransfer.run(principalOf(ctx), command)
    if (timing) {
      recordPhase(ctx, 'queue', timing.queueMs)
      recordPhase(ctx, 'group', timing.groupMs)
      recordPhase(ctx, 'commit', timing.commitMs)
    }
    markReplay(
      ctx,
      entries.every(({ result }) => 'operation' in result && result.replayed)
    )
    const results = entries.map((entry) => this.#present(entry))
    answer(ctx, { mode, results }, 201)
  }

  #present({ path, result }: BulkEntry) {
    if ('refusal' in result) {
      const { code, options, details } = result.refusal
      const message = options.message ?? this.catalogue.find(code)?.message
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
