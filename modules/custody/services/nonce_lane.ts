import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@adonisjs/core/logger'
import type { DevChain } from '../chain/dev_chain.ts'
import type { ChainGateway } from '../chain/gateway.ts'
import { SigningRefused, type Signer } from '../chain/signer.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import { offerFees, type FeeBounds, type FeeOffer } from '../core/fees.ts'
import type { FinalityRule } from '../core/final_block.ts'
import type { Verdict } from '../core/judge_transaction.ts'
import type { ContractsAt } from '../core/signing_policy.ts'
import { NonceLaneFull } from '../storage/nonce_reservations.ts'
import type {
  ChainTransaction,
  ReservedTransaction,
  WaitingTransaction,
} from '../storage/transaction_rows.ts'
import type { TransactionStore } from '../storage/transaction_store.ts'
import { ChooseGas, type Intent } from './choose_gas.ts'
import { FeesAboveCap, NotFinalYet } from './nonce_lane_errors.ts'
import { restoreLanes, type Restored } from './restore_lanes.ts'
import { SightTransactions } from './sight_transactions.ts'
import { SignTransactions, type NewAttempt } from './sign_transactions.ts'

export {
  CallRefused,
  FeesAboveCap,
  NodeBehind,
  NotFinalYet,
  NothingToCall,
} from './nonce_lane_errors.ts'
export { NonceLaneFull }

export type Settled = 'succeeded' | 'reverted' | 'displaced'

const RESEND_EVERY_MS = 2_000
const RESTORE_PAGE = 200
const OPEN_AT_ONCE = 200
const CATCH_UP_MS = 5_000
/** How long a caller waits for a free nonce. */
const ROOM_WITHIN_MS = 5_000

interface NonceLaneParts {
  gateway: ChainGateway
  address: Address
  /** Null in a process that has no key: it reserves nonces, and others sign. */
  signer: Signer | null
  contracts: ContractsAt
  store: TransactionStore
  /** Present on a local chain only. */
  dev: DevChain | null
  finality: FinalityRule
  fees: FeeBounds
  pollMs: number
  log: Logger
}

/**
 * The transactions of one account. Nonces come from the database under a row lock and are signed
 * outside of it; signed bytes are stored before they are sent; after a crash a nonce without bytes is
 * signed, and stored bytes are looked up by hash and nonce and, at most, sent again unchanged.
 */
export class NonceLane {
  readonly address: Address
  readonly #sight: SightTransactions
  readonly #gas: ChooseGas
  readonly #signing: SignTransactions
  #onSent: (() => void) | null = null
  #onReserved: (() => void) | null = null

  constructor(private parts: NonceLaneParts) {
    const { gateway, address, fees, finality } = parts
    this.address = address
    this.#signing = new SignTransactions({ ...parts, highestFee: fees.cap })
    this.#gas = new ChooseGas(gateway, parts.store, this.address, parts.dev !== null)
    this.#sight = new SightTransactions(gateway, this.address, finality)
  }

  get transactions(): TransactionStore {
    return this.parts.store
  }

  get feeBounds(): FeeBounds {
    return this.parts.fees
  }

  /** @param notice called after each transaction that this process has sent */
  whenSent(notice: () => void) {
    this.#onSent = notice
  }

  /** @param notice called when this process has reserved a nonce that another one has to sign */
  whenReserved(notice: () => void) {
    this.#onReserved = notice
  }

  /** The next nonce that this account will take, or null before its first transaction. */
  nextNonce(): Promise<number | null> {
    return this.parts.store.nextNonce()
  }

  /** Whether an intent has a transaction that is open or has succeeded. */
  async knows(purpose: string): Promise<boolean> {
    return (await this.parts.store.find(purpose)) !== null
  }

  /**
   * Reserves a nonce for an intent, signs, stores and sends it; one that exists is returned as it is.
   *
   * @throws CallRefused when it would revert, NothingToCall when its contract is not there,
   *   NodeBehind when the node that refuses lacks what was final
   * @throws NonceLaneFull when too many wait to be mined, FeesAboveCap when gas is too dear
   * @throws SigningRefused when it is not what this account signs, SignerUnreachable
   * @throws ChainUnreachable when the node does not answer before anything is stored
   */
  async submit(intent: Intent): Promise<ChainTransaction> {
    const { store } = this.parts
    const known = await store.find(intent.purpose)
    if (known) return known
    const gas = await this.#gas.run(intent)
    const fees = await this.#fees()
    const transaction = await this.#reserve({ ...intent, gas })
    // Another process has stored this intent meanwhile; that one sends it.
    if (transaction.hashes.length > 0) return transaction
    try {
      const completed = await this.#complete(transaction, fees)
      if (!this.#signing.canSign) {
        this.#onReserved?.()
        this.#onSent?.()
      }
      return completed
    } catch (error) {
      // What stays is signed by the next look at what is open.
      if (!(error instanceof SigningRefused)) await store.reservations.release(transaction)
      throw error
    }
  }

  /** Waits a while for a free nonce: on a chain that is well there soon is one. */
  async #reserve(wanted: Intent & { gas: bigint }): Promise<ChainTransaction> {
    const { gateway, store, pollMs } = this.parts
    const deadline = performance.now() + ROOM_WITHIN_MS
    for (;;) {
      const minedNonce = await gateway.nonce(this.address, 'latest')
      try {
        return await store.reservations.reserve(wanted, minedNonce)
      } catch (error) {
        if (!(error instanceof NonceLaneFull) || performance.now() >= deadline) throw error
        await delay(pollMs)
      }
    }
  }

  /** Signs and sends a nonce that was reserved: just now, by a process which has no key, or by one that died. */
  async #complete(transaction: ChainTransaction, offer?: FeeOffer): Promise<ChainTransaction> {
    const { store } = this.parts
    const reserved = await store.reserved(transaction.id)
    if (reserved && this.#signing.canSign) {
      await this.#sign(reserved, offer ?? (await this.#fees()))
      this.#onSent?.()
    }
    return (await store.byId(transaction.id)) ?? transaction
  }

  /** What the signer refuses it refuses for ever: the nonces behind it must not wait for it. */
  async #sign(reserved: ReservedTransaction, fees: FeeOffer): Promise<void> {
    const { store, log } = this.parts
    try {
      await this.#signing.run(reserved, { no: 1, gas: reserved.gas, fees })
    } catch (error) {
      if (!(error instanceof SigningRefused)) throw error
      const isGivenBack = await store.reservations.release(reserved)
      const isFilled = !isGivenBack && (await store.reservations.fill(reserved.id))
      const { purpose, nonce } = reserved
      log.error(
        { purpose, nonce, isGivenBack, isFilled },
        'a nonce goes to nobody: its call is refused'
      )
      const filler = isFilled ? await store.reserved(reserved.id) : null
      if (filler) await this.#signing.run(filler, { no: 1, gas: filler.gas, fees })
      throw error
    }
  }

  /** A further attempt of a transaction. @returns null when another process has made it */
  bump(transaction: WaitingTransaction, attempt: NewAttempt) {
    return this.#signing.run(transaction, attempt)
  }

  /**
   * Watches a transaction to its end, sending its stored bytes again where the node lost them.
   *
   * @throws NotFinalYet after `timeoutMs`
   */
  async awaitFinal(submitted: ChainTransaction, timeoutMs: number): Promise<Settled> {
    const deadline = performance.now() + timeoutMs
    let resendAt = performance.now() + RESEND_EVERY_MS
    let transaction = submitted
    for (;;) {
      if (transaction.hashes.length === 0) transaction = await this.#complete(transaction)
      const [verdict] = await this.#sight.judge([transaction])
      const settled = await this.#record(transaction, verdict!)
      if (settled) return settled
      if (verdict!.kind === 'confirming') await this.#confirm(verdict!.missing)
      if (verdict!.kind === 'resend' && performance.now() >= resendAt) {
        await this.restore()
        resendAt = performance.now() + RESEND_EVERY_MS
      }
      if (performance.now() >= deadline) throw new NotFinalYet(transaction.purpose)
      await delay(this.parts.pollMs)
    }
  }

  /**
   * Signs what was reserved and is not signed, oldest nonce first. While the signer is away the others wait for
   * that one; what it refuses holds up nothing.
   */
  async signReserved(limit = OPEN_AT_ONCE): Promise<void> {
    await this.#signAmong(await this.parts.store.open(limit))
  }

  /** @returns whether there was anything to sign: the transactions are to be read again then */
  async #signAmong(open: readonly ChainTransaction[]): Promise<boolean> {
    const reserved = open.filter(({ hashes }) => hashes.length === 0)
    for (const transaction of reserved) {
      try {
        await this.#complete(transaction)
      } catch (error) {
        if (error instanceof SigningRefused) continue
        this.parts.log.warn({ err: error, ...transaction }, 'a reserved nonce is not signed yet')
        break
      }
    }
    return reserved.length > 0
  }

  /** One look at every open transaction, so that none stays open because its job is gone. */
  async advanceOpen(limit = OPEN_AT_ONCE): Promise<void> {
    const { store } = this.parts
    let open = await store.open(limit)
    if (await this.#signAmong(open)) open = await store.open(limit)
    if (open.length === 0) return
    const verdicts = await this.#sight.judge(open)
    const missing = verdicts.map((each) => (each.kind === 'confirming' ? each.missing : 0))
    await this.#confirm(Math.max(...missing))
    for (const [index, transaction] of open.entries()) {
      await this.#record(transaction, verdicts[index]!)
    }
  }

  /**
   * Makes the blocks that confirmations need, which nobody else makes on a local chain. More are missing when a
   * transaction was mined during the look, and none is made for that: see `DevChain.freeNext`.
   */
  async #confirm(missing: number): Promise<void> {
    const { dev, finality } = this.parts
    await dev?.mine(Math.min(missing, finality.confirmations - 1))
  }

  /** Gives the chain back what it does not have of this account alone. */
  restore(): Promise<Restored> {
    return restoreLanes([this])
  }

  /** What the chain does not have of this account, from its next nonce there on. */
  async *missing(): AsyncGenerator<WaitingTransaction, void> {
    const { gateway, store, dev } = this.parts
    const next = await store.nextNonce()
    let from = await gateway.nonce(this.address, 'latest')
    if (next === null || from >= next) return
    await dev?.freeNext(this.address, from)
    for (;;) {
      const page = await store.rawFrom(from, RESTORE_PAGE)
      yield* page
      if (page.length < RESTORE_PAGE) return
      from = page.at(-1)!.nonce + 1
    }
  }

  send(raw: Hex) {
    return this.parts.gateway.broadcast(raw)
  }

  /**
   * A node accepts before it mines; what follows a restore reads the mined state.
   *
   * @returns whether all that was final is mined again
   */
  async caughtUp(): Promise<boolean> {
    const { gateway, store, log, pollMs } = this.parts
    const settled = await store.newestSettledNonce()
    log.warn({ settled }, 'the chain lost final transactions; their bytes were sent again')
    const deadline = performance.now() + CATCH_UP_MS
    for (;;) {
      const mined = await gateway.nonce(this.address, 'latest')
      if (settled === null || mined > settled) return true
      if (performance.now() >= deadline) return false
      await delay(pollMs)
    }
  }

  /**
   * Sets aside a transaction that was mined and left no trace, as on a local chain that lacked the
   * contract it called. Its purpose may then be tried anew.
   */
  async void(purpose: string): Promise<void> {
    const transaction = await this.parts.store.find(purpose)
    if (!transaction) return
    this.parts.log.error({ purpose, nonce: transaction.nonce }, 'a mined transaction had no effect')
    await this.parts.store.resolve(transaction.id, 'void', null)
  }

  async #record(transaction: ChainTransaction, verdict: Verdict): Promise<Settled | null> {
    const { store, log } = this.parts
    if (verdict.kind === 'displaced') {
      // An attempt that was added while its caller waited, or a block that was replaced between two
      // answers, must not pass for a stranger's transaction: its value would be sent twice.
      const again = { ...transaction, hashes: await store.hashesOf(transaction.id) }
      const [second] = await this.#sight.judge([again])
      if (second!.kind !== 'displaced') return this.#record(again, second!)
      log.error(
        { purpose: transaction.purpose, nonce: transaction.nonce },
        'a transaction from elsewhere used this nonce: the operator key is shared or leaked'
      )
      await store.resolve(transaction.id, 'displaced', null)
      return 'displaced'
    }
    if (verdict.kind !== 'final') return null
    // What was mined under its nonce did nothing of what was asked for.
    if (transaction.state === 'filling' || transaction.state === 'void') {
      await store.resolve(transaction.id, 'void', null)
      return 'displaced'
    }
    const state = verdict.succeeded ? 'final' : 'reverted'
    if (transaction.state !== state) {
      const block = { number: verdict.blockNumber, hash: verdict.blockHash }
      await store.resolve(transaction.id, state, block)
    }
    return verdict.succeeded ? 'succeeded' : 'reverted'
  }

  async #fees(): Promise<FeeOffer> {
    const { gateway, fees } = this.parts
    const seen = await gateway.fees()
    const offer = offerFees(seen, fees)
    if (offer) return offer
    this.parts.log.error({ baseFee: seen.baseFee.toString() }, 'gas is dearer than the cap')
    throw new FeesAboveCap(seen.baseFee)
  }
}
