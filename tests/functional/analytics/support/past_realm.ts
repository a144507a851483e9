import app from '@adonisjs/core/services/app'
import { ManualClock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { newId, newUuid } from '#app/ids/ids'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { QueueHost } from '#app/queue/queue_host'
import { Database } from '#app/storage/database'
import type { ComposedLeg } from '#modules/ledger/extension/companion'
import type { Resolution } from '#modules/analytics/core/resolutions'
import { JournalWorth } from '#modules/analytics/services/journal_worth'
import { SealRealm } from '#modules/analytics/services/seal_realm'
import { defaultBoundaryId } from '#modules/ledger/core/boundaries'
import type { PostRequest } from '#modules/ledger/core/requests'
import { SinglePoster } from '#modules/ledger/services/poster/single_poster'
import { TestRealm, until, type Client } from '#tests/support/client'
import { creationOf, draftOf } from '#tests/functional/ledger/support/drafts'

const MICROS = 1_000_000
const HOUSE = '/_system/venue/house'

/**
 * A realm whose journal was written in the past, by a clock of its own. Its positions are balances
 * of the journal alone, without a venue behind them: histories need no more. The seal job of this
 * process must be held meanwhile, since it closes the time that is written into.
 */
export class PastRealm {
  readonly clock: ManualClock

  private constructor(
    readonly realm: TestRealm,
    private database: Database,
    private poster: SinglePoster,
    clock: ManualClock
  ) {
    this.clock = clock
  }

  static async open(client: Client, at: Micros): Promise<PastRealm> {
    const [database, relay] = [
      await app.container.make(Database),
      await app.container.make(OutboxRelay),
    ]
    const clock = new ManualClock(at)
    const { data: me } = await client.get('/api/v1/auth/me')
    const id = newUuid()
    const past = new PastRealm(
      new TestRealm(client, id),
      database,
      new SinglePoster(database, clock, relay),
      clock
    )
    await past.#post({
      kind: 'open_realm',
      realmId: id,
      realm: {
        id,
        orgId: me.orgId,
        builderId: me.id,
        name: 'Past',
        slug: `past-${id}`,
        asset: 'paper',
        lifecycle: 'permanent',
        backing: 'chain',
        description: null,
      },
      actor: { type: 'builder', id: me.id },
      ids: { external: newId('obj'), fees: newId('obj'), event: newId('evt') },
      boundaryId: defaultBoundaryId(id),
      jobs: [],
    })
    return past
  }

  get id(): string {
    return this.realm.id
  }

  /** @param at seconds since the Unix epoch; later than everything before */
  setTime(at: number) {
    this.clock.setMicros(Math.round(at * MICROS))
  }

  /** An exchange object: the only kind whose balances a test can move by itself. */
  async object(path: string): Promise<string> {
    const [id, operationId] = [newId('obj'), newId('op')]
    const realmId = this.id
    const object = { id, type: 'exchange', keepsOwnBooks: true }
    const operation = draftOf('create', { id: operationId })
    await this.#post(creationOf(realmId, path, { operation, object }))
    const ids = { event: newId('evt'), delta: newId('dlt') }
    await this.#post({ kind: 'complete_create', realmId, operationId, ids, jobs: [] })
    return id
  }

  /** Moves dollars and positions between objects and the house, in one entry. */
  async move(moves: readonly { objectId: string; denomination: string; amount: bigint }[]) {
    const legs = moves.flatMap(({ objectId, denomination, amount }): ComposedLeg[] => [
      { holder: { objectId }, denomination, amount, kind: 'trade' },
      {
        holder: { systemPath: HOUSE, keepsOwnBooks: true },
        denomination,
        amount: -amount,
        kind: 'trade',
      },
    ])
    const entry = {
      operation: null,
      opType: 'adjustment' as const,
      state: 'completed' as const,
      failureMessage: null,
      outcome: {},
      objectId: null,
      denomination: null,
      amount: null,
      legs,
      events: [],
      deltas: [],
    }
    await this.poster.post({ kind: 'composed_pass', realmId: this.id, jobs: [] }, undefined, {
      module: 'venue',
      compose: () => Promise.resolve({ kind: 'composed', entries: [entry] }),
      write: () => Promise.resolve(),
      committed: () => {},
    })
  }

  /** Prices of the realm's own feed became known. */
  async price(at: number, mids: Record<string, string>) {
    const body = Object.entries(mids).map(([market, mid]) => `${market}=${mid}`)
    await this.database.write('INSERT INTO venue_mids (feed_id, made_at, body) VALUES (?, ?, ?)', [
      `fork:${this.id}`,
      toSqlDatetime(Math.round(at * MICROS)),
      body.join(' '),
    ])
  }

  /** One run of the job, at a moment in seconds. @returns how many buckets it stored */
  async seal(at: number): Promise<number> {
    const worth = await app.container.make(JournalWorth)
    return new SealRealm(this.database, new ManualClock(at * MICROS), worth).run(this.id)
  }

  async #post(request: PostRequest) {
    await this.poster.post(request)
  }
}

/** Seconds in place of minutes: a test cannot wait for those. Only where sealing is held. */
export const BY_SECONDS: Resolution = {
  name: '1m',
  seconds: 1,
  retentionDays: 1,
  storedSeconds: 60,
}

/** Holds the job that seals histories by itself. @returns lets it go on */
export async function holdSealing(): Promise<() => Promise<void>> {
  const queue = (await app.container.make(QueueHost)).queue('history-seal')
  await queue.pause()
  await until('the running seal to end', async () => (await queue.getActiveCount()) === 0)
  return () => queue.resume()
}
