import { randomBytes, randomUUID } from 'node:crypto'
import app from '@adonisjs/core/services/app'
import { parseUsd } from '#app/money/usd'
import type { ComposedEntry } from '#modules/ledger/extension/companion'
import { PostComposed } from '#modules/ledger/index'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { KeepAccounts } from '#modules/venue/live/services/keep_accounts'
import { LiveConnection } from '#modules/venue/live/services/live_connection'
import { LiveDriver } from '#modules/venue/live/services/live_driver'
import { PollAccount } from '#modules/venue/live/services/poll_account'
import { RecoverActions } from '#modules/venue/live/services/recover_actions'
import { ReconcileAccount } from '#modules/venue/live/services/reconcile_account'
import { LiveAccountStore } from '#modules/venue/live/storage/live_account_store'
import { VenueKey } from '#modules/venue/live/wire/sealed_key'
import { TestRealm, accepted, eventually, type AnyData, type Reply } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { writeRows } from '#tests/support/rows'
import type { FakeAccount } from '#tests/faults/venue/support/fake_accounts'
import { FakeHyperliquid } from '#tests/faults/venue/support/fake_hyperliquid'

const MASTER_USD = 1_000_000
const KEY_SECRET = 'a secret of the tests, long enough'
/** What they do is done here by hand: between two steps of a test nobody else looks after an account. */
const JOBS = ['venue-live-accounts', 'venue-live-actions']
/** An order that is to arrive does so on any machine. */
const ORDER_LIFETIME_MS = 15_000
/** Whoever waits for one that never arrives waits as long. */
const SHORT_LIFETIME_MS = 1_000

/** A production realm whose accounts are at a venue on this machine. */
export class LiveDesk {
  #purse = false

  private constructor(
    readonly fake: FakeHyperliquid,
    readonly realm: TestRealm,
    private masterKey: string,
    private release: () => Promise<void>
  ) {}

  /** Connects another process of the service to the same venue. */
  get environment(): Record<string, string> {
    return {
      VENUE_LIVE_URL: this.fake.url,
      VENUE_LIVE_TESTNET: 'true',
      VENUE_KEY_SECRET: KEY_SECRET,
      VENUE_MASTER_KEY: this.masterKey,
    }
  }

  static async start(): Promise<LiveDesk> {
    const fake = await FakeHyperliquid.start()
    const masterKey = randomBytes(32).toString('hex')
    const master = new VenueKey(masterKey)
    fake.accounts.open(master.address, MASTER_USD)
    const release = await holdQueues(...JOBS)
    const connection = await app.container.make(LiveConnection)
    connection.open(
      {
        url: fake.url,
        testnet: true,
        keySecret: KEY_SECRET,
        masterKey,
        fundingUsd: '6',
        builderAddress: null,
      },
      {
        requestMs: 10_000,
        orderLifetimeMs: ORDER_LIFETIME_MS,
        graceMs: 500,
        callerWaitMs: 10_000,
        lookEveryMs: 100,
        pricesMs: 500,
        deadPricesMs: 60_000,
        pollMs: 3_600_000,
        reconcileMs: 3_600_000,
        retryMs: 50,
        retryCapMs: 200,
      }
    )
    const realm = await TestRealm.open({ asset: 'live' })
    return new LiveDesk(fake, realm, masterKey, release)
  }

  async stop(): Promise<void> {
    const connection = await app.container.make(LiveConnection)
    connection.close()
    await this.fake.stop()
    await this.release()
  }

  /** Orders that are sent meanwhile are soon refused by the venue, should they arrive at all. */
  async shortLived<Result>(work: () => Promise<Result>): Promise<Result> {
    const { timings } = (await app.container.make(LiveConnection)).require()
    timings.orderLifetimeMs = SHORT_LIFETIME_MS
    try {
      return await work()
    } finally {
      timings.orderLifetimeMs = ORDER_LIFETIME_MS
    }
  }

  async resetBudget(): Promise<void> {
    await writeRows`UPDATE venue_live_budget SET tokens = 960, at_ms = ${Date.now()}`
  }

  async emptyBudget(): Promise<void> {
    const inAnHour = Date.now() + 3_600_000
    await writeRows`UPDATE venue_live_budget SET tokens = 0, at_ms = ${inAnHour}`
  }

  async object(name: string) {
    const metadata = JSON.stringify({ venue: 'venue' })
    return this.realm.object(`/live/${name}`, { type: 'exchange', metadata })
  }

  /** An account that is set up and has cash. */
  async trader(name: string, cash: string): Promise<LiveTrader> {
    const { id } = await this.object(name)
    await this.ready(id)
    const trader = new LiveTrader(this, id)
    await trader.credit(cash)
    return trader
  }

  async ready(objectId: string) {
    return eventually(`${objectId} to be ready`, async () => {
      await this.resetBudget()
      await (await app.container.make(KeepAccounts)).run()
      const account = await this.account(objectId)
      return account.state === 'ready' ? account : null
    })
  }

  /** A deposit nobody pays: it stays pending. */
  async pendingOperation(): Promise<string> {
    const { client, id: realmId } = this.realm
    if (!this.#purse) await this.realm.object('/live/purse')
    this.#purse = true
    const deposit = { realmId, objectPath: '/live/purse', amount: '1.00' }
    return accepted<AnyData>(await client.post('/api/v1/fund-account', deposit)).operation.id
  }

  /** One round of what is done for accounts by themselves. */
  async keep(): Promise<void> {
    await this.resetBudget()
    await (await app.container.make(KeepAccounts)).run()
  }

  async account(objectId: string) {
    const store = await app.container.make(LiveAccountStore)
    return (await store.find(objectId))!
  }

  async recover(): Promise<void> {
    await writeRows`UPDATE venue_live_actions SET due_at_ms = 0 WHERE state IN ('sent', 'answered')`
    await (await app.container.make(RecoverActions)).run()
  }

  /** Every invariant of the ledger and of the venue. */
  async assertSoundBooks(assert: { deepEqual(actual: unknown, expected: unknown): void }) {
    const books = await app.container.make(CheckBooks)
    assert.deepEqual(await books.run({ realmId: this.realm.id }), [])
  }
}

export class LiveTrader {
  constructor(
    private desk: LiveDesk,
    readonly id: string
  ) {}

  get #place() {
    return { realmId: this.desk.realm.id, objectId: this.id }
  }

  /** The account at the venue. */
  async there(): Promise<FakeAccount> {
    return this.desk.fake.accounts.of((await this.desk.account(this.id)).address)
  }

  /**
   * Cash by the driver's own way; where it comes from in the ledger is not what is tested.
   *
   * @param operationId one that is pending
   */
  async credit(usd: string, operationId?: string): Promise<void> {
    const driver = await app.container.make(LiveDriver)
    const poster = await app.container.make(PostComposed)
    const amount = parseUsd(usd)
    const id = operationId ?? (await this.desk.pendingOperation())
    const companion = await driver.moveCash(this.#place, amount, id)
    if (!companion) throw new Error('The transfer has ended')
    await poster.pass(this.desk.realm.id, {
      ...companion,
      module: 'venue',
      compose: async (session, now) => {
        const composed = await companion.compose(session, now)
        if (composed.kind === 'refused') return composed
        return { kind: 'composed', entries: [...composed.entries, credited(this.id, amount)] }
      },
    })
  }

  send(method: string, what: string, body: Record<string, unknown> = {}): Promise<Reply<AnyData>> {
    const { client, id } = this.desk.realm
    const base = `/api/v1/objects/${this.id}/exchange`
    const full = { realmId: id, path: `/op/live/${randomUUID()}`, ...body }
    if (method !== 'DELETE') return client.send(method, `${base}/${what}`, full)
    const query = new URLSearchParams(full as Record<string, string>)
    return client.send('DELETE', `${base}/${what}?${query}`)
  }

  get(what: string): Promise<Reply<AnyData>> {
    return this.desk.realm.client.get(`/api/v1/objects/${this.id}/exchange/${what}`)
  }

  order(body: Record<string, unknown>): Promise<Reply<AnyData>> {
    return this.send('POST', 'orders', {
      market: 'vn:0:BTC',
      orderType: 'MARKET',
      side: 'buy',
      leverage: 10,
      ...body,
    })
  }

  /** Asks for the same order until its fate is known, as a caller is told to. */
  insist(body: Record<string, unknown>) {
    const path = `/op/insist/${randomUUID()}`
    return eventually('the fate of an order', async () => {
      const reply = await this.order({ ...body, path })
      await this.desk.recover()
      const { code, details } = reply.error ?? {}
      return code === 'EXCHANGE_ERROR' && details?.reason === 'outcome_unknown' ? null : reply
    })
  }

  async orders(): Promise<AnyData[]> {
    return accepted(await this.get('orders')).orders
  }

  async size(): Promise<string> {
    const { positions } = accepted(await this.get('positions'))
    return positions[0]?.size ?? '0'
  }

  async poll(): Promise<void> {
    await this.desk.resetBudget()
    const account = await this.desk.account(this.id)
    await (await app.container.make(PollAccount)).run(account)
  }

  /** @returns why it is frozen, or null */
  async reconcile(): Promise<string | null> {
    await this.desk.resetBudget()
    const account = await this.desk.account(this.id)
    await (await app.container.make(ReconcileAccount)).run(account)
    return (await this.desk.account(this.id)).frozenReason
  }

  /** Books and venue agree to the cent, and the books are sound. */
  async assertAgrees(assert: {
    deepEqual(actual: unknown, expected: unknown): void
    isNull(value: unknown): void
  }): Promise<void> {
    await this.poll()
    assert.isNull(await this.reconcile())
    await this.desk.assertSoundBooks(assert)
  }
}

function credited(objectId: string, amount: bigint): ComposedEntry {
  const leg = { denomination: 'USD', kind: 'transfer' as const }
  return {
    operation: null,
    opType: 'adjustment',
    state: 'completed',
    failureMessage: null,
    outcome: {},
    objectId,
    denomination: null,
    amount: null,
    legs: [
      {
        ...leg,
        holder: { systemPath: '/_system/venue/house', keepsOwnBooks: true },
        amount: -amount,
      },
      { ...leg, holder: { objectId }, amount },
    ],
    events: [],
    deltas: [],
  }
}
