import { Logger } from '@adonisjs/core/logger'
import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import type { ArrivedDeposits } from '#modules/ledger/index'
import { AnnouncedDepositStore, type WatchedDeposit } from '../storage/announced_deposit_store.ts'
import { ReadPayments, NO_PAYMENT, type Payments } from './read_payments.ts'
import { SweepDeposits, type AddressLook } from './sweep_deposits.ts'
import { CustodyChain } from './custody_chain.ts'
import { TokenOfPool } from './token_of_pool.ts'
import { CUSTODY_LIMITS } from '../limits.ts'
import { chainKind } from '../settings.ts'

/** What the newest blocks have shown. */
interface Reading {
  head: number
  payments: Payments
}

const LEAST = BigInt(CUSTODY_LIMITS.depositLeastMicros)
/** Sweeps that are prepared at the same time; their transactions share blocks. */
const AT_ONCE = 8
const SLOW_MS = { development: 5_000, live: 600_000 }
/** Blocks that are read again, since a reorganisation may move a payment into them. */
const READ_AGAIN = 12

/**
 * Watches the addresses of live deposits: the newest blocks for those that are young, and for all of
 * them, for ever, their balance now and then. What it sees is told once and swept at once; credited
 * is only what the pool's own final event says. So a look that is wrong costs a transaction at most.
 */
@singleton()
export class WatchDeposits {
  #readUntil: number | null = null

  constructor(
    private chain: CustodyChain,
    private announced: AnnouncedDepositStore,
    private tokens: TokenOfPool,
    private payments: ReadPayments,
    private sweep: SweepDeposits,
    private clock: Clock,
    private log: Logger
  ) {}

  /**
   * @returns whether there is more to do without a new block
   * @throws ChainUnreachable, WrongChain, RpcError
   */
  async run(deposits: ArrivedDeposits): Promise<boolean> {
    const { chain, announced, clock } = this
    const slowMs = SLOW_MS[chainKind(chain.settings)]
    const slowSince = clock.nowMicros() - slowMs * 1000
    const unswept = await announced.unswept(CUSTODY_LIMITS.depositLookups)
    const slow = await announced.unseenSince(slowSince, CUSTODY_LIMITS.depositLookups)
    // Before the young ones are listed: whoever is told of an address pays after it was stored.
    const firstYoung = await announced.fast('', 1)
    if (unswept.length + slow.length + firstYoung.length === 0) {
      this.#rest()
      return false
    }
    const { head } = await chain.gateway.health()
    const { young, payments } = await this.#young(head)
    const looked = distinct([...unswept, ...slow, ...young])
    const looks = await this.#look(looked, head)
    let failed = false
    for (let first = 0; first < looks.length; first += AT_ONCE) {
      const turn = looks.slice(first, first + AT_ONCE)
      const reading = { head, payments }
      const acted = await Promise.all(turn.map((look) => this.#tryToAct(look, reading, deposits)))
      failed ||= acted.includes(false)
    }
    return failed || looks.some(({ deposit, held }) => deposit.unswept || held >= LEAST)
  }

  /**
   * What goes wrong with one address keeps no other one waiting.
   *
   * @returns whether nothing did
   */
  async #tryToAct(look: AddressLook, reading: Reading, deposits: ArrivedDeposits) {
    try {
      await this.#act(look, reading, deposits)
      return true
    } catch (error) {
      const { operationId } = look.deposit
      this.log.error({ err: error, operationId }, 'a deposit is looked at again later')
      return false
    }
  }

  /**
   * A payer is in time by the clock of the chain, however much later somebody looks.
   *
   * @returns null when no block of those that may be read holds the payment
   */
  async #paidAt(deposit: WatchedDeposit, { head, payments }: Reading): Promise<Micros | null> {
    const read = payments.get(deposit.address)?.enoughIn
    // A payment that only the balance has shown, as after a pause, is looked for.
    const block = read ?? (await this.payments.blockOf(deposit, head))
    return block === null ? null : this.payments.timeOf(block)
  }

  /**
   * Ends the watch: after a pause the blocks in between are unread, and the next look asks the
   * addresses themselves.
   */
  #rest() {
    this.#readUntil = null
  }

  /** Young deposits that were paid in new blocks; all young ones after a pause. */
  async #young(head: number): Promise<{ young: WatchedDeposit[]; payments: Payments }> {
    const payments: Payments = new Map()
    const found: WatchedDeposit[] = []
    const from = this.#firstUnread(head)
    let after = ''
    for (;;) {
      const page = await this.announced.fast(after, CUSTODY_LIMITS.depositLookups)
      if (page.length === 0) break
      after = page.at(-1)!.operationId
      if (from === null) found.push(...page)
      else found.push(...(await this.payments.into(payments, page, { from, to: head })))
    }
    this.#readUntil = head
    return { young: found, payments }
  }

  /** @returns null when the addresses themselves are to be asked, and not the blocks */
  #firstUnread(head: number): number | null {
    if (this.#readUntil === null) return null
    const again = Math.max(READ_AGAIN, this.chain.settings.confirmations)
    // A lower head is a late node, or a chain that was emptied.
    const from = Math.max(0, Math.min(this.#readUntil, head) + 1 - again)
    return head - from > CUSTODY_LIMITS.depositLogRange ? null : from
  }

  async #look(announced: readonly WatchedDeposit[], head: number): Promise<AddressLook[]> {
    if (announced.length === 0) return []
    const tokens = await this.tokens.of(announced.map(({ pool }) => pool))
    const answers = await this.chain.gateway.callMany(
      announced.map(({ pool, address }) => ({
        contract: 'TestUSD',
        to: tokens.get(pool)!,
        fn: 'balanceOf',
        args: [address],
      })),
      head
    )
    return answers.flatMap((answer, index) => {
      return answer.ok ? [{ deposit: announced[index]!, held: answer.value as bigint }] : []
    })
  }

  async #act(look: AddressLook, reading: Reading, deposits: ArrivedDeposits): Promise<void> {
    const { deposit, held } = look
    const { announced, sweep } = this
    const { operationId, realmId } = deposit
    const seen = held > 0n ? held : (reading.payments.get(deposit.address) ?? NO_PAYMENT).total
    if (seen >= LEAST && deposit.detectedAt === null) {
      await deposits.detected(realmId, operationId, seen, await this.#paidAt(deposit, reading))
      await announced.markDetected(operationId)
    }
    // Dust stays where it is until there is more: each sweep costs gas.
    const worthIt = held >= LEAST
    if (worthIt && !deposit.unswept) await announced.markUnswept(operationId)
    if (worthIt || deposit.unswept) await sweep.run({ deposit, held: worthIt ? held : 0n })
  }
}

function distinct(announced: readonly WatchedDeposit[]): WatchedDeposit[] {
  return [...new Map(announced.map((deposit) => [deposit.operationId, deposit])).values()]
}
