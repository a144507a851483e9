import { Logger } from '@adonisjs/core/logger'
import { Clock, type Micros } from '#app/clock/clock'
import { singleton } from '#app/extension/singleton'
import { timeMsOf } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type {
  DepositInstructions,
  SettlementProgress,
} from '#modules/ledger/extension/settlement_rail'
import { liveRealmsRefused } from '../settings.ts'
import { PURPOSES } from '../core/purposes.ts'
import { CUSTODY_LIMITS } from '../limits.ts'
import { AnnouncedDepositStore } from '../storage/announced_deposit_store.ts'
import { isPassing } from './chain_patience.ts'
import { CallRefused } from './nonce_lane.ts'
import type { CarrierAnswer, MovementCarrier } from './movement_carrier.ts'
import { ChainOutcomes, type ChainOutcome } from './chain_outcomes.ts'
import { ChooseLane } from './choose_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { AnnounceDeposit } from './announce_deposit.ts'
import { BoundaryDirectory } from './boundary_directory.ts'
import { RegisterBoundary } from './register_boundary.ts'

/** Mints that are prepared at the same time; their transactions share blocks. */
const AT_ONCE = 8
const WAITING: SettlementProgress = { state: 'waiting' }
/** Nobody need ask: `CreditArrivals` tells the ledger. */
const REPORTED: SettlementProgress = { state: 'waiting', reports: true }

/** Nobody can pay it: its request made neither an answer nor a repeat that was told the address. */
const UNTOLD: SettlementProgress = {
  state: 'refused',
  failureMessage:
    'The request was cut off, and nobody was told where to pay within a day. Open another deposit.',
}

/**
 * Deposits. In a paper realm the money is minted into the boundary of the object. In a live realm
 * nothing is sent: the payer pays to the address of the deposit, and `WatchDeposits` and
 * `CreditArrivals` do the rest, whenever that is. One whose address nobody was told ends.
 *
 * The target may be an exchange object too: its money then lies in its boundary and on the object,
 * and the venue takes it from there.
 */
@singleton()
export class CarryDeposit implements MovementCarrier {
  constructor(
    private chain: CustodyChain,
    private lanes: ChooseLane,
    private announce: AnnounceDeposit,
    private directory: BoundaryDirectory,
    private register: RegisterBoundary,
    private outcomes: ChainOutcomes,
    private announced: AnnouncedDepositStore,
    private clock: Clock,
    private database: Database,
    private log: Logger
  ) {}

  carries({ type, source, target, realmAsset }: Omit<Movement, 'operationId'>): boolean {
    if (type !== 'deposit' || source !== null || target === null) return false
    return realmAsset === 'paper' || liveRealmsRefused(this.chain.settings) === null
  }

  depositInstructions(movement: Movement, openedAt: Micros): Promise<DepositInstructions> {
    return this.announce.run(movement, openedAt)
  }

  async start(movement: Movement): Promise<SettlementProgress> {
    return only(await this.startEach([movement]))
  }

  async poll(movement: Movement): Promise<SettlementProgress> {
    return only(await this.pollEach([movement]))
  }

  async startEach(movements: readonly Movement[]): Promise<CarrierAnswer[]> {
    const minted = movements.filter(isMinted)
    if (minted.length > 0) {
      await this.database.transaction((session) => this.outcomes.expect(session, minted))
    }
    for (let first = 0; first < minted.length; first += AT_ONCE) {
      await Promise.all(minted.slice(first, first + AT_ONCE).map((each) => this.#mint(each)))
    }
    const live = movements.filter((movement) => !isMinted(movement))
    const told = await this.announced.toldAmong(live.map(({ operationId }) => operationId))
    return movements.map((movement) => {
      if (isMinted(movement)) return WAITING
      return told.has(movement.operationId) ? REPORTED : this.#untold(movement)
    })
  }

  /** The request that opened it is under way, or was cut off before its answer. */
  #untold({ operationId }: Movement): SettlementProgress {
    const ageMs = this.clock.nowMs() - timeMsOf(operationId)
    return ageMs < CUSTODY_LIMITS.untoldDepositMs ? WAITING : UNTOLD
  }

  /** What has no outcome yet is sent again where it never was, or where the chain refused it. */
  async pollEach(movements: readonly Movement[]): Promise<CarrierAnswer[]> {
    const ids = movements.map(({ operationId }) => operationId)
    const outcomes = await this.outcomes.ofEach(ids)
    const open = movements.filter(({ operationId }) => !outcomes.has(operationId))
    const answers = await this.startEach(open)
    return movements.map((movement) => {
      const outcome = outcomes.get(movement.operationId)
      return outcome ? endOf(outcome) : answers[open.indexOf(movement)]!
    })
  }

  /** A chain that is down, or a pool that is not there yet, says nothing about the deposit. */
  async #mint(movement: Movement): Promise<void> {
    try {
      await this.#send(movement)
    } catch (error) {
      if (!isPassing(error) && !(error instanceof CallRefused)) throw error
      this.#note(movement, error)
    }
  }

  async #send({ realmId, operationId, target, amount }: Movement): Promise<void> {
    const { chain, directory, register } = this
    const { gateway } = chain
    const { boundaryId } = target!
    const pool = await register.poolOf(realmId)
    await directory.ensureRegistered(realmId, boundaryId)
    const ids = [gateway.idHash(operationId), gateway.idHash(boundaryId)]
    const data = gateway.encode('RealmCustody', 'mintDeposit', [...ids, amount])
    const lane = await this.lanes.forSettler(pool)
    await lane.submit({ purpose: PURPOSES.mint(operationId), to: pool, data })
  }

  #note({ realmId, operationId }: Movement, error: Error) {
    const revert = error instanceof CallRefused ? error.revert?.name : undefined
    // Minted before: its event is on the way.
    if (revert === 'OperationKnown') return
    this.log.info({ realmId, operationId, reason: error.message }, 'a deposit waits for the chain')
  }
}

function isMinted({ realmAsset }: Movement): boolean {
  return realmAsset === 'paper'
}

function endOf({ state, proof }: ChainOutcome): SettlementProgress {
  if (state === 'executed') return { state: 'final', proofs: [proof] }
  return { state: 'refused', failureMessage: 'The deposit was cancelled.' }
}

function only([answer]: CarrierAnswer[]): SettlementProgress {
  if (answer instanceof Error) throw answer
  return answer!
}
