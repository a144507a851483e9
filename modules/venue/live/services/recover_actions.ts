import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { PostComposed } from '#modules/ledger/index'
import { VENUE_LIMITS } from '../../limits.ts'
import { LiveAccountStore } from '../storage/live_account_store.ts'
import { LiveActionStore, type StoredAction } from '../storage/live_action_store.ts'
import { BookAction } from './book_action.ts'
import { newOrders } from '../core/plan.ts'
import { bodyOf } from './live_action.ts'
import { LiveConnection } from './live_connection.ts'
import { LivePrices } from './live_prices.ts'
import { ReadReports } from './read_reports.ts'
import { ReturnCash } from './return_cash.ts'
import { SendAction } from './send_action.ts'

const AT_A_TIME = 50

/**
 * Ends what a dead process left unfinished: an action whose answer was lost is looked up, and its
 * result is booked under the path that it was asked for with.
 */
@singleton()
export class RecoverActions {
  constructor(
    private clock: Clock,
    private connection: LiveConnection,
    private actions: LiveActionStore,
    private accounts: LiveAccountStore,
    private send: SendAction,
    private book: BookAction,
    private reader: ReadReports,
    private prices: LivePrices,
    private poster: PostComposed,
    private returns: ReturnCash,
    private log: Logger
  ) {}

  async run(): Promise<void> {
    if (!this.connection.current) return
    const nowMs = this.clock.nowMs()
    for (const action of await this.actions.takeDue(
      nowMs,
      nowMs + VENUE_LIMITS.liveActionAgainMs,
      AT_A_TIME
    )) {
      await this.#finish(action).catch((error: unknown) => {
        this.log.warn({ action: action.id, error: String(error) }, 'a live action is still open')
      })
    }
  }

  async #finish(action: StoredAction): Promise<void> {
    const account = await this.accounts.find(action.objectId)
    const body = bodyOf(action)
    if (body.kind === 'cash' && body.deletionId !== undefined) {
      return this.returns.run(action, body.deletionId)
    }
    if (!account || body.kind !== 'command') return
    // The action was stored and never sent: its caller got no answer, and may ask again.
    if (action.state === 'stored') {
      return this.actions.discard(
        action.id,
        newOrders(body.plan).map(({ cloid }) => cloid)
      )
    }
    const result = await this.send.look(action.id, account)
    if (!result) return
    const { realmId, objectId } = action
    const { caller, path, opType, operationId } = body
    const companion = this.book.companion({
      id: action.id,
      realmId,
      objectId,
      body,
      result,
      inputs: await this.prices.inputs(0),
      operationId,
      reports: await this.reader.fills(account),
    })
    const command = {
      realmId,
      path,
      type: opType,
      objectId,
      operationId,
      inputs: caller.inputs,
      request: caller.request,
    }
    try {
      await this.poster.command(caller.principal as Principal, command, companion)
      // A replay composes nothing, because another run has booked the action.
      await this.actions.end(action.id)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === 'UNAVAILABLE') throw error
      this.log.error({ action: action.id, code: error.code }, 'a live action could not be booked')
      await this.actions.end(action.id)
    }
  }
}
