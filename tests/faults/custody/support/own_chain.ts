import { randomInt } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { type Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import type { Movement } from '#modules/ledger/extension/ledger_terms'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { Address } from '#modules/custody/core/chain_types'
import type { MovementCarrier } from '#modules/custody/services/movement_carrier'
import { defaultBoundaryId } from '#modules/ledger/index'
import { ChainRail } from '#modules/custody/services/chain_rail'
import { CustodyChain } from '#modules/custody/services/custody_chain'
import { BoundaryDirectory } from '#modules/custody/services/boundary_directory'
import { CarryDeposit } from '#modules/custody/services/carry_deposit'
import { CarryTransfer } from '#modules/custody/services/carry_transfer'
import { CarryWithdrawal } from '#modules/custody/services/carry_withdrawal'
import { IndexPools } from '#modules/custody/services/index_pools'
import { SendBatches } from '#modules/custody/services/send_batches'
import { PoolHand, indexed } from '#tests/functional/custody/support/pool_hand'
import type { TestRealm } from '#tests/support/client'
import { processOn, type Process } from '#tests/functional/custody/support/process'
import { chainDesk } from '#tests/functional/custody/support/chain_desk'
import { ContractWorld } from '../../../unit/custody/support/contract_world.ts'
import type { Ground } from './moving_realm.ts'

export const CONFIRMATIONS = 4

/**
 * A chain that is nobody's development chain: what is final there stays final, and it has
 * confirmations to lose. Realms that are moved to it keep the ledger of this process; their movements
 * are carried by the desk's own services, which do nothing but in `turn`.
 */
export class OwnChain {
  readonly #realms = new Set<string>()
  readonly #carriers: MovementCarrier[]

  private constructor(
    readonly world: ContractWorld,
    /** The process that looks after the realms. */
    readonly here: Process,
    readonly chain: CustodyChain,
    own: readonly MovementCarrier[],
    private database: Database,
    private rail: MovementCarrier[]
  ) {
    this.#carriers = own.map((carrier) => this.#forRealms(carrier))
    this.rail.unshift(...this.#carriers)
  }

  static async start(): Promise<OwnChain> {
    const world = await ContractWorld.start(randomInt(10 ** 6, 10 ** 9))
    const here = await processAt(world, world.operator)
    const rail = await app.container.make(ChainRail)
    const carriers = Reflect.get(rail, 'carriers') as MovementCarrier[]
    const database = await app.container.make(Database)
    const chain = await here.make(CustodyChain)
    return new OwnChain(world, here, chain, await carriersOf(here), database, carriers)
  }

  /** Another process of the service, perhaps with another key. */
  process(key: OperatorKey = this.world.operator, clock?: Clock): Promise<Process> {
    return processAt(this.world, key, clock)
  }

  async stop() {
    for (const carrier of this.#carriers) this.rail.splice(this.rail.indexOf(carrier), 1)
    // Jobs of this process look after all pools there are; these are no longer anywhere.
    const realms = [...this.#realms]
    if (realms.length > 0) {
      const leave = `UPDATE custody_pools SET state = 'refused' WHERE realm_id IN (?)`
      await this.database.write(leave, [realms])
    }
    await this.world.anvil.kill()
  }

  /** Moves a realm's pool here, before there is any money in it. */
  async adopt(realm: TestRealm, zoneId: string): Promise<Ground> {
    const { address } = await PoolHand.of(realm)
    await (await app.container.make(BoundaryDirectory)).ensureRegistered(realm.id, zoneId)
    await indexed()
    const pool = await this.world.createRealm(realm.id, defaultBoundaryId(realm.id))
    await this.database.write(
      `UPDATE custody_pools SET chain_id = ?, address = ? WHERE realm_id = ?`,
      [this.world.gateway.chainId, pool, realm.id]
    )
    await this.database.write(`DELETE FROM custody_pool_cursors WHERE pool = ?`, [address])
    this.#realms.add(realm.id)
    await (await this.here.make(BoundaryDirectory)).ensureRegistered(realm.id, zoneId)
    // A reorganisation must not reach what the realm stands on.
    await this.world.dev.mine(2 * CONFIRMATIONS)
    await this.turn()
    const { here, chain } = this
    return { process: here, chain, pool: pool as Address, turn: () => this.turn() }
  }

  /** What the jobs do in one round, and one more block. */
  async turn(by = this.here) {
    await this.send(by)
    await this.world.dev.mine(1)
    await this.look(by)
  }

  /** Brings what is queued to the chain, and what the chain lost back to it. */
  async send(by = this.here) {
    await (await by.make(SendBatches)).run()
    await (await by.make(CustodyChain)).lane.restore()
  }

  async look(by = this.here) {
    await (await by.make(CustodyChain)).lane.advanceOpen()
    await (await by.make(IndexPools)).run()
  }

  /** Movements are carried by another process from now on. */
  async carryBy(process: Process) {
    for (const [index, carrier] of (await carriersOf(process)).entries()) {
      Object.assign(this.#carriers[index]!, this.#forRealms(carrier))
    }
  }

  /** Replaces the newest blocks by empty ones. */
  async reorg(depth: number) {
    await this.world.anvil.rpc('anvil_reorg', [depth, []])
  }

  #forRealms(carrier: MovementCarrier): MovementCarrier {
    const carries = (movement: Movement) =>
      this.#realms.has(movement.realmId) && carrier.carries(movement)
    return {
      carries,
      start: (movement) => carrier.start(movement),
      poll: (movement) => carrier.poll(movement),
    }
  }
}

async function processAt(world: ContractWorld, operatorKey: OperatorKey, clock?: Clock) {
  const { chainId } = world.gateway
  const change = { chainId, confirmations: CONFIRMATIONS, developmentChain: false }
  // Without a `MiningWatch`: the test says when something is read.
  return processOn(await chainDesk(world.anvil.url, operatorKey, change, clock), clock)
}

/** In the order of the chain's rail. */
async function carriersOf(process: Process): Promise<MovementCarrier[]> {
  return [
    await process.make(CarryTransfer),
    await process.make(CarryDeposit),
    await process.make(CarryWithdrawal),
  ]
}
