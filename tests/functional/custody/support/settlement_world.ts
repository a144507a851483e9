import { randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { newId } from '#app/ids/ids'
import { Database } from '#app/storage/database'
import { defaultBoundaryId } from '#modules/ledger/core/boundaries'
import type { ChainValue } from '#modules/custody/core/chain_types'
import type { SettlementOrder } from '#modules/custody/storage/settlement_store'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { ChainOutcomes } from '#modules/custody/services/chain_outcomes'
import { type CustodyChain } from '#modules/custody/services/custody_chain'
import { PoolStore } from '#modules/custody/storage/pool_store'
import { SettlementStore } from '#modules/custody/storage/settlement_store'
import { TestRealm, WAIT_MS, accepted, eventually, type OperationView } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
import { agreeingTo } from './chain_desk.ts'
import { chainOfApp } from './process.ts'

/** Realms of this file, and those whose journal and chain a test has set apart on purpose. */
const opened = new Set<string>()
const disturbed = new Set<string>()

/** Fails for whatever the books of this file's undisturbed realms show; whoever checks next is spared these. */
export async function checkBooks() {
  const books = await app.container.make(CheckBooks)
  const meant = []
  for (const realmId of opened) {
    if (!disturbed.has(realmId)) meant.push(...(await books.run({ realmId })))
  }
  opened.clear()
  if (disturbed.size > 0) {
    await writeRows`UPDATE custody_pools SET state = 'refused'
        WHERE realm_id IN (${[...disturbed]})`
  }
  if (meant.length > 0) throw new Error(JSON.stringify(meant))
}

const ENDED = ['completed', 'failed', 'expired']

/** A paper realm with money in its default boundary and an object in another one. */
export class SettlementWorld {
  private constructor(
    readonly realm: TestRealm,
    readonly zone: string,
    readonly database: Database,
    readonly chain: CustodyChain
  ) {}

  static async open(): Promise<SettlementWorld> {
    const realm = await TestRealm.open()
    opened.add(realm.id)
    const declared = await realm.declareZone('/zone')
    await realm.object('/bob')
    await realm.object('/carol')
    await realm.object('/zone/ann')
    await realm.fund('/bob', '10')
    const database = await app.container.make(Database)
    const chain = await chainOfApp()
    return new SettlementWorld(realm, accepted(declared).boundaryId, database, chain)
  }

  get home() {
    return defaultBoundaryId(this.realm.id)
  }

  transfer(more: Record<string, unknown> = {}) {
    return {
      path: `/op/${randomUUID()}`,
      amount: '1',
      sourceObjectPath: '/bob',
      targetObjectPath: '/zone/ann',
      ...more,
    }
  }

  send(more: Record<string, unknown> = {}) {
    const body = { realmId: this.realm.id, ...this.transfer(more) }
    return this.realm.client.post<{ operation: OperationView }>('/api/v1/transfer', body)
  }

  async operation(id: string): Promise<OperationView> {
    const { data } = await this.realm.client.get<{ operation: OperationView }>(
      `/api/v1/operations/${id}`
    )
    return data.operation
  }

  /** The operation once it is not pending any more. */
  ended(id: string): Promise<OperationView> {
    return eventually(`operation ${id} to end`, async () => {
      const operation = await this.operation(id)
      return ENDED.includes(operation.state) ? operation : null
    })
  }

  async settled(path: string): Promise<string> {
    return (await this.#balance(path)).settled
  }

  /** What is committed to leave. */
  async departing(path: string): Promise<string> {
    return (await this.#balance(path)).departing
  }

  async pool() {
    const pools = await app.container.make(PoolStore)
    const pool = await pools.find(this.realm.id)
    return pool!.address!
  }

  /** Balances of the default boundary and of the zone, as the newest block has them. */
  async onChain(): Promise<[bigint, bigint]> {
    return [await this.#boundary(this.home), await this.#boundary(this.zone)]
  }

  /** Acts on the pool as the operator of the service. */
  async act(purpose: string, fn: string, args: readonly ChainValue[]) {
    const chain = await agreeingTo(fn, this.chain)
    const data = chain.gateway.encode('RealmCustody', fn, args)
    const to = await this.pool()
    const sent = await chain.lane.submit({ purpose: `test:${randomUUID()}:${purpose}`, to, data })
    return chain.lane.awaitFinal(sent, WAIT_MS)
  }

  /** Whether the service may act on the pool. Without that its batches revert as a whole. */
  async allowSettling(allowed: boolean) {
    await this.act('settler', 'setSettler', [this.chain.lane.address, allowed])
  }

  /** The journal and the chain of this realm are apart: a test has credited what is not there. */
  disturb() {
    disturbed.add(this.realm.id)
  }

  /** A settlement that no operation of the ledger stands behind. Base units, out of `/bob`'s boundary. */
  order(amount: bigint) {
    const operationId = newId('op')
    const { id: realmId } = this.realm
    disturbed.add(realmId)
    return { operationId, realmId, amount, fromBoundaryId: this.home, toBoundaryId: this.zone }
  }

  /** Puts such orders into the queue; returns once they are stored. */
  async queue(orders: readonly SettlementOrder[]) {
    const settlements = await app.container.make(SettlementStore)
    await this.database.transaction((session) => settlements.add(session, this.realm.id, orders))
  }

  async outcome(operationId: string) {
    const outcomes = await app.container.make(ChainOutcomes)
    return eventually('the outcome', () => outcomes.of(operationId))
  }

  async #boundary(id: string): Promise<bigint> {
    const { gateway } = this.chain
    const call = { contract: 'RealmCustody', to: await this.pool(), fn: 'boundary' } as const
    const found = await gateway.call({ ...call, args: [gateway.idHash(id)] }, 'latest')
    return (found as { balance: bigint }).balance
  }

  async #balance(path: string) {
    const { data } = await this.realm.find(path)
    const id = (data.object ?? data).id as string
    const { data: found } = await this.realm.client.get(`/api/v1/objects/${id}/balances`)
    const { settled, departing } = found.balances[0] ?? { settled: '0.00', departing: '0.00' }
    return { settled, departing } as { settled: string; departing: string }
  }
}
