import { Logger } from '@adonisjs/core/logger'
import { Clock } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { Database } from '#app/storage/database'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { SettlementProgress } from '#modules/ledger/extension/settlement_rail'
import { defaultBoundaryId } from '#modules/ledger/index'
import type { Address, Hex } from '../core/chain_types.ts'
import { hasExitsByOperation } from '../core/pool_limits.ts'
import { judgeRefusal, WITHDRAWAL_MESSAGES } from '../core/withdrawal_refusal.ts'
import {
  WithdrawalStore,
  type StoredWithdrawal,
  type WithdrawalRefusal,
} from '../storage/withdrawal_store.ts'
import { WITHDRAWAL_PURPOSES } from '../core/purposes.ts'
import { PoolStore, type RealmPool } from '../storage/pool_store.ts'
import { isPassing } from './chain_patience.ts'
import { ChooseLane } from './choose_lane.ts'
import { CallRefused, NotFinalYet, type NonceLane } from './nonce_lane.ts'
import type { Intent } from './choose_gas.ts'
import type { MovementCarrier } from './movement_carrier.ts'
import { ChainOutcomes, type ChainOutcome } from './chain_outcomes.ts'
import { CustodyChain } from './custody_chain.ts'
import { HouseFees } from './house_fees.ts'
import { PoolPlans } from './pool_plans.ts'

/**
 * Where simulated money goes that is withdrawn to no address: out of circulation. Nobody has its key,
 * and the token refuses the zero address.
 */
export const PAPER_DESTINATION: Address = '0x000000000000000000000000000000000000dEaD'

interface Protection {
  timeLock: bigint
  armed: boolean
}

interface Ids {
  opHash: Hex
  boundaryHash: Hex
  to: Address
}

const WAITING: SettlementProgress = { state: 'waiting' }

/**
 * Brings withdrawals to the chain: paid at once from unprotected boundaries, with the co-signature
 * from armed ones, by an exit that waits from time-locked ones; what goes above a cap of the pool
 * waits too, as the pool decides. Each call looks how far the
 * withdrawal is and does the next thing; the hold ends only with a final outcome of its id, or when
 * nothing was ever sent for it.
 */
@singleton()
export class CarryWithdrawal implements MovementCarrier {
  constructor(
    private chain: CustodyChain,
    private pools: PoolStore,
    private plans: PoolPlans,
    private outcomes: ChainOutcomes,
    private store: WithdrawalStore,
    private fees: HouseFees,
    private lanes: ChooseLane,
    private database: Database,
    private clock: Clock,
    private log: Logger
  ) {}

  carries({ type, source, target }: Movement): boolean {
    return type === 'withdrawal' && source !== null && target === null
  }

  start(movement: Movement): Promise<SettlementProgress> {
    return this.#whateverTheNodeSays(() => this.#advance(movement))
  }

  /** What was sent meanwhile wakes the ledger by itself, once its outcome is final. */
  poll(movement: Movement): Promise<SettlementProgress> {
    return this.start(movement)
  }

  /** A node that is down, slow or refuses to work says nothing about the withdrawal. */
  async #whateverTheNodeSays(work: () => Promise<SettlementProgress>): Promise<SettlementProgress> {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) && !(error instanceof CallRefused)) throw error
      this.log.info({ reason: error.message }, 'a withdrawal waits for the chain')
      return WAITING
    }
  }

  async #advance(movement: Movement): Promise<SettlementProgress> {
    const { outcomes, pools } = this
    const { operationId, realmId } = movement
    const outcome = await outcomes.of(operationId)
    if (outcome) return this.#end(operationId, outcome)
    const pool = await pools.find(realmId)
    if (pool?.state !== 'created' || !pool.address) return WAITING
    const row = await this.#row(movement, pool.address)
    if (row.state === 'opened' || row.state === 'sending') {
      return this.#send(movement, row, pool)
    }
    return this.#giveBack(row)
  }

  async #row({ operationId, realmId, source }: Movement, pool: Address): Promise<StoredWithdrawal> {
    const { store, outcomes, database } = this
    const known = await store.find(operationId)
    if (known) return known
    await database.transaction((session) => outcomes.expect(session, [{ operationId, realmId }]))
    return store.open({ operationId, realmId, boundaryId: source!.boundaryId, pool })
  }

  async #send(
    movement: Movement,
    row: StoredWithdrawal,
    pool: RealmPool
  ): Promise<SettlementProgress> {
    const { chain, store } = this
    const { operationId, cosignature } = movement
    const purpose = WITHDRAWAL_PURPOSES.send(operationId)
    if (row.state === 'sending' && (await chain.knows(purpose))) return WAITING
    const late = cosignature && cosignature.deadline < this.clock.nowMs() / 1000
    if (late && row.state === 'opened') {
      return this.#giveUp(row, { as: 'expired', message: WITHDRAWAL_MESSAGES.expired })
    }
    const ids = this.#ids(movement)
    // Read before it is marked as sent: a node that is down leaves nothing that had to be voided.
    const protection = await this.#protection(row.pool, ids.boundaryHash)
    if (protection.armed && !cosignature) return this.#fail(row, 'cosign')
    // Another one waits for the time lock: this one is asked for again until it has its turn.
    if (protection.timeLock > 0n && !(await this.#takeExit(row, pool))) return WAITING
    if (!(await store.markSending(operationId))) return WAITING
    const data = this.#calldata(movement, ids, protection)
    try {
      const isExit = protection.timeLock > 0n
      const lane = await (isExit
        ? this.lanes.forPool(row.pool)
        : this.lanes.forWithdrawals(row.pool))
      await this.#submit(lane, movement, { purpose, to: row.pool, data, urgent: true })
      return WAITING
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      return this.#refused(row, ids.opHash, error)
    }
  }

  async #takeExit(row: StoredWithdrawal, pool: RealmPool): Promise<boolean> {
    const { contractRelease } = await this.plans.of(pool)
    if (!hasExitsByOperation(contractRelease)) return this.store.takeExit(row)
    await this.store.takeOwnExit(row)
    return true
  }

  /** What the default boundary lacks may be fees that the house has not brought there yet. */
  async #submit(lane: NonceLane, { realmId, source }: Movement, intent: Intent): Promise<void> {
    const { fees } = this
    try {
      await lane.submit(intent)
    } catch (error) {
      const short = error instanceof CallRefused && error.revert?.name === 'InsufficientBalance'
      if (!short || source!.boundaryId !== defaultBoundaryId(realmId)) throw error
      const found = await fees.bring(realmId)
      if (found === 'none') throw error
      if (found === 'moving') throw new NotFinalYet(intent.purpose)
      // It may have arrived in between.
      await lane.submit(intent)
    }
  }

  async #refused(
    row: StoredWithdrawal,
    opHash: Hex,
    error: CallRefused
  ): Promise<SettlementProgress> {
    const { revert, executed } = error
    // Its own exit waits already: another process has sent it.
    if (revert?.name === 'ExitPending' && revert.args.opId === opHash) return WAITING
    const verdict = judgeRefusal(revert, executed)
    this.log.info(
      { operationId: row.operationId, revert: revert?.name, verdict: verdict.kind },
      'the chain refuses a withdrawal'
    )
    return verdict.kind === 'refused' ? this.#giveUp(row, verdict) : WAITING
  }

  #fail(row: StoredWithdrawal, why: keyof typeof WITHDRAWAL_MESSAGES) {
    return this.#giveUp(row, { as: 'failed', message: WITHDRAWAL_MESSAGES[why] })
  }

  async #giveUp(row: StoredWithdrawal, refusal: WithdrawalRefusal): Promise<SettlementProgress> {
    return this.#giveBack(await this.store.giveUp(row.operationId, refusal))
  }

  /** What may have been sent is voided first: a hold released before could be paid all the same. */
  async #giveBack({ operationId, pool, state, refusal }: StoredWithdrawal) {
    if (state === 'dropped') return refusedWith(refusal)
    if (state !== 'voiding') return WAITING
    const { gateway } = this.chain
    const lane = await this.lanes.forPool(pool)
    const purpose = WITHDRAWAL_PURPOSES.void(operationId)
    const data = gateway.encode('RealmCustody', 'voidOperations', [[gateway.idHash(operationId)]])
    await lane.submit({ purpose, to: pool, data, urgent: true })
    return WAITING
  }

  async #end(operationId: string, outcome: ChainOutcome): Promise<SettlementProgress> {
    const { store } = this
    const row = await store.find(operationId)
    await store.markEnded(operationId)
    if (outcome.state === 'executed') return { state: 'final', proofs: [outcome.proof] }
    if (row?.refusal) return refusedWith(row.refusal)
    const waited = row !== null && (row.exitSlot !== null || row.ripeAt !== null)
    const message = waited ? WITHDRAWAL_MESSAGES.cancelled : WITHDRAWAL_MESSAGES.refused
    return refusedWith({ as: 'failed', message })
  }

  #ids({ operationId, source, destinationAddress }: Movement): Ids {
    const { gateway } = this.chain
    return {
      opHash: gateway.idHash(operationId),
      boundaryHash: gateway.idHash(source!.boundaryId),
      to: gateway.checksum(destinationAddress ?? PAPER_DESTINATION),
    }
  }

  async #protection(pool: Address, boundaryHash: Hex): Promise<Protection> {
    const args = [boundaryHash]
    const read = { contract: 'RealmCustody', to: pool, fn: 'boundary', args } as const
    return (await this.chain.gateway.call(read, 'latest')) as unknown as Protection
  }

  #calldata(
    { amount, cosignature }: Movement,
    { opHash, boundaryHash, to }: Ids,
    { timeLock, armed }: Protection
  ): Hex {
    const { gateway } = this.chain
    const exit = timeLock > 0n
    const args = [opHash, boundaryHash, to, amount]
    if (!armed) return gateway.encode('RealmCustody', exit ? 'requestExit' : 'withdraw', args)
    const fn = exit ? 'requestExitCosigned' : 'withdrawCosigned'
    const { deadline, signature } = cosignature!
    return gateway.encode('RealmCustody', fn, [...args, BigInt(deadline), signature])
  }
}

function refusedWith(refusal: WithdrawalRefusal | null): SettlementProgress {
  const { as, message } = refusal ?? { as: 'failed', message: WITHDRAWAL_MESSAGES.refused }
  return { state: 'refused', as, failureMessage: message }
}
