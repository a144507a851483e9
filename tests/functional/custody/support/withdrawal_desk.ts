import { randomInt, randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { Clock, ManualClock } from '#app/clock/clock'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import type { Cosignature, Movement } from '#modules/ledger/extension/ledger_terms'
import type { SettlementProgress } from '#modules/ledger/extension/settlement_rail'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { Address, ChainValue, Hex } from '#modules/custody/core/chain_types'
import { limitsOf } from '#modules/custody/core/pool_limits'
import { withdrawalTypedData } from '#modules/custody/core/cosign_proposal'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { DEPLOYMENT_PROXY, poolAddress } from '#modules/custody/services/deployment_plan'
import { CarryWithdrawal } from '#modules/custody/services/carry_withdrawal'
import { type CustodyChain } from '#modules/custody/services/custody_chain'
import { ExecuteExits } from '#modules/custody/services/execute_exits'
import { IndexPools } from '#modules/custody/services/index_pools'
import { WithdrawalTransactions } from '#modules/custody/storage/withdrawal_transactions'
import { MiningWatch } from '#modules/custody/services/mining_watch'
import { WAIT_MS, eventually, until } from '#tests/support/client'
import { startAnvil, type Anvil } from '../../../unit/custody/support/anvil.ts'
import { newKey } from '../../../unit/custody/support/contract_world.ts'
import {
  FORMER_OPERATOR,
  planFormer,
  type FormerRelease,
} from '../../../unit/custody/support/former_releases.ts'
import { sendAs } from './direct_node.ts'
import { FaultyProxy } from './faulty_proxy.ts'
import { freshAddress, type Wallet } from './withdrawing.ts'
import { chainDesk } from './chain_desk.ts'
import { processOn } from './process.ts'

const GAS_MONEY_WEI = 10n ** 20n
/** What the pool says of an exit: see `outcome`. */
const WAITING = 3

/** What a process of the service runs for withdrawals. */
export interface WithdrawalWorker {
  chain: CustodyChain
  carrier: CarryWithdrawal
  executeExits: ExecuteExits
  transactions: WithdrawalTransactions
  indexPools: IndexPools
}

/**
 * A chain of its own with one realm's pool on it, behind a proxy that loses calls, and the parts of
 * the service that bring withdrawals there; the ledger is played by the test.
 */
export class WithdrawalDesk {
  readonly realmId = randomUUID()
  readonly boundaryId = newId('bnd')
  /** Ahead of the wall clock only when a test says so. */
  readonly clock = new ManualClock(Date.now() * 1000)
  readonly pool: Address
  readonly token: Address

  private constructor(
    readonly anvil: Anvil,
    readonly proxy: FaultyProxy,
    private database: Database,
    private key: OperatorKey,
    /** Works through the proxy. */
    readonly services: WithdrawalWorker,
    /** Works past it. */
    readonly calm: WithdrawalWorker,
    /** Of the contracts of its pool. */
    private release: FormerRelease | 'newest'
  ) {
    const { gateway, plan } = calm.chain
    const made = release === 'newest' ? plan : planFormer(release, gateway, plan.operator)
    this.pool = poolAddress(gateway, made, this.realmId)
    this.token = made.token
  }

  static async start(release: FormerRelease | 'newest' = 'newest'): Promise<WithdrawalDesk> {
    const chainId = randomInt(10 ** 6, 10 ** 9)
    const anvil = await startAnvil({ chainId })
    const proxy = await FaultyProxy.to(anvil.url)
    const database = await app.container.make(Database)
    const key = newKey()
    const calm = await servicesAt(anvil.url, chainId, key, await app.container.make(Clock))
    const clock = new ManualClock(Date.now() * 1000)
    const services = await servicesAt(proxy.url, chainId, key, clock)
    const desk = new WithdrawalDesk(anvil, proxy, database, key, services, calm, release)
    Object.assign(desk, { clock })
    await desk.#create(chainId)
    return desk
  }

  async stop() {
    for (const table of ['custody_pools', 'custody_withdrawals']) {
      await this.database.write(`DELETE FROM ${table} WHERE realm_id = ?`, [this.realmId])
    }
    await this.proxy.stop()
    await this.anvil.kill()
  }

  /** Another process of the service. */
  async twin(): Promise<WithdrawalWorker> {
    const { chainId } = this.calm.chain.settings
    return servicesAt(this.proxy.url, chainId, this.key, this.clock)
  }

  get boundary(): Hex {
    return this.calm.chain.gateway.idHash(this.boundaryId)
  }

  withdrawal(more: Partial<Movement> = {}): Movement {
    const object = { id: newId('obj'), realmId: this.realmId, path: '/a', type: 'denominated' }
    return {
      realmId: this.realmId,
      realmAsset: 'paper',
      type: 'withdrawal',
      denomination: 'USD',
      operationId: newId('op'),
      operationPath: `/op/${randomUUID()}`,
      source: {
        object: { ...object, denomination: 'USD', status: 'active', metadata: null },
        boundaryId: this.boundaryId,
        keepsOwnBooks: false,
      },
      target: null,
      amount: 10_000_000n,
      fee: 0n,
      destinationAddress: freshAddress(),
      ...more,
    }
  }

  async cosigned(wallet: Wallet, deadline: number): Promise<Movement> {
    const movement = this.withdrawal()
    const { gateway } = this.calm.chain
    const typed = withdrawalTypedData({
      chainId: gateway.chainId,
      pool: this.pool,
      boundaryHash: this.boundary,
      deadline,
      opHash: gateway.idHash(movement.operationId),
      to: movement.destinationAddress as Address,
      amount: movement.amount,
      // The desk arms each boundary once.
      arming: this.release === 'newest' ? 1n : null,
    })
    const cosignature: Cosignature = { deadline, signature: await wallet.sign(typed) }
    return { ...movement, cosignature }
  }

  start(movement: Movement): Promise<SettlementProgress> {
    return this.services.carrier.start(movement)
  }

  /** As the confirmation job does, until it has an end. */
  async ended(movement: Movement, by = this.services): Promise<SettlementProgress> {
    return eventually('the end of the withdrawal', async () => {
      const progress = await by.carrier.poll(movement)
      if (progress.state !== 'waiting') return progress
      // A node that is down for a moment is asked again.
      await by.indexPools.run().catch(() => {})
      return null
    })
  }

  async paid({ destinationAddress }: Movement): Promise<bigint> {
    const { gateway } = this.calm.chain
    const args = [destinationAddress!]
    const call = { contract: 'TestUSD', to: this.token, fn: 'balanceOf', args } as const
    return (await gateway.call(call, 'latest')) as bigint
  }

  /** 0 none, 1 executed, 2 rejected, 3 waiting. */
  async outcome({ operationId }: Movement): Promise<number> {
    const { gateway } = this.calm.chain
    const args = [gateway.idHash(operationId)]
    const call = { contract: 'RealmCustody', to: this.pool, fn: 'outcomeOf', args } as const
    return Number(await gateway.call(call, 'latest'))
  }

  /** Sent is not mined yet. */
  async waits(movement: Movement): Promise<void> {
    await until('the exit to wait', async () => {
      return (await this.outcome(movement)) === WAITING
    })
  }

  async operate(fn: string, args: readonly ChainValue[]) {
    const { lane, gateway } = this.calm.chain
    const data = gateway.encode('RealmCustody', fn, args)
    const purpose = `test:${newId('job')}`
    await lane.awaitFinal(await lane.submit({ purpose, to: this.pool, data }), WAIT_MS)
  }

  async mint(amount: bigint) {
    const id = this.calm.chain.gateway.idHash(newId('op'))
    await this.operate('mintDeposit', [id, this.boundary, amount])
  }

  async arm(wallet: Wallet) {
    await this.operate('registerRecoveryKey', [this.boundary, wallet.address])
    await this.operate('setCosigner', [this.boundary, wallet.address])
  }

  /** As somebody whose key nobody here has; the chain has it when this returns. */
  impersonate(from: Address, to: Address, data: Hex) {
    return sendAs(this.anvil.url, from, to, data)
  }

  /** The token takes from the pool what the pool does not know of. */
  async lose(amount: bigint) {
    const { gateway } = this.calm.chain
    const data = gateway.encode('TestUSD', 'transfer', [freshAddress(), amount])
    await this.impersonate(this.pool, this.token, data)
  }

  /** Lets time pass on the chain. */
  async pass(seconds: number) {
    await this.anvil.rpc('evm_increaseTime', [seconds])
    await this.anvil.rpc('anvil_mine', [1])
  }

  /** Withdrawals that wait at boundaries of their own, and of whose exits the chain knows nothing. */
  async crowd(size: number) {
    const longAgo = '2020-01-01 00:00:00'
    const rows = Array.from({ length: size }, () => {
      const boundary = newId('bnd')
      const known = [newId('op'), this.realmId, boundary, this.pool]
      return [...known, 'sending', boundary, 1, longAgo, longAgo]
    })
    await this.database.write(
      `INSERT INTO custody_withdrawals
         (operation_id, realm_id, boundary_id, pool, state, exit_slot, ripe_at, created_at, updated_at)
       VALUES ?`,
      [rows]
    )
  }

  async chainTime(): Promise<number> {
    return (await this.calm.chain.gateway.header('latest'))!.timestamp
  }

  async #create(chainId: number) {
    const { gateway, lane, plan, dev } = this.calm.chain
    await dev!.fundGas(lane.address, GAS_MONEY_WEI)
    await deployContracts(this.calm.chain)
    if (this.release !== 'newest') {
      const former = planFormer(this.release, gateway, plan.operator)
      for (const data of former.deployments) {
        await this.impersonate(FORMER_OPERATOR, DEPLOYMENT_PROXY, data)
      }
      const made = former.createRealm(this.realmId, this.boundaryId)
      await this.impersonate(FORMER_OPERATOR, former.factory, made)
    } else {
      const data = gateway.encode('CustodyFactory', 'createRealm', [
        gateway.idHash(this.realmId),
        this.boundary,
        plan.token,
        plan.operator,
        plan.operator,
        plan.operator,
        true,
        limitsOf(true, plan.liveLimits),
      ])
      const created = await lane.submit({ purpose: 'test:pool', to: plan.factory, data })
      await lane.awaitFinal(created, WAIT_MS)
    }
    await this.database.write(
      `INSERT INTO custody_pools
         (realm_id, boundary_id, paper, state, chain_id, address, created_at, updated_at)
       VALUES (?, ?, 1, 'created', ?, ?, NOW(6), NOW(6))`,
      [this.realmId, this.boundaryId, chainId, this.pool]
    )
  }
}

async function servicesAt(
  url: string,
  chainId: number,
  operatorKey: OperatorKey,
  clock: Clock
): Promise<WithdrawalWorker> {
  const chain = await chainDesk(url, operatorKey, { chainId }, clock)
  const process = await processOn(chain, clock)
  await process.make(MiningWatch)
  return {
    chain,
    carrier: await process.make(CarryWithdrawal),
    executeExits: await process.make(ExecuteExits),
    transactions: await process.make(WithdrawalTransactions),
    indexPools: await process.make(IndexPools),
  }
}
