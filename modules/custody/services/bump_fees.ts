import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { SignerUnreachable, SigningRefused } from '../chain/signer.ts'
import { bumpFees, type FeeBounds } from '../core/fees.ts'
import { raisedGas } from '../core/gas_limit.ts'
import type { WaitingTransaction } from '../storage/transaction_rows.ts'
import { chainKind } from '../settings.ts'
import { CustodyChain } from './custody_chain.ts'
import type { NonceLane } from './nonce_lane.ts'

/** After so many attempts the gas is raised along with the fee. */
const FEE_ATTEMPTS = 2

/** How old an attempt may be before it is made dearer. */
const AFTER_MS = { development: 10_000, live: 90_000 }

/**
 * Transactions that are not mined although their nonce could be: a dearer attempt with the same
 * nonce and calldata, stored before it is sent. Whichever attempt is mined counts; the others can
 * then never be.
 */
@singleton()
export class BumpFees {
  constructor(
    private chain: CustodyChain,
    private clock: Clock,
    private log: Logger,
    private change: { afterMs?: number; bounds?: FeeBounds } = {}
  ) {}

  /** @returns how many attempts were added; the oldest nonce first, since the others wait behind it */
  async run(): Promise<number> {
    let added = 0
    for (const lane of this.chain.lanes) {
      for (const transaction of await this.#waiting(lane)) {
        const outcome = await this.#tryToBump(lane, transaction)
        if (outcome === 'added') added++
        // The next account may have a signer that answers.
        if (outcome === 'away') break
      }
    }
    return added
  }

  async #tryToBump(lane: NonceLane, transaction: WaitingTransaction) {
    try {
      return await this.#bump(lane, transaction)
    } catch (error) {
      if (!(error instanceof SignerUnreachable) && !(error instanceof SigningRefused)) throw error
      const { purpose, nonce } = transaction
      this.log.error({ err: error, purpose, nonce }, 'a stuck transaction cannot be made dearer')
      return error instanceof SignerUnreachable ? 'away' : 'refused'
    }
  }

  /** How many cannot be made dearer because of the cap; read anew, so that any process can tell. */
  async atCap(): Promise<number> {
    let count = 0
    for (const lane of this.chain.lanes) {
      const waiting = await this.#waiting(lane)
      if (waiting.length === 0) continue
      const seen = await this.chain.gateway.fees()
      count += waiting.filter(({ fees }) => !bumpFees(fees, seen, this.#boundsOf(lane))).length
    }
    return count
  }

  async #waiting({ address, transactions }: NonceLane): Promise<WaitingTransaction[]> {
    const { gateway, settings } = this.chain
    const { afterMs = AFTER_MS[chainKind(settings)] } = this.change
    const minedNonce = await gateway.nonce(address, 'latest')
    return transactions.waiting(minedNonce, toSqlDatetime(this.clock.nowMicros() - afterMs * 1000))
  }

  #boundsOf({ feeBounds }: NonceLane): FeeBounds {
    return this.change.bounds ?? feeBounds
  }

  async #bump(
    lane: NonceLane,
    transaction: WaitingTransaction
  ): Promise<'added' | 'capped' | 'taken'> {
    const { chain, log } = this
    const { purpose, nonce, gas, attemptNo } = transaction
    const fees = bumpFees(transaction.fees, await chain.gateway.fees(), this.#boundsOf(lane))
    if (!fees) {
      log.error({ purpose, nonce }, 'a transaction is stuck and its fee is at the cap')
      return 'capped'
    }
    const limit = attemptNo >= FEE_ATTEMPTS ? raisedGas(gas) : gas
    const attempt = { no: attemptNo + 1, gas: limit, fees }
    const sent = await lane.bump(transaction, attempt)
    if (!sent) return 'taken'
    const { answer } = sent
    log.warn(
      { purpose, nonce, attempt: attempt.no, answer },
      'a stuck transaction was sent with a higher fee'
    )
    return 'added'
  }
}
