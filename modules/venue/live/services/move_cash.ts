import { createHash } from 'node:crypto'
import type { Clock } from '#app/clock/clock'
import type { Companion } from '#app/extension/companion'
import { failpoint } from '#app/failpoints/failpoint'
import { newId } from '#app/ids/ids'
import { parseUsd, type Atoms } from '#app/money/usd'
import { deposit } from '../../core/engine/cash.ts'
import { CUSTODY, crossOf, move } from '../../core/engine/postings.ts'
import { refuse } from '../../core/engine/refusals.ts'
import { formatFixed } from '../../core/numerics.ts'
import { readErrorText } from '../core/error_texts.ts'
import type { WireLedgerUpdate } from '../core/wire_shapes.ts'
import type { LiveAccount } from '../storage/live_account_store.ts'
import type { LiveActionStore, StoredAction } from '../storage/live_action_store.ts'
import type { LiveLimitsStore } from '../storage/live_limits_store.ts'
import { VenueKey } from '../wire/sealed_key.ts'
import { recordOf, resultOf, type CashResult } from './live_action.ts'
import type { LiveBooks } from './live_books.ts'
import type { LiveConnection } from './live_connection.ts'
import type { LivePrices } from './live_prices.ts'
import { bindingOf } from './provision_account.ts'

const USD_DECIMALS = 6
/** A transfer shows in the account's history at its own time; clocks differ a little. */
const CLOCK_GAP_MS = 60_000

/**
 * Moves cash between the operator's master account and a trading account. A transfer has no id of
 * its own there, but its nonce is one: it is stored first, and the same nonce is taken once.
 */
export class MoveCash {
  constructor(
    private connection: LiveConnection,
    private actions: LiveActionStore,
    private limits: LiveLimitsStore,
    private books: LiveBooks,
    private prices: LivePrices,
    private clock: Clock
  ) {}

  /**
   * @param amount positive goes to the account
   * @param operationId the transfer it is; asking again for the same moves nothing twice
   * @throws Error while the fate of the transfer is not known: ask again
   */
  async run(account: LiveAccount, amount: Atoms, operationId: string): Promise<Companion> {
    const { id, result } = await this.send(account, amount, operationId)
    return this.books.companion({
      realmId: account.realmId,
      inputs: await this.prices.inputs(0),
      work: async (draft, session) => {
        await this.actions.booked(session, id)
        if (result.kind === 'refused') return { refusal: refuse('withdraw_exceeds_available') }
        const { objectId } = account
        if (amount > 0n) return asFailure(deposit(draft, objectId, amount))
        // The venue has let it go: what it left behind is for the venue to judge.
        const holder = draft.requireAccount(objectId)
        draft.putAccount({ ...holder, crossCash: holder.crossCash + amount })
        const legs = move(CUSTODY, crossOf(objectId), amount, 'transfer')
        draft.emit({ type: 'cash_moved', objectId, amount }, legs)
        return null
      },
    })
  }

  /** The transfer alone; its booking is the caller's. */
  async send(account: LiveAccount, amount: Atoms, operationId: string) {
    const action = await this.#stored(account, amount, operationId)
    const result = resultOf<CashResult>(action) ?? (await this.#transfer(action, account, amount))
    return { id: action.id, result }
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

  async #stored(
    { realmId, objectId }: LiveAccount,
    amount: Atoms,
    operationId: string
  ): Promise<StoredAction> {
    const pathHash = createHash('sha256').update(`cash|${operationId}`).digest('hex')
    const known = await this.actions.byPath(realmId, pathHash)
    if (known) return known
    const nowMs = this.clock.nowMs()
    await this.actions.create({
      id: newId('op'),
      realmId,
      objectId,
      pathHash,
      requestHash: pathHash,
      body: recordOf({ kind: 'cash', amount }),
      nowMs,
      // Whoever settles the transfer asks again; nobody else does.
      dueAtMs: Number.MAX_SAFE_INTEGER,
      orders: [],
    })
    const stored = await this.actions.byPath(realmId, pathHash)
    if (!stored) throw new Error('A transfer was not stored')
    return stored
  }

  /** Of two workers the second takes the nonce of the first. */
  async #claim({ id }: StoredAction, signer: string): Promise<number> {
    const nowMs = this.clock.nowMs()
    const nonce = await this.limits.nextNonce(signer, nowMs)
    const never = Number.MAX_SAFE_INTEGER
    await this.actions.claim(id, { nonce, expiresAtMs: never, dueAtMs: never })
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

function asFailure(refusal: ReturnType<typeof deposit>) {
  return refusal && { refusal }
}
