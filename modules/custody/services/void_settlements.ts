import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { newId } from '#app/ids/ids'
import { Outbox } from '#app/queue/outbox'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { QUEUES } from '../core/queue_names.ts'
import { SettlementStore, type SettlementOrder } from '../storage/settlement_store.ts'
import { VoidStore, type VoidGroup } from '../storage/void_store.ts'
import { failpoint } from '../failpoints.ts'
import { CallRefused, NothingToCall } from './nonce_lane.ts'
import { ChooseLane } from './choose_lane.ts'
import { CustodyChain } from './custody_chain.ts'

/** Numbers looked at in one run: more than one transaction takes. */
const AT_ONCE = 1_000

/**
 * Gives transfers between boundaries up. Their numbers are rejected on the chain, since whatever was
 * sent for them may be mined at any time: the pool gives a number one outcome, so the batch comes
 * first and the transfer is executed, or the rejection does and the batch passes over it. Either way
 * the final event ends the operation as it always does; nothing is released here.
 */
@singleton()
export class VoidSettlements {
  constructor(
    private chain: CustodyChain,
    private lanes: ChooseLane,
    private database: Database,
    private settlements: SettlementStore,
    private voids: VoidStore,
    private relay: OutboxRelay,
    private log: Logger
  ) {}

  /**
   * Stored before anything is sent, so that a worker goes on with it. One that has no number yet gets
   * one: a job that was late would queue it otherwise.
   */
  async ask(order: SettlementOrder): Promise<void> {
    const { database, settlements, voids, relay } = this
    const { operationId, realmId } = order
    const job = { id: newId('job'), queue: QUEUES.settle, payload: { wake: true } }
    await database.transaction(async (session) => {
      await settlements.add(session, realmId, [order], 'batched')
      await voids.add(session, operationId, realmId)
      await Outbox.store(session, [job])
    })
    void relay.announce([job])
  }

  /**
   * Sends what is asked for.
   *
   * @throws ChainUnreachable, WrongChain, NonceLaneFull: the next run goes on
   */
  async run(): Promise<void> {
    const { database, voids } = this
    await voids.endResolved()
    await database.transaction((session) => voids.group(session, () => newId('ctx')))
    for (const group of await voids.open(AT_ONCE)) {
      await failpoint('custody.void_grouped')
      await this.#send(group)
    }
  }

  /** Any number of times, by any number of workers: the purpose makes it one transaction. */
  async #send({ id, realmId, pool, items }: VoidGroup): Promise<void> {
    const { gateway } = this.chain
    const ids = items.map(({ operationId, opSeq }) => ({
      opSeq: BigInt(opSeq),
      opId: gateway.idHash(operationId),
    }))
    const data = gateway.encode('RealmCustody', 'voidSettlements', [ids])
    try {
      const lane = await this.lanes.forSettler(pool)
      await lane.submit({ purpose: `settle-void:${id}`, to: pool, data })
    } catch (error) {
      if (!(error instanceof CallRefused) && !(error instanceof NothingToCall)) throw error
      // A halted pool refuses the void, and executes no settlement meanwhile either.
      this.log.info({ realmId, groupId: id, reason: error.message }, 'a void has to wait')
    }
  }
}
