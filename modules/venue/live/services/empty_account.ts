import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import type { Companion } from '#modules/ledger/extension/companion'
import type { EmptyingOptions, EmptyingProgress } from '#modules/ledger/extension/object_deletion'
import { closeAccount } from '../../core/engine/cash.ts'
import type { TradingCommand } from '../../core/engine/commands.ts'
import type { Inputs } from '../../core/engine/market_inputs.ts'
import { isRefusal } from '../../core/engine/order_terms.ts'
import type { Refusal } from '../../core/engine/refusals.ts'
import { VenueBooks } from '../../services/venue_books.ts'
import type { VenuePlace } from '../../core/venue_place.ts'
import { newOrders, type LivePlan } from '../core/plan.ts'
import { type LiveAccount, LiveAccountStore } from '../storage/live_account_store.ts'
import { LiveActionStore } from '../storage/live_action_store.ts'
import { bodyOf, hashOf, recordOf } from './live_action.ts'
import { LiveBooks } from './live_books.ts'
import { MoveCash } from './move_cash.ts'
import { PollAccount } from './poll_account.ts'
import { SendAction } from './send_action.ts'
import { StoreStep } from './store_step.ts'

const KEPT = 'The venue does not let the cash of the account go.'

/** The parts of the driver that emptying an account needs. */
export interface Emptying {
  plan: (command: TradingCommand, path: string) => Promise<LivePlan | Refusal>
  inputs: () => Promise<Inputs>
}

/**
 * Winds up the account of an object that is being deleted: orders end, positions are sold if the
 * caller asked for that, the cash goes home, the account ends. Each step is stored while the
 * deletion is pending or not sent at all, because an abandoned deletion leaves its owner an account
 * to trade with.
 */
@singleton()
export class EmptyAccount {
  constructor(
    private database: Database,
    private clock: Clock,
    private books: VenueBooks,
    private liveBooks: LiveBooks,
    private accounts: LiveAccountStore,
    private actions: LiveActionStore,
    private steps: StoreStep,
    private send: SendAction,
    private poll: PollAccount,
    private cash: MoveCash
  ) {}

  async run(
    place: VenuePlace,
    { liquidatePositions, operationId }: EmptyingOptions,
    emptying: Emptying
  ): Promise<EmptyingProgress> {
    const live = await this.accounts.find(place.objectId)
    if (!live) return { state: 'empty', cash: 0n }
    if (!(await this.#look(place)).account) {
      return { state: 'empty', cash: 0n, alongside: this.#unopened(place) }
    }
    await this.poll.run(live)
    // An action that is on its way to the venue may become an order or a position.
    if (await this.#waitsForOrders(place)) return { state: 'working' }
    const { account, orders } = await this.#look(place)
    if (!account) return { state: 'working' }
    const held = liquidatePositions ? Object.keys(account.positions) : []
    const winding = [
      ...(orders.length > 0 ? [cancelAll(place)] : []),
      ...held.map((market) => closePosition(place, market)),
    ]
    for (const command of winding) await this.#own(live, command, { operationId, emptying })
    const isFlat = Object.keys(account.positions).length === 0
    if (winding.length > 0 || !isFlat || account.crossCash < 0n) return { state: 'working' }
    const cash = account.crossCash
    const brought = await this.cash.bringHome(live, cash, operationId)
    if (brought === 'ended') return { state: 'working' }
    if (brought === 'refused') return { state: 'refused', message: KEPT }
    return { state: 'empty', cash, alongside: this.#closing(place, await emptying.inputs()) }
  }

  async #look({ realmId, objectId }: VenuePlace) {
    const { state } = await this.database.snapshot((session) => this.books.read(session, realmId))
    const orders = [...state.orders.values()].filter((order) => order.objectId === objectId)
    return { account: state.accounts.get(objectId), orders }
  }

  async #waitsForOrders({ objectId }: VenuePlace): Promise<boolean> {
    const underWay = await this.actions.underWay(objectId)
    return underWay.some((action) => bodyOf(action).kind === 'command')
  }

  #closing({ realmId, objectId }: VenuePlace, inputs: Inputs): Companion {
    return this.liveBooks.companion({
      realmId,
      inputs,
      work: async (draft, session) => {
        const refusal = draft.account(objectId) ? closeAccount(draft, objectId) : null
        if (refusal) return { refusal }
        await this.accounts.close(session, objectId)
        return null
      },
    })
  }

  /** Closes an account whose setup has not come to an end, so that the setup cannot finish later. */
  #unopened({ realmId, objectId }: VenuePlace): Companion {
    return {
      module: 'venue',
      compose: async (session) => {
        const { accounts } = await this.books.open(session, realmId)
        // The account was opened since it was looked at: the next run winds it up.
        if (accounts.has(objectId)) return { kind: 'refused', code: 'CONFLICT' }
        await this.accounts.close(session, objectId)
        return { kind: 'composed', entries: [] }
      },
      write: () => Promise.resolve(),
      committed: () => {},
    }
  }

  /** Runs a command of the service itself, as often as needed; its orders are sent once each. */
  async #own(
    live: LiveAccount,
    command: TradingCommand,
    { operationId: deletionId, emptying }: { operationId: string; emptying: Emptying }
  ): Promise<void> {
    const { objectId, realmId } = live
    const operationId = newId('op')
    const path = `/_system/venue/op/empty/${operationId}`
    const plan = await emptying.plan(command, path)
    if (isRefusal(plan)) return
    const principal = { actor: { type: 'system', id: 'venue' } as const }
    const inputs = { objectId, request: JSON.stringify(command.type) }
    const opType = command.type === 'cancel_all' ? 'cancel' : 'order'
    const caller = { principal, inputs, request: { objectId, command: command.type } }
    const nowMs = this.clock.nowMs()
    const stored = await this.steps.run(deletionId, {
      id: newId('op'),
      realmId,
      objectId,
      pathHash: hashOf(path),
      requestHash: hashOf(path),
      body: recordOf({ kind: 'command', path, opType, operationId, caller, plan }),
      nowMs,
      // The recovery of actions books it; the deletion only waits.
      dueAtMs: nowMs,
      orders: newOrders(plan),
    })
    if (stored) await this.send.carryOut(stored, live, { winding: true })
  }
}

function cancelAll({ objectId }: VenuePlace): TradingCommand {
  return { type: 'cancel_all', objectId, market: null }
}

function closePosition({ objectId }: VenuePlace, market: string): TradingCommand {
  return { type: 'close_position', objectId, market, orderId: newId('ord') }
}
