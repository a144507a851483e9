import { randomInt } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { newId, newUuid } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { accountOf, signerOf } from '#modules/custody/chain/signing_account'
import { LOCAL_CHAINS } from '#modules/custody/core/chain_registry'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import type { ActiveHalt } from '#modules/custody/core/realm_halt'
import { BoundaryDirectory } from '#modules/custody/services/boundary_directory'
import { CreatePool } from '#modules/custody/services/create_pool'
import type { CustodyChain } from '#modules/custody/services/custody_chain'
import { deployContracts } from '#modules/custody/services/deploy_contracts'
import { FollowHalts } from '#modules/custody/services/follow_halts'
import { IndexPools } from '#modules/custody/services/index_pools'
import { NameRoles } from '#modules/custody/services/name_roles'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { PoolStore } from '#modules/custody/storage/pool_store'
import type { CustodySettings } from '#modules/custody/settings'
import { WAIT_MS, eventually, until } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { writeRows } from '#tests/support/rows'
import { ContractWorld } from '../../../unit/custody/support/contract_world.ts'
import { chainDesk } from './chain_desk.ts'
import type { FarSigner } from './far_signer.ts'
import { processOn, type Process } from './process.ts'

const USD = 1_000_000n
export const CAP = 100n * USD
export const DELAY_SECONDS = 3_600
export const HELD = 1_000n * USD

/** Live pools with a cap and a safety delay on a chain of their own, and a service that looks after them. */
export class LimitedPools {
  private constructor(
    readonly world: ContractWorld,
    readonly chain: CustodyChain,
    readonly service: Process,
    private release: () => Promise<void>
  ) {}

  /**
   * @param guardian whom its pools know; none unless given
   * @param admin of its pools; their operator unless given
   */
  static async start(guardian?: FarSigner, admin?: Address): Promise<LimitedPools> {
    // The test's own service knows another chain: it would create these pools there.
    const release = await holdQueues('custody-keeper', 'custody-pool', 'custody-halts')
    const world = await ContractWorld.start(randomInt(10 ** 6, 10 ** 9))
    const { chainId } = world.gateway
    const liveLimits = { safetyDelaySeconds: DELAY_SECONDS, outflowCap: '100.00' }
    const terms = { ...LOCAL_CHAINS[31337]!, liveLimits }
    const change: Partial<CustodySettings> = { chainId, terms, admin }
    if (guardian) change.guardians = [accountOf(guardian.key)]
    const chain = await chainDesk(world.anvil.url, world.operator, change, undefined, {
      signerOf: (account) => (account.address === guardian?.address ? guardian : signerOf(account)),
    })
    if (chain.emergency) await chain.dev!.fundGas(chain.emergency.address, 10n ** 20n)
    await deployContracts(chain)
    return new LimitedPools(world, chain, await processOn(chain), release)
  }

  async stop() {
    const { chainId } = this.chain
    await this.world.anvil.kill()
    await writeRows`UPDATE custody_pools SET state = 'refused' WHERE chain_id = ${chainId}`
    await this.release()
  }

  /** A live realm with a pool that knows its guardian and that somebody has paid into. */
  async paid(realmId = newUuid(), boundaryId = newId('bnd')) {
    const { world, chain, service } = this
    const pools = await service.make(PoolStore)
    const database = await app.container.make(Database)
    await database.transaction((session) =>
      pools.request(session, { realmId, boundaryId, paper: false })
    )
    await (await service.make(CreatePool)).run(realmId, WAIT_MS)
    await (await service.make(NameRoles)).run()
    await chain.lane.advanceOpen()
    const pool = (await pools.find(realmId))!.address!
    const payer = await world.fundedKey()
    const token = chain.plan.liveToken!
    const home = this.hashOf(boundaryId)
    await world.act(world.operator, 'TestUSD', token, 'mint', [world.addressOf(payer), HELD])
    await world.act(payer, 'TestUSD', token, 'approve', [pool, HELD])
    await world.act(payer, 'RealmCustody', pool, 'deposit', [home, HELD, home])
    return { realmId, pool, home }
  }

  hashOf(id: string): Hex {
    return this.chain.gateway.idHash(id)
  }

  /** The id of an operation that nobody knows. */
  newHash(): Hex {
    return this.hashOf(newId('op'))
  }

  paidTo(address: Address) {
    return this.world.read('TestUSD', this.chain.plan.liveToken!, 'balanceOf', [address])
  }

  /** Reads all events there are; what was remembered of boundaries before is too old then. */
  async indexed() {
    await (await this.service.make(IndexPools)).run()
    ;(await this.service.make(BoundaryDirectory)).forget()
  }

  async follow() {
    await (await this.service.make(FollowHalts)).run()
  }

  /** @returns the halt, once the indexer has seen a theft */
  async haltedByTheft(realmId: string): Promise<ActiveHalt> {
    const halts = await this.service.make(RealmHalts)
    return eventually('the realm to be halted', async () => {
      await this.indexed()
      halts.forget()
      const halt = await halts.of(realmId)
      return halt?.by === 'theft' ? halt : null
    })
  }

  async stands(pool: Address): Promise<boolean> {
    const counters = await this.world.read('RealmCustody', pool, 'counters')
    return (counters as { halted: boolean }).halted
  }

  /** Until the pool is as the service wants it. */
  async followed(pool: Address, halted: boolean) {
    await until(`the pool to ${halted ? 'stand still' : 'go on'}`, async () => {
      await this.follow()
      return (await this.stands(pool)) === halted
    })
  }

  async pass(seconds: number) {
    await this.world.anvil.rpc('evm_increaseTime', [seconds])
    await this.world.anvil.rpc('anvil_mine', [1])
  }
}
