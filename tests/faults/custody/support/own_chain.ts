import { randomInt } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { Clock } from '#app/clock/clock'
import type { Movement } from '#app/extension/ledger_terms'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { Address } from '#modules/custody/core/chain_types'
import { CustodyServices, requireChain } from '#modules/custody/services/custody_services'
import { HaltRecords } from '#modules/custody/services/halt_records'
import type { MovementCarrier } from '#modules/custody/services/movement_carrier'
import { defaultBoundaryId } from '#modules/ledger/index'
import { PoolHand, indexed, onChainOfApp } from '#tests/functional/custody/support/pool_hand'
import type { TestRealm } from '#tests/support/client'
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
    readonly services: CustodyServices,
    private database: Database,
    private rail: MovementCarrier[]
  ) {
    this.#carriers = this.#own.map((carrier) => this.#forRealms(carrier))
    this.rail.unshift(...this.#carriers)
  }

  static async start(): Promise<OwnChain> {
    const world = await ContractWorld.start(randomInt(10 ** 6, 10 ** 9))
    const services = await servicesAt(world, world.operator)
    const { rail } = await onChainOfApp()
    const carriers = Reflect.get(rail, 'carriers') as MovementCarrier[]
    return new OwnChain(world, services, await app.container.make(Database), carriers)
  }

  /** Another process of the service, perhaps with another key. */
  process(key: OperatorKey = this.world.operator, clock?: Clock): Promise<CustodyServices> {
    return servicesAt(this.world, key, clock)
  }

  get onChain() {
    return requireChain(this.services)
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
    const elsewhere = await onChainOfApp()
    await elsewhere.boundaries.directory.ensureRegistered(realm.id, zoneId)
    await indexed()
    const pool = await this.world.createRealm(realm.id, defaultBoundaryId(realm.id))
    // The keeper of this process would take a pool without code on its chain for lost.
    await elsewhere.chain.provider.request('anvil_setCode', [pool, '0x00'])
    await this.database.write(
      `UPDATE custody_pools SET chain_id = ?, address = ? WHERE realm_id = ?`,
      [this.world.gateway.chainId, pool, realm.id]
    )
    await this.database.write(`DELETE FROM custody_pool_cursors WHERE pool = ?`, [address])
    this.#realms.add(realm.id)
    await this.onChain.boundaries.directory.ensureRegistered(realm.id, zoneId)
    // A reorganisation must not reach what the realm stands on.
    await this.world.dev.mine(2 * CONFIRMATIONS)
    await this.turn()
    return { services: this.services, pool: pool as Address, turn: () => this.turn() }
  }

  /** What the jobs do in one round, and one more block. */
  async turn(by = this.services) {
    await this.send(by)
    await this.world.dev.mine(1)
    await this.look(by)
  }

  /** Brings what is queued to the chain, and what the chain lost back to it. */
  async send(by = this.services) {
    const { chain, settlement } = requireChain(by)
    await settlement.sendBatches.run()
    await chain.lane.restore()
  }

  async look(by = this.services) {
    const { chain, indexPools } = requireChain(by)
    await chain.lane.advanceOpen()
    await indexPools.run()
  }

  /** Movements are carried by another process from now on. */
  carryBy(services: CustodyServices) {
    const { settlement, deposits, withdrawals } = requireChain(services)
    const own = [settlement.carrier, deposits.carrier, withdrawals.carrier]
    for (const [index, carrier] of own.entries()) {
      Object.assign(this.#carriers[index]!, this.#forRealms(carrier))
    }
  }

  /** Replaces the newest blocks by empty ones. */
  async reorg(depth: number) {
    await this.world.anvil.rpc('anvil_reorg', [depth, []])
  }

  get #own(): MovementCarrier[] {
    const { settlement, deposits, withdrawals } = this.onChain
    return [settlement.carrier, deposits.carrier, withdrawals.carrier]
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

async function servicesAt(world: ContractWorld, operatorKey: OperatorKey, clock?: Clock) {
  const settings = {
    rpcUrls: [world.anvil.url],
    chainId: world.gateway.chainId,
    confirmations: CONFIRMATIONS,
    operatorKey,
    developmentChain: false,
    production: false,
  }
  const services = new CustodyServices(
    settings,
    await app.container.make(Database),
    clock ?? (await app.container.make(Clock)),
    logger,
    await app.container.make(OutboxRelay),
    await app.container.make(HaltRecords)
  )
  // The test says when something is read.
  requireChain(services).chain.lane.whenSent(() => {})
  return services
}
