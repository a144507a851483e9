import { Logger } from '@adonisjs/core/logger'
import type { Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import { defaultBoundaryId, type ArrivedDeposits } from '#modules/ledger/index'
import type { Address } from '../core/chain_types.ts'
import { ArrivalStore, type ArrivalGroup, type PoolArrival } from '../storage/arrival_store.ts'
import { ARRIVAL_PROOF } from '../storage/deposit_transactions.ts'
import { AnnouncedDepositStore } from '../storage/announced_deposit_store.ts'
import { isPassing } from './chain_patience.ts'
import { CustodyChain } from './custody_chain.ts'
import { ReadPayments } from './read_payments.ts'
import { BoundaryRegistry } from './boundary_registry.ts'

/** What a group of arrivals is for, as far as anybody knows. */
interface Meaning {
  boundaryId: string
  operationId: string | null
  answers: boolean
  /** When it was paid, by the time of its block; null when that is not known, or does not matter. */
  paidAt: Micros | null
}

const AT_ONCE = 100

/**
 * Tells the ledger of what has arrived. Any number of workers may: the ledger takes each arrival
 * once, and a crash in between leaves it due.
 */
@singleton()
export class CreditArrivals {
  constructor(
    private chain: CustodyChain,
    private arrivals: ArrivalStore,
    private announced: AnnouncedDepositStore,
    private payments: ReadPayments,
    private registry: BoundaryRegistry,
    private database: Database,
    private log: Logger
  ) {}

  /** @returns whether some are left */
  async run(deposits: ArrivedDeposits): Promise<boolean> {
    const due = await this.arrivals.due(AT_ONCE)
    const told = await Promise.allSettled(due.map((group) => this.#credit(group, deposits)))
    const failed = told.filter((each) => each.status === 'rejected')
    for (const { reason } of failed) {
      // A node that is down delays a credit, which is told to be in time or not by its block.
      if (isPassing(reason)) this.log.info({ reason: reason.message }, 'an arrival waits')
      else this.log.error({ err: reason as Error }, 'an arrival could not be credited yet')
    }
    return failed.length > 0 || due.length === AT_ONCE
  }

  async #credit(group: ArrivalGroup, deposits: ArrivedDeposits): Promise<void> {
    const { arrivals, groupSeq } = group
    const { pool, realmId } = arrivals[0]!
    const meaning = await this.#meaningOf(group)
    const operation =
      meaning &&
      (await deposits.credit({
        ...meaning,
        realmId,
        path: `/_system/arrivals/${this.chain.chainId}/${pool}/${groupSeq}`,
        amount: arrivals.reduce((sum, { amount }) => sum + amount, 0n),
        proofs: arrivals.map((arrival) => this.#proof(arrival)),
      }))
    if (operation) return this.arrivals.end(group, 'credited', operation.id)
    const reason = meaning ? 'its realm is closed' : 'its boundary is nobody’s'
    this.log.error({ realmId, pool, seq: groupSeq, reason }, 'an arrival stays in the pool')
    await this.arrivals.end(group, 'stranded', null)
  }

  /** @returns null when the boundary is none of the realm's */
  async #meaningOf(group: ArrivalGroup): Promise<Meaning | null> {
    const { groupSeq, arrivals } = group
    const { announced, registry, database } = this
    const [first] = arrivals
    const { realmId, boundaryHash } = first!
    const deposit = await announced.paidBy(database, first!)
    if (deposit) {
      const { boundaryId, operationId, answeredBy } = deposit
      const answers = answeredBy === groupSeq
      const paidAt = answers ? await this.#paidAt(group, deposit.address) : null
      return { boundaryId, operationId, answers, paidAt }
    }
    const boundaries = await registry.ofRealm(realmId, defaultBoundaryId(realmId))
    const known = boundaries.find(({ hash }) => hash === boundaryHash)
    return known
      ? { boundaryId: known.boundaryId, operationId: null, answers: false, paidAt: null }
      : null
  }

  /**
   * Whoever paid in time is credited in time, though a stranger has brought the payment to the pool
   * before anybody here saw it, and though that was after the deadline.
   */
  async #paidAt({ groupSeq, arrivals }: ArrivalGroup, address: Address): Promise<Micros | null> {
    const { payments } = this
    const credit = arrivals.find(({ seq }) => seq === groupSeq)
    if (!credit || credit.blockNumber === null) return null
    const { pool, blockNumber } = credit
    const paidIn = await payments.blockOf({ pool, address }, blockNumber)
    return payments.timeOf(paidIn ?? blockNumber)
  }

  #proof({ txHash, logIndex }: PoolArrival) {
    const externalRef = `${this.chain.chainId}:${txHash}:${logIndex}`
    return { type: ARRIVAL_PROOF, externalRef }
  }
}
