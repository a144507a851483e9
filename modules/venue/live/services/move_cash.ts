import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { parseUsd, type Atoms } from '#app/money/usd'
import type { Companion } from '#modules/ledger/extension/companion'
import { failpoint } from '../../failpoints.ts'
import { VENUE_LIMITS } from '../../limits.ts'
import { deposit } from '../../core/engine/cash.ts'
import { CUSTODY, crossOf, move } from '../../core/engine/postings.ts'
import { refuse } from '../../core/engine/refusals.ts'
import { absolute } from '../../core/engine/state.ts'
import { formatFixed } from '../../core/numerics.ts'
import { readErrorText } from '../core/error_texts.ts'
import type { WireLedgerUpdate } from '../core/wire_shapes.ts'
import type { LiveAccount } from '../storage/live_account_store.ts'
import { LiveActionStore, type NewAction, type StoredAction } from '../storage/live_action_store.ts'
import { LiveLimitsStore } from '../storage/live_limits_store.ts'
import { VenueKey } from '../wire/sealed_key.ts'
import { bodyOf, hashOf, recordOf, resultOf, type CashResult } from './live_action.ts'
import { LiveBooks } from './live_books.ts'
import { LiveConnection } from './live_connection.ts'
import { LivePrices } from './live_prices.ts'
import { bindingOf } from './provision_account.ts'
import { StoreStep } from './store_step.ts'

const USD_DECIMALS = 6
/** A transfer has its own time in the account's history, and the clocks differ a little. */
const CLOCK_GAP_MS = 60_000
/** No time at which a worker asks again by itself: whatever settles the transfer asks. */
const NEVER = Number.MAX_SAFE_INTEGER

/** A cent: less is not worth sending back. */
const DUST: Atoms = 10_000n

/** A transfer that is to be made. */
interface CashMove {
  /** Identifies the transfer: of two transfers with the same key one is made. */
  key: string
  amount: Atoms
  dueAtMs: number
  deletionId?: string
}

/**
 * Moves cash between the operator's master account and a trading account. The venue gives transfers
 * no id, but accepts a nonce only once: the nonce is stored first and serves as the id.
 */
@singleton()
export class MoveCash {
  constructor(
    private connection: LiveConnection,
    private actions: LiveActionStore,
    private steps: StoreStep,
    private limits: LiveLimitsStore,
    private books: LiveBooks,
    private prices: LivePrices,
    private clock: Clock
  ) {}

  /**
   * @param amount positive goes to the account
   * @param operationId the transfer; another call for it moves nothing a second time
   * @returns null when the transfer has ended without it: nothing is moved
   * @throws Error while the fate of the transfer is not known: call again
   */
  async run(account: LiveAccount, amount: Atoms, operationId: string): Promise<Companion | null> {
    const wanted = { key: `cash|${operationId}`, amount, dueAtMs: NEVER }
    const action = await this.#wanted(account, wanted, operationId)
    if (!action) return null
    const { id } = action
    const result = await this.#carryOut(action, account, amount)
    return this.books.companion({
      realmId: account.realmId,
      inputs: await this.prices.inputs(0),
      work: async (draft, session) => {
        await this.actions.booked(session, id)
        if (result.kind === 'refused') return { refusal: refuse('withdraw_exceeds_available') }
        const { objectId } = account
        if (amount > 0n) return asFailure(deposit(draft, objectId, amount))
        // The venue has let the cash go, so the books follow without a check of their own.
        const holder = draft.requireAccount(objectId)
        draft.putAccount({ ...holder, crossCash: holder.crossCash + amount })
        const legs = move(CUSTODY, crossOf(objectId), amount, 'transfer')
        draft.emit({ type: 'cash_moved', objectId, amount }, legs)
        return null
      },
    })
  }

  /**
   * Sends all the cash of an account home that is being deleted; cash that the books find later is
   * sent by the next run. The deletion books it.
   *
   * @returns `ended` when the deletion is not pending any more
   * @throws Error while the fate of a transfer is not known: call again
   */
  async bringHome(
    account: LiveAccount,
    cash: Atoms,
    deletionId: string
  ): Promise<'home' | 'refused' | 'ended'> {
    let there = cash
    for (let part = 0; ; part += 1) {
      const key = `close|${deletionId}|${part}`
      const known = await this.actions.byPath(account.realmId, hashOf(key))
      if (!known && absolute(there) <= DUST) return 'home'
      const dueAtMs = this.clock.nowMs() + VENUE_LIMITS.liveActionAgainMs
      const wanted = { key, amount: -there, dueAtMs, deletionId }
      const action = known ?? (await this.#wanted(account, wanted, deletionId))
      if (!action) return 'ended'
      const amount = amountOf(action)
      const result = await this.#carryOut(action, account, amount)
      if (result.kind === 'refused') return 'refused'
      there += amount
    }
  }

  /** Brings cash back that was sent home for a deletion that ended and left the account open. */
  async takeBack(action: StoredAction, account: LiveAccount): Promise<void> {
    const amount = amountOf(action)
    const result = await this.#carryOut(action, account, amount)
    if (result.kind === 'refused') return
    const key = `back|${action.id}`
    const back = await this.#stored(account, { key, amount: -amount, dueAtMs: NEVER })
    const { kind } = await this.#carryOut(back, account, -amount)
    if (kind === 'refused') throw new Error('The venue does not take cash back')
    await this.actions.end(back.id)
  }

  #carryOut(action: StoredAction, account: LiveAccount, amount: Atoms): Promise<CashResult> {
    const known = resultOf<CashResult>(action)
    return known ? Promise.resolve(known) : this.#transfer(action, account, amount)
  }

  async #transfer(action: StoredAction, account: LiveAccount, amount: Atoms): Promise<CashResult> {
    const { master, wire } = this.connection.require()
    const key = amount > 0n ? master : this.#keyOf(account)
    const nonce = action.nonce ?? (await this.#claim(action, key.address))
    const destination = amount > 0n ? account.address : master.address
    const positive = formatFixed(amount > 0n ? amount : -amount, USD_DECIMALS)
    await failpoint('venue.cash_claimed')
    const reply = await wire.actAsUser(
      key,
      { type: 'usdSend', destination, amount: positive },
      nonce
    )
    await failpoint('venue.cash_sent')
    if (reply.status === 'ok') return this.#answer(action.id, { kind: 'moved' })
    const answer = readErrorText(reply.response)
    if (answer.kind === 'refused') {
      return this.#answer(action.id, { kind: 'refused', reason: answer.reason })
    }
    const arrived = answer.kind === 'nonce_used' && (await this.#arrived(account, amount, nonce))
    if (arrived) return this.#answer(action.id, { kind: 'moved' })
    throw new Error('The venue has not said what became of a transfer')
  }

  /** Stores a transfer only while its operation is pending; a transfer that is stored goes on. */
  async #wanted(
    account: LiveAccount,
    wanted: CashMove,
    operationId: string
  ): Promise<StoredAction | null> {
    const known = await this.actions.byPath(account.realmId, hashOf(wanted.key))
    return known ?? this.steps.run(operationId, this.#actionOf(account, wanted))
  }

  async #stored(account: LiveAccount, wanted: CashMove): Promise<StoredAction> {
    const action = this.#actionOf(account, wanted)
    await this.actions.create(action)
    const stored = await this.actions.byPath(account.realmId, action.pathHash)
    if (!stored) throw new Error('A transfer was not stored')
    return stored
  }

  #actionOf({ realmId, objectId }: LiveAccount, wanted: CashMove): NewAction {
    const { key, amount, dueAtMs, deletionId } = wanted
    const pathHash = hashOf(key)
    return {
      id: newId('op'),
      realmId,
      objectId,
      pathHash,
      requestHash: pathHash,
      body: recordOf({ kind: 'cash', amount, ...(deletionId !== undefined && { deletionId }) }),
      nowMs: this.clock.nowMs(),
      dueAtMs,
      orders: [],
    }
  }

  /** Of two workers the second uses the nonce of the first. */
  async #claim(action: StoredAction, signer: string): Promise<number> {
    const { id } = action
    const nowMs = this.clock.nowMs()
    const nonce = await this.limits.nextNonce(signer, nowMs)
    const dueAtMs = isOwed(action) ? nowMs + VENUE_LIMITS.liveActionAgainMs : NEVER
    await this.actions.claim(id, { nonce, expiresAtMs: NEVER, dueAtMs })
    const stored = await this.actions.byId(id)
    if (!stored?.nonce) throw new Error('A transfer lost its nonce')
    return stored.nonce
  }

  async #arrived({ address }: LiveAccount, amount: Atoms, nonce: number): Promise<boolean> {
    const { wire, master } = this.connection.require()
    const request = {
      type: 'userNonFundingLedgerUpdates',
      user: address,
      startTime: nonce - CLOCK_GAP_MS,
    }
    const updates = await wire.info<WireLedgerUpdate[]>(request, 'order')
    const [from, to] = amount > 0n ? [master.address, address] : [address, master.address]
    const wanted = amount > 0n ? amount : -amount
    return updates.some(({ delta }) => {
      const { user, destination, usdc = '0', nonce: own = nonce } = delta
      const sameSides = user?.toLowerCase() === from && destination?.toLowerCase() === to
      return sameSides && own === nonce && parseUsd(usdc) === wanted
    })
  }

  async #answer(id: string, result: CashResult): Promise<CashResult> {
    await this.actions.answer(id, recordOf(result))
    return result
  }

  #keyOf({ objectId, address, sealedKey }: LiveAccount): VenueKey {
    const { secret } = this.connection.require()
    return VenueKey.open(sealedKey, secret, bindingOf(objectId, address))
  }
}

/**
 * Whether a transfer belongs to a deletion: it is looked at until the fate of the deletion is
 * clear.
 */
function isOwed(action: StoredAction): boolean {
  const body = bodyOf(action)
  return body.kind === 'cash' && body.deletionId !== undefined
}

function amountOf(action: StoredAction): Atoms {
  const body = bodyOf(action)
  if (body.kind !== 'cash') throw new Error('An action moves no cash')
  return body.amount
}

function asFailure(refusal: ReturnType<typeof deposit>) {
  return refusal && { refusal }
}
