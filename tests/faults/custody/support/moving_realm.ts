import { randomUUID } from 'node:crypto'
import type { Assert } from '@japa/assert'
import app from '@adonisjs/core/services/app'
import { Database } from '#app/storage/database'
import { formatUsd } from '#app/money/usd'
import { ChainUnreachable } from '#modules/custody/chain/errors'
import type { Address } from '#modules/custody/core/chain_types'
import type { ActiveHalt } from '#modules/custody/core/realm_halt'
import { PoolBooks } from '#modules/custody/services/pool_books'
import { defaultBoundaryId } from '#modules/ledger/core/boundaries'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { type CustodyChain } from '#modules/custody/services/custody_chain'
import { IndexPools } from '#modules/custody/services/index_pools'
import { ReadBalanceSheet } from '#modules/custody/services/read_balance_sheet'
import { RealmHalts } from '#modules/custody/services/realm_halts'
import { PoolHand } from '#tests/functional/custody/support/pool_hand'
import { freshAddress } from '#tests/functional/custody/support/withdrawing'
import { TestRealm, accepted, eventually, pluck, type OperationView } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { chainOfApp, type Process } from '#tests/functional/custody/support/process'
import { explained } from '#tests/support/explained'
import { poolStanding } from './pool_standing.ts'

const USD = 1_000_000n
const FEE = 50_000n
const BOOK_BUDGET = 100_000
const READS = 10

/** Enough for all rounds of a spec while no deposit arrives. */
const START = 1_000n * USD
/** Base units that a round moves: into the home boundary, from there into the zone, and out. */
const IN = 5n * USD
const ACROSS = 2n * USD
const OUT = 1n * USD

/** The events that move value, by name; one per operation, or something happened twice. */
type Moves = Record<'Credited' | 'Settled' | 'Withdrawn', number>

/** Where a realm's pool is. */
export interface Ground {
  /** Who looks after it. */
  process: Process
  chain: CustodyChain
  pool: Address
  /** What jobs would do; for a chain that the jobs of this process do not know. */
  turn?(): Promise<void>
}

/**
 * A paper realm with money in two boundaries. Every round is one movement of each kind; the realm
 * knows what it has to hold after them, in the journal and on the chain.
 */
export class MovingRealm {
  #home = 0n
  #zone = 0n
  #fees = 0n
  #moves: Moves = { Credited: 0, Settled: 0, Withdrawn: 0 }
  readonly #seen = new Set<string>()
  readonly #destination = freshAddress()
  /** All operations there were. */
  readonly operations: string[] = []

  private constructor(
    readonly realm: TestRealm,
    readonly zoneId: string,
    private ground: Ground
  ) {}

  /** @param settle where the pool of the realm is to be; the service's own chain unless given */
  static async open(
    settle: (realm: TestRealm, zoneId: string) => Promise<Ground> = onOwnChain
  ): Promise<MovingRealm> {
    const realm = await TestRealm.open()
    const { client, id: realmId } = realm
    const body = { realmId, path: '/zone' }
    const zone = accepted(await client.post('/api/v1/isolation-zones', body))
    const zoneId = zone.boundaryId as string
    await realm.object('/ann')
    await realm.object('/zone/bob')
    const moving = new MovingRealm(realm, zoneId, await settle(realm, zoneId))
    await moving.#fund(START)
    await moving.ended()
    return moving
  }

  get pool(): Address {
    return this.ground.pool
  }

  get #chain() {
    return this.ground.chain
  }

  /** One movement of each kind, all at once. @returns their ids; each is accepted, whatever the node does */
  async round(): Promise<string[]> {
    return Promise.all([this.#fund(IN), this.transfer(), this.#defund()])
  }

  async #fund(amount: bigint): Promise<string> {
    const id = await this.#post('fund-account', { objectPath: '/ann', amount: formatUsd(amount) })
    this.#home += amount
    this.#moves.Credited++
    return id
  }

  /** From the default boundary into the zone. */
  async transfer(): Promise<string> {
    const id = await this.#post('transfer', {
      path: `/op/${randomUUID()}`,
      amount: formatUsd(ACROSS),
      sourceObjectPath: '/ann',
      targetObjectPath: '/zone/bob',
    })
    this.#home -= ACROSS
    this.#zone += ACROSS - FEE
    this.#fees += FEE
    this.#moves.Settled++
    return id
  }

  async #defund(): Promise<string> {
    const id = await this.#post('defund-account', {
      path: `/op/${randomUUID()}`,
      objectPath: '/ann',
      amount: formatUsd(OUT),
      destinationAddress: this.#destination,
    })
    this.#home -= OUT
    this.#moves.Withdrawn++
    return id
  }

  async #post(route: string, body: Record<string, unknown>): Promise<string> {
    const reply = await this.realm.post<{ operation: OperationView }>(`/${route}`, body)
    const { id } = accepted(reply).operation
    this.operations.push(id)
    return id
  }

  async stateOf(id: string): Promise<OperationView> {
    const { client } = this.realm
    return accepted(await client.get<{ operation: OperationView }>(`/api/v1/operations/${id}`))
      .operation
  }

  async pending(): Promise<number> {
    const query = { realmId: this.realm.id }
    const { pendingOperationCount } = accepted(
      await this.realm.client.get('/api/v1/summary', query)
    )
    return pendingOperationCount as number
  }

  async ended(): Promise<void> {
    const none = async () => {
      await this.ground.turn?.()
      return (await this.pending()) === 0 ? true : null
    }
    await eventually('every operation to end', none)
  }

  /** A node that has lost history is given it back; until then it shows what was, not what is. */
  async #chainHasAll(): Promise<void> {
    const { gateway, lane } = this.#chain
    const hasAll = async () => {
      await this.ground.turn?.()
      const next = await lane.nextNonce()
      if (next === null) return true
      const mined = await gateway.nonce(lane.address, 'latest').catch(notWhileAway)
      return mined !== null && mined >= next ? true : null
    }
    await eventually('the node to have every transaction', hasAll)
  }

  /** Ids of the operations that callers were told are completed. */
  async completed(): Promise<string[]> {
    const operations = await Promise.all(this.operations.map((id) => this.stateOf(id)))
    return pluck(
      operations.filter(({ state }) => state === 'completed'),
      'id'
    )
  }

  /** The newest transfer has failed, and everything is as if it had never been asked for. */
  async tookBack(assert: Assert): Promise<void> {
    this.#home += ACROSS
    this.#zone -= ACROSS - FEE
    this.#fees -= FEE
    this.#moves.Settled--
    this.operations.pop()
    await this.agrees(assert)
  }

  /** Everything has ended well, once; journal, events, contract and balance sheet say the same. */
  async agrees(assert: Assert): Promise<void> {
    await this.ended()
    await this.#chainHasAll()
    // What is completed stays so: looked at once, however often this is asked.
    const fresh = this.operations.filter((id) => !this.#seen.has(id))
    const operations = await Promise.all(fresh.map((id) => this.stateOf(id)))
    const failed = operations.filter(({ state }) => state !== 'completed')
    assert.deepEqual(failed, [])
    for (const id of fresh) this.#seen.add(id)
    assert.equal(await this.settled('/ann'), formatUsd(this.#home))
    assert.equal(await this.settled('/zone/bob'), formatUsd(this.#zone))
    await this.#read()
    assert.deepEqual(await this.onChain(), {
      home: this.#home + this.#fees,
      zone: this.#zone,
      paid: BigInt(this.#moves.Withdrawn) * OUT,
    })
    assert.deepEqual(await this.#events(), this.#moves)
    const readSheet = await this.ground.process.make(ReadBalanceSheet)
    // What the chain says and what was read of it are of different blocks while one is being mined.
    const together = eventually('the chain and the books to be at one block', async () => {
      const measured = await readSheet.measure(this.realm.id)
      if (measured.comparable) return measured.sheet
      await this.#read()
      return null
    })
    const sheet = await explained(together, () =>
      poolStanding(this.#chain, this.realm.id, this.pool)
    )
    assert.containSubset(sheet, {
      poolMeasurable: true,
      conservation: true,
      stranded: 0n,
      unattributed: 0n,
      physicalDrift: 0n,
      replayDrift: 0n,
      unregistered: [],
      boundaries: [
        { solvent: true, surplus: 0n },
        { solvent: true, surplus: 0n },
      ],
    })
    assert.isNull(await this.halt())
    await this.#checkBooks(assert)
  }

  /** As an admin does; the pool follows. */
  async goOn(): Promise<void> {
    await (await app.container.make(RealmHalts)).clear(this.realm.id, 'test')
  }

  async halt(): Promise<ActiveHalt | null> {
    return (await this.ground.process.make(RealmHalts)).of(this.realm.id)
  }

  /** Those of the ledger, and those of custody for this chain. */
  async #checkBooks(assert: Assert) {
    const books = await app.container.make(CheckBooks)
    assert.deepEqual(await books.run({ realmId: this.realm.id }), [])
    const database = await app.container.make(Database)
    const poolBooks = await this.ground.process.make(PoolBooks)
    const verdicts = await database.snapshot((session) =>
      poolBooks.check(session, this.realm.id, BOOK_BUDGET)
    )
    assert.lengthOf(verdicts, 4)
    for (const { name, violations } of verdicts) assert.deepEqual(violations, [], name)
  }

  /** A page that a moving chain made worthless is read again; a pool of another realm may never be whole. */
  async #read() {
    const indexPools = await this.ground.process.make(IndexPools)
    for (let left = READS; left > 0;) {
      const { outcome, settled } = await indexPools.run()
      if (settled) return
      if (outcome !== 'busy') left--
    }
  }

  async settled(path: string): Promise<string> {
    const { client, id: realmId } = this.realm
    const { object } = accepted(await client.get('/api/v1/objects/by-path', { realmId, path }))
    const held = accepted(await client.get(`/api/v1/objects/${object.id}/balances`))
    return (held.balances[0]?.settled as string | undefined) ?? '0.00'
  }

  /** As the newest block has it; base units. */
  async onChain() {
    const [home, zone] = await Promise.all([
      this.#boundary(defaultBoundaryId(this.realm.id)),
      this.#boundary(this.zoneId),
    ])
    return { home, zone, paid: await this.#tokens() }
  }

  async #tokens(): Promise<bigint> {
    const { gateway, plan } = this.#chain
    const args = [this.#destination]
    const call = { contract: 'TestUSD', to: plan.token, fn: 'balanceOf', args } as const
    return (await gateway.call(call, 'latest')) as bigint
  }

  async #boundary(id: string): Promise<bigint> {
    const { gateway } = this.#chain
    const call = { contract: 'RealmCustody', to: this.ground.pool, fn: 'boundary' } as const
    const found = await gateway.call({ ...call, args: [gateway.idHash(id)] }, 'latest')
    return (found as { balance: bigint }).balance
  }

  async #events(): Promise<Moves> {
    const rows = await readRows`SELECT name, COUNT(*) AS count FROM custody_events
          WHERE chain_id = ${this.#chain.settings.chainId} AND pool = ${this.ground.pool}
          AND name IN ('Credited', 'Settled', 'Withdrawn') GROUP BY name`
    const counted = rows.map(({ name, count }) => [name, Number(count)])
    return { Credited: 0, Settled: 0, Withdrawn: 0, ...Object.fromEntries(counted) } as Moves
  }
}

async function onOwnChain(realm: TestRealm): Promise<Ground> {
  const { address } = await PoolHand.of(realm)
  return { process: app.container, chain: await chainOfApp(), pool: address }
}

/** A node that has just been killed is not asked again for a moment. */
function notWhileAway(error: unknown): null {
  if (error instanceof ChainUnreachable) return null
  throw error
}
