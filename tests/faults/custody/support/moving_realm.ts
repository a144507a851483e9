import { randomUUID } from 'node:crypto'
import type { Assert } from '@japa/assert'
import app from '@adonisjs/core/services/app'
import { Database } from '#app/storage/database'
import { formatUsd } from '#app/money/usd'
import { defaultBoundaryId } from '#modules/ledger/core/boundaries'
import { CheckBooks } from '#modules/ledger/services/check_books'
import {
  PoolHand,
  indexed,
  onChainOfApp,
  sheetOf,
} from '#tests/functional/custody/support/pool_hand'
import { freshAddress, tokensOf } from '#tests/functional/custody/support/withdrawing'
import {
  TestRealm,
  accepted,
  eventually,
  type AnyData,
  type OperationView,
} from '#tests/support/client'

/** Long enough for every wait there is: circuits, retries with back-off, the keeper. */
const ENDED_WITHIN_MS = 60_000
const USD = 1_000_000n
const FEE = 50_000n

/** Enough for all rounds of a spec while no deposit arrives. */
const START = 1_000n * USD
/** Base units that a round moves: into the home boundary, from there into the zone, and out. */
const IN = 5n * USD
const ACROSS = 2n * USD
const OUT = 1n * USD

/** The events that move value, by name; one per operation, or something happened twice. */
type Moves = Record<'Credited' | 'Settled' | 'Withdrawn', number>

/**
 * A paper realm with money in two boundaries. Every round is one movement of each kind; the realm
 * knows what it has to hold after them, in the journal and on the chain.
 */
export class MovingRealm {
  #home = 0n
  #zone = 0n
  #fees = 0n
  #moves: Moves = { Credited: 0, Settled: 0, Withdrawn: 0 }
  readonly #destination = freshAddress()
  /** All operations there were. */
  readonly operations: string[] = []

  private constructor(
    readonly realm: TestRealm,
    readonly hand: PoolHand,
    readonly zoneId: string
  ) {}

  static async open(): Promise<MovingRealm> {
    const realm = await TestRealm.open()
    const hand = await PoolHand.of(realm)
    const { client, id: realmId } = realm
    const body = { realmId, path: '/zone' }
    const zone = accepted(await client.post<AnyData>('/api/v1/isolation-zones', body))
    await realm.object('/ann')
    await realm.object('/zone/bob')
    const moving = new MovingRealm(realm, hand, zone.boundaryId as string)
    await moving.#fund(START)
    await moving.ended()
    return moving
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
      ...{ path: `/op/${randomUUID()}`, amount: formatUsd(ACROSS) },
      ...{ sourceObjectPath: '/ann', targetObjectPath: '/zone/bob' },
    })
    this.#home -= ACROSS
    this.#zone += ACROSS - FEE
    this.#fees += FEE
    this.#moves.Settled++
    return id
  }

  async #defund(): Promise<string> {
    const id = await this.#post('defund-account', {
      ...{ path: `/op/${randomUUID()}`, objectPath: '/ann', amount: formatUsd(OUT) },
      destinationAddress: this.#destination,
    })
    this.#home -= OUT
    this.#moves.Withdrawn++
    return id
  }

  async #post(route: string, body: Record<string, unknown>): Promise<string> {
    const reply = await this.realm.client.post<{ operation: OperationView }>(`/api/v1/${route}`, {
      realmId: this.realm.id,
      ...body,
    })
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
      await this.realm.client.get<AnyData>('/api/v1/summary', query)
    )
    return pendingOperationCount as number
  }

  async ended(waitMs = ENDED_WITHIN_MS): Promise<void> {
    const none = async () => ((await this.pending()) === 0 ? true : null)
    await eventually('every operation to end', none, waitMs)
  }

  /** Ids of the operations that callers were told are completed. */
  async completed(): Promise<string[]> {
    const operations = await Promise.all(this.operations.map((id) => this.stateOf(id)))
    return operations.filter(({ state }) => state === 'completed').map(({ id }) => id)
  }

  /** Everything has ended well, once; journal, events, contract and balance sheet say the same. */
  async agrees(assert: Assert): Promise<void> {
    await this.ended()
    const operations = await Promise.all(this.operations.map((id) => this.stateOf(id)))
    const failed = operations.filter(({ state }) => state !== 'completed')
    assert.deepEqual(failed, [])
    assert.equal(await this.settled('/ann'), formatUsd(this.#home))
    assert.equal(await this.settled('/zone/bob'), formatUsd(this.#zone))
    await indexed()
    assert.deepEqual(await this.onChain(), {
      home: this.#home + this.#fees,
      zone: this.#zone,
      paid: BigInt(this.#moves.Withdrawn) * OUT,
    })
    assert.deepEqual(await this.#events(), this.#moves)
    assert.containsSubset(await sheetOf(this.realm), {
      ...{ poolMeasurable: true, conservation: true, stranded: '0.00', unattributed: '0.00' },
      ...{ physicalDrift: '0.00', replayDrift: '0.00', unregistered: [] },
      boundaries: [
        { solvent: true, surplus: '0.00' },
        { solvent: true, surplus: '0.00' },
      ],
    })
    assert.isNull(await this.halt())
    const books = await app.container.make(CheckBooks)
    assert.deepEqual(await books.run({ realmId: this.realm.id }), [])
  }

  async halt(): Promise<AnyData> {
    const { client, id: realmId } = this.realm
    const { body } = await client.get('/api/v1/custody/status', { realmId })
    return (body as AnyData).realmHalt
  }

  async settled(path: string): Promise<string> {
    const { client, id: realmId } = this.realm
    const { object } = accepted(
      await client.get<AnyData>('/api/v1/objects/by-path', { realmId, path })
    )
    const held = accepted(await client.get<AnyData>(`/api/v1/objects/${object.id}/balances`))
    return (held.balances[0]?.settled as string | undefined) ?? '0.00'
  }

  /** As the newest block has it; base units. */
  async onChain() {
    const [home, zone] = await Promise.all([
      this.#boundary(defaultBoundaryId(this.realm.id)),
      this.#boundary(this.zoneId),
    ])
    return { home, zone, paid: await tokensOf(this.#destination) }
  }

  async #boundary(id: string): Promise<bigint> {
    const { gateway } = this.hand.chain
    const call = { contract: 'RealmCustody', to: this.hand.address, fn: 'boundary' } as const
    const found = await gateway.call({ ...call, args: [gateway.idHash(id)] }, 'latest')
    return (found as { balance: bigint }).balance
  }

  async #events(): Promise<Moves> {
    const { chain } = await onChainOfApp()
    const database = await app.container.make(Database)
    const rows = await database.read<{ name: keyof Moves; count: string }>(
      `SELECT name, COUNT(*) AS count FROM custody_events
        WHERE chain_id = ? AND pool = ? AND name IN ('Credited', 'Settled', 'Withdrawn')
        GROUP BY name`,
      [chain.settings.chainId, this.hand.address]
    )
    const counted = rows.map(({ name, count }) => [name, Number(count)])
    return { Credited: 0, Settled: 0, Withdrawn: 0, ...Object.fromEntries(counted) } as Moves
  }
}
