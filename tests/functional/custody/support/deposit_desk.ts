import { randomInt, randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { ArrivedDeposits, defaultBoundaryId } from '#modules/ledger/index'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import { limitsOf } from '#modules/custody/core/pool_limits'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { BelieveLarge } from '#modules/custody/services/believe_large'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { poolAddress } from '#modules/custody/services/deployment_plan'
import { IndexPools } from '#modules/custody/services/index_pools'
import { CarryDeposit } from '#modules/custody/services/carry_deposit'
import { DepositGuard } from '#modules/custody/services/deposit_guard'
import { CreditArrivals } from '#modules/custody/services/credit_arrivals'
import { ProvenTransactions } from '#modules/custody/storage/proven_transactions'
import { WatchDeposits } from '#modules/custody/services/watch_deposits'
import { AnnouncedDepositStore } from '#modules/custody/storage/announced_deposit_store'
import { IndexStore } from '#modules/custody/storage/index_store'
import { PoolCursorStore } from '#modules/custody/storage/pool_cursor_store'
import { PoolEventStore } from '#modules/custody/storage/pool_event_store'
import { ProjectionStore } from '#modules/custody/storage/projection_store'
import { RecordArrivals } from '#modules/custody/services/record_arrivals'
import { TestRealm, WAIT_MS, accepted, until } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { ContractWorld } from '../../../unit/custody/support/contract_world.ts'
import { chainDesk } from './chain_desk.ts'
import { FaultyProxy } from './faulty_proxy.ts'
import { processOn } from './process.ts'

export const CONFIRMATIONS = 4
const PAYERS_MONEY = 10n ** 12n

/** One worker: what a process of the service runs for deposits, on the desk's chain. */
export interface DepositWorker {
  chain: CustodyChain
  carrier: CarryDeposit
  announced: AnnouncedDepositStore
  watch: WatchDeposits
  credit: CreditArrivals
  proven: ProvenTransactions
  indexPools: IndexPools
}

/** A live realm whose pool is on a chain of its own, with confirmations to lose. */
export class DepositDesk {
  private constructor(
    readonly world: ContractWorld,
    readonly proxy: FaultyProxy,
    readonly realm: TestRealm,
    readonly pool: Address,
    private payer: OperatorKey
  ) {}

  static async start(): Promise<DepositDesk> {
    const world = await ContractWorld.start(randomInt(10 ** 6, 10 ** 9))
    const proxy = await FaultyProxy.to(world.anvil.url)
    const database = await app.container.make(Database)
    const realm = await TestRealm.open({ asset: 'live' })
    await realm.object('/wallet')
    const pool = await world.createRealm(realm.id, defaultBoundaryId(realm.id), false)
    await adopt(database, realm.id, pool, world.gateway.chainId)
    const payer = await world.fundedKey()
    const money = [world.addressOf(payer), PAYERS_MONEY]
    await world.act(world.operator, 'TestUSD', world.plan.token, 'mint', money)
    // A reorganisation must not reach what the desk stands on.
    await world.dev.mine(2 * CONFIRMATIONS)
    return new DepositDesk(world, proxy, realm, pool, payer)
  }

  async stop() {
    await this.proxy.stop()
    await this.world.anvil.kill()
  }

  async worker(): Promise<DepositWorker> {
    const { chainId } = this.world.gateway
    const change = { chainId, confirmations: CONFIRMATIONS }
    const chain = await chainDesk(this.proxy.url, this.world.operator, change)
    const process = await processOn(chain)
    const indexPools = new IndexPools(
      chain,
      await process.make(IndexStore),
      await process.make(PoolCursorStore),
      await process.make(ProjectionStore),
      await process.make(PoolEventStore),
      { all: [await process.make(RecordArrivals)] },
      await process.make(BelieveLarge),
      logger,
      { finality: 'kept', rememberedBlocks: 64 }
    )
    return {
      chain,
      carrier: await process.make(CarryDeposit),
      announced: await process.make(AnnouncedDepositStore),
      watch: await process.make(WatchDeposits),
      credit: await process.make(CreditArrivals),
      proven: await process.make(ProvenTransactions),
      indexPools,
    }
  }

  /** A worker of a later release, whose contracts lie beside those of the desk. */
  async laterWorker(): Promise<DepositWorker> {
    const { RealmCustodyExtension: extension } = ARTIFACTS
    const { bytecode } = extension
    // Code that is never reached gives it, and so the implementation and the factory, another address.
    extension.bytecode = `${bytecode}00`
    try {
      const worker = await this.worker()
      await deployContracts(worker.chain)
      return worker
    } finally {
      extension.bytecode = bytecode
    }
  }

  /** Another live realm, with a pool of the worker's release, and money of its token for the payer. */
  async secondRealm({ chain }: DepositWorker) {
    const { gateway, lane, plan } = chain
    const realm = await TestRealm.open({ asset: 'live' })
    await realm.object('/wallet')
    const ids = [realm.id, defaultBoundaryId(realm.id)].map((id) => gateway.idHash(id))
    const act = async (purpose: string, to: Address, data: Hex) =>
      lane.awaitFinal(await lane.submit({ purpose: `test:${purpose}`, to, data }), WAIT_MS)
    const args = [
      ...ids,
      plan.token,
      plan.operator,
      plan.operator,
      plan.operator,
      false,
      limitsOf(false, plan.liveLimits),
    ]
    await act('pool', plan.factory, gateway.encode('CustodyFactory', 'createRealm', args))
    const money = [this.world.addressOf(this.payer), PAYERS_MONEY]
    await act('money', plan.token, gateway.encode('TestUSD', 'mint', money))
    const pool = poolAddress(gateway, plan, realm.id)
    await adopt(await app.container.make(Database), realm.id, pool, gateway.chainId)
    return { realm, pool, token: plan.token }
  }

  /** A deposit that is announced on the desk's chain. @returns its operation, and where to pay */
  async announce(worker: DepositWorker, amount: string, realm = this.realm) {
    const path = `/op/${randomUUID()}`
    const body = { realmId: realm.id, objectPath: '/wallet', amount, path }
    await unguarded(() => realm.client.post('/api/v1/fund-account', body))
    const stored = 'SELECT id FROM operations WHERE realm_id = ? AND path = ?'
    const [opened] = await readRows<{ id: string }>(stored, [realm.id, path])
    const operationId = opened!.id
    const movement = this.movement(operationId, realm)
    const clock = await app.container.make(Clock)
    const told = await worker.carrier.depositInstructions(movement as never, clock.nowMicros())
    return { operationId, address: told.poolAddress as Address, token: told.tokenAddress }
  }

  movement(operationId: string, realm = this.realm) {
    return {
      realmId: realm.id,
      realmAsset: 'live',
      operationId,
      type: 'deposit',
      target: { object: {}, boundaryId: defaultBoundaryId(realm.id) },
    }
  }

  async pay(to: Address, amount: bigint, token = this.world.plan.token) {
    const data = this.world.gateway.encode('TestUSD', 'transfer', [to, amount])
    await this.world.send(this.payer, token, data)
  }

  async held(address: Address): Promise<bigint> {
    return (await this.world.read('TestUSD', this.world.plan.token, 'balanceOf', [
      address,
    ])) as bigint
  }

  /**
   * What the jobs of a worker do in one round; a chain in trouble is tried again in the next.
   *
   * @param options `hastened`: on a developer's chain the lane makes the blocks that are missing
   */
  async turn({ chain, watch, credit, indexPools }: DepositWorker, options = { hastened: true }) {
    const ledger = await app.container.make(ArrivedDeposits)
    const parts = [
      () => watch.run(ledger),
      () => chain.lane.restore(),
      ...(options.hastened ? [() => chain.lane.advanceOpen()] : []),
      () => indexPools.run(),
      () => credit.run(ledger),
    ]
    for (const part of parts) await part().catch(() => {})
  }

  async turns(worker: DepositWorker, count: number) {
    for (let index = 0; index < count; index++) {
      await this.turn(worker)
      await this.world.dev.mine(1)
    }
  }

  /** The transactions of the replaced blocks are gone. */
  async reorg(depth: number) {
    await this.world.anvil.rpc('anvil_reorg', [depth, []])
  }

  async stateOf(operationId: string, realm = this.realm): Promise<string> {
    const { operation } = accepted(await realm.client.get(`/api/v1/operations/${operationId}`))
    return operation.state as string
  }

  settled(realm = this.realm): Promise<string> {
    return realm.settled('/wallet')
  }
}

/**
 * Moves the realm's pool to the desk's chain, once the service has made its own. Its row is as those are
 * that were written before plans were kept.
 */
async function adopt(database: Database, realmId: string, pool: Address, chainId: number) {
  await until('the pool of the service', async () => {
    const { affectedRows } = await database.write(
      `UPDATE custody_pools SET chain_id = ?, address = ?, implementation = NULL, factory = NULL,
         token = NULL WHERE realm_id = ? AND state = 'created'`,
      [chainId, pool, realmId]
    )
    return affectedRows === 1
  })
}

/** The service's own chain has no pool of the desk, and cannot confirm its deposits: the desk's worker does. */
async function unguarded(open: () => Promise<unknown>) {
  const guard = await app.container.make(DepositGuard)
  const { check } = guard
  guard.check = () => {}
  try {
    await open()
  } finally {
    guard.check = check
  }
}
