import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import type { ChainGateway } from '../chain/gateway.ts'
import type { OperatorKey } from '../chain/operator_key.ts'
import { bumpFees, type FeeBounds } from '../core/fees.ts'
import { raisedGas } from '../core/gas_limit.ts'
import type { TransactionStore, WaitingTransaction } from '../storage/transaction_store.ts'

/** After so many attempts the gas is raised along with the fee. */
const FEE_ATTEMPTS = 2

interface BumpParts {
  gateway: ChainGateway
  key: OperatorKey
  store: TransactionStore
  clock: Clock
  log: Logger
  bounds: FeeBounds
  /** An attempt older than this that is not mined gets a dearer one. */
  afterMs: number
}

/**
 * Transactions that are not mined although their nonce could be: a dearer attempt with the same
 * nonce and calldata, stored before it is sent. Whichever attempt is mined counts; the others can
 * then never be.
 */
export class BumpFees {
  constructor(private parts: BumpParts) {}

  /** @returns how many attempts were added; the oldest nonce first, since the others wait behind it */
  async run(): Promise<number> {
    let added = 0
    for (const transaction of await this.#waiting()) {
      if ((await this.#bump(transaction)) === 'added') added++
    }
    return added
  }

  /** How many cannot be made dearer because of the cap; read anew, so that any process can tell. */
  async atCap(): Promise<number> {
    const waiting = await this.#waiting()
    if (waiting.length === 0) return 0
    const seen = await this.parts.gateway.fees()
    return waiting.filter(({ fees }) => !bumpFees(fees, seen, this.parts.bounds)).length
  }

  async #waiting(): Promise<WaitingTransaction[]> {
    const { gateway, key, store, clock, afterMs } = this.parts
    const minedNonce = await gateway.nonce(gateway.addressOf(key), 'latest')
    return store.waiting(minedNonce, toSqlDatetime(clock.nowMicros() - afterMs * 1000))
  }

  async #bump(transaction: WaitingTransaction): Promise<'added' | 'capped' | 'taken'> {
    const { gateway, key, store, log, bounds } = this.parts
    const { id, purpose, nonce, to, data, gas, attemptNo } = transaction
    const fees = bumpFees(transaction.fees, await gateway.fees(), bounds)
    if (!fees) {
      log.error({ purpose, nonce }, 'a transaction is stuck and its fee is at the cap')
      return 'capped'
    }
    const limit = attemptNo >= FEE_ATTEMPTS ? raisedGas(gas) : gas
    const signed = gateway.sign(key, { nonce, to, data, gas: limit, ...fees })
    if (!(await store.addAttempt(id, attemptNo + 1, signed, fees))) return 'taken'
    const answer = await gateway.broadcast(signed.raw)
    const attempt = attemptNo + 1
    log.warn({ purpose, nonce, attempt, answer }, 'a stuck transaction was sent with a higher fee')
    return 'added'
  }
}
