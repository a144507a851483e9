import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import type { OutboxJob } from '#app/queue/job'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { SettlementProgress } from '#modules/ledger/extension/settlement_rail'
import { PoolStore, type RealmPool } from '../storage/pool_store.ts'
import { QUEUES } from '../core/queue_names.ts'
import { SettlementStore, type SettlementOrder } from '../storage/settlement_store.ts'
import { transferRefusal } from '../core/transfer_refusal.ts'
import type { CarrierAnswer, MovementCarrier } from './movement_carrier.ts'
import { ChainOutcomes, type ChainOutcome } from './chain_outcomes.ts'
import { PoolNotReady } from './register_boundary.ts'
import { VoidSettlements } from './void_settlements.ts'

const NO_POOL = 'The realm has no custody pool on this chain.'
const TYPES = new Set(['transfer', 'delete'])

/**
 * Transfers between boundaries of a realm, sweeps of deletions among them. Starting one only numbers it and puts it in the queue; it
 * is sent with others in one transaction. Numbers are given out here, in a job, and not with the
 * hold: numbering locks the pool, and the journal's own transaction must not wait for that. Nothing
 * is lost by it, since the hold owes this job, and a number is given to an operation once.
 */
@singleton()
export class CarryTransfer implements MovementCarrier {
  constructor(
    private pools: PoolStore,
    private settlements: SettlementStore,
    private outcomes: ChainOutcomes,
    private voids: VoidSettlements,
    private database: Database,
    private relay: OutboxRelay
  ) {}

  carries({ type, source, target }: Movement): boolean {
    if (!TYPES.has(type) || source === null || target === null) return false
    if (source.keepsOwnBooks || target.keepsOwnBooks) return false
    return source.boundaryId !== target.boundaryId
  }

  async start(movement: Movement): Promise<SettlementProgress> {
    return only(await this.startEach([movement]))
  }

  async poll(movement: Movement): Promise<SettlementProgress> {
    return only(await this.pollEach([movement]))
  }

  async startEach(movements: readonly Movement[]): Promise<CarrierAnswer[]> {
    const answers = new Map<string, CarrierAnswer>()
    const byRealm = Map.groupBy(movements, ({ realmId }) => realmId)
    for (const [realmId, ofRealm] of byRealm) {
      const answer = await this.#queue(realmId, ofRealm)
      for (const { operationId } of ofRealm) answers.set(operationId, answer)
    }
    return movements.map(({ operationId }) => answers.get(operationId)!)
  }

  async pollEach(movements: readonly Movement[]): Promise<CarrierAnswer[]> {
    const found = await this.outcomes.ofEach(movements.map(({ operationId }) => operationId))
    return movements.map(({ operationId }) => progressOf(found.get(operationId)))
  }

  async giveUp(movement: Movement): Promise<'asked'> {
    const { pools, voids } = this
    // Without a pool there are no numbers that could be rejected.
    if (!(await pools.find(movement.realmId))) throw new PoolNotReady(movement.realmId)
    await voids.ask(orderOf(movement))
    return 'asked'
  }

  async #queue(realmId: string, movements: readonly Movement[]): Promise<CarrierAnswer> {
    const { pools, settlements, database, relay } = this
    const pool: RealmPool | null = await pools.find(realmId)
    if (!pool) return new PoolNotReady(realmId)
    if (pool.state === 'refused') return { state: 'refused', failureMessage: NO_POOL }
    const job: OutboxJob = { id: newId('job'), queue: QUEUES.settle, payload: { wake: true } }
    const orders = movements.map(orderOf)
    const isNew = await database.transaction(async (session) => {
      const added = await settlements.add(session, realmId, orders)
      if (added > 0) await Outbox.store(session, [job])
      return added > 0
    })
    if (isNew) void relay.announce([job])
    return { state: 'waiting' }
  }
}

/** The fee stays inside the boundary of the source: only what the target gets crosses. */
function orderOf({ operationId, realmId, source, target, amount, fee }: Movement): SettlementOrder {
  return {
    operationId,
    realmId,
    amount: amount - fee,
    fromBoundaryId: source!.boundaryId,
    toBoundaryId: target!.boundaryId,
  }
}

function progressOf(outcome: ChainOutcome | undefined): SettlementProgress {
  if (!outcome) return { state: 'waiting' }
  if (outcome.state === 'executed') return { state: 'final', proofs: [outcome.proof] }
  return { state: 'refused', failureMessage: transferRefusal(outcome.reason) }
}

function only([answer]: CarrierAnswer[]): SettlementProgress {
  if (answer instanceof Error) throw answer
  return answer!
}
