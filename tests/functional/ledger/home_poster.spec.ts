import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import { armFailpoints, isArmed } from '#app/failpoints/failpoint'
import { SiblingLink, type Answerer } from '#app/processes/sibling_link'
import { connectedPair } from '#app/processes/sibling_pairs'
import { ServiceError } from '#app/http/errors/service_error'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import type { PostRequest } from '#modules/ledger/core/requests'
import { GroupPoster } from '#modules/ledger/services/poster/group_poster'
import { HomePoster } from '#modules/ledger/services/poster/home_poster'
import { PosterMeter } from '#modules/ledger/services/poster/poster_meter'
import { newId } from '#app/ids/ids'
import { accepted, pluck, until } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { Books, told, type Move } from './support/watched_lane.ts'

const AT_ONCE = 12
const SHORT_MS = 100
const actor = { type: 'builder', id: 'bld_test' }

async function groupPoster(meter?: PosterMeter): Promise<GroupPoster> {
  const [database, clock, relay] = await Promise.all([
    app.container.make(Database),
    app.container.make(Clock),
    app.container.make(OutboxRelay),
  ])
  return new GroupPoster(database, clock, relay, () => {}, meter)
}

/** A server that asks, and the one that it asks. */
class Pair {
  private constructor(
    readonly asker: HomePoster,
    readonly meter: PosterMeter,
    readonly links: SiblingLink[]
  ) {}

  /** @param answer in the place of an home that posts */
  static async open(answer?: Answerer, patienceMs?: number): Promise<Pair> {
    const home = new HomePoster(await groupPoster(), () => null, new PosterMeter())
    const [here, there] = await connectedPair()
    const ask = new SiblingLink(here, () => [], patienceMs)
    const links = [ask, new SiblingLink(there, answer ?? ((...asked) => home.answer(...asked)))]
    const meter = new PosterMeter()
    const homeOf = () => (ask.isWell ? ask : null)
    return new Pair(new HomePoster(await groupPoster(), homeOf, meter), meter, links)
  }

  async handed(): Promise<Record<string, number>> {
    const name = 'ledger_handed_requests_total'
    const counter = this.meter.instruments().find((each) => 'name' in each && each.name === name)!
    const { values } = await counter.get()
    return Object.fromEntries(values.map(({ labels, value }) => [labels.how, value]))
  }

  close() {
    for (const link of this.links) link.close()
  }
}

test.group('ledger | requests handed to the server that posts their realm', (group) => {
  let books: Books
  let pair: Pair
  const transfers = (count: number, path: string) =>
    Array.from({ length: count }, (_, index) => {
      const move = { from: index % 4, to: 4, amount: '0.10', path: `${path}/${index}` }
      return books.transfer(move)
    })
  const stored = async () => {
    const { database, realm } = books
    return database.read<{ path: string; times: number }>(
      `SELECT path, COUNT(*) AS times FROM operations
        WHERE realm_id = ? AND type = 'transfer' GROUP BY path`,
      [realm.id]
    )
  }

  group.each.setup(async () => {
    books = await Books.open()
    return () => pair.close()
  })
  group.each.teardown(() => armFailpoints(''))

  test('get the answers that they would get from the poster here', async ({ assert }) => {
    pair = await Pair.open()
    const [handed, own] = [books, await Books.open()]
    const moves: (Move | Move[])[] = [
      { from: 0, to: 1, amount: '1.00', path: 'paid' },
      { from: 0, to: 1, amount: '1.00', path: 'paid' },
      { from: 0, to: 1, amount: '2.00', path: 'paid' },
      { from: 1, to: 2, amount: '99.00', path: 'short' },
      { from: 99, to: 2, amount: '1.00', path: 'nobody' },
      [
        { from: 2, to: 3, amount: '1.00', path: 'bulk' },
        { from: 3, to: 4, amount: '10.00', path: 'more' },
      ],
    ]
    const requests = (of: Books) =>
      moves.map((each) => (Array.isArray(each) ? of.bulk(each) : of.transfer(each)))
    const answers = (await pair.asker.postEach(requests(handed))).map(told)
    assert.deepEqual(answers, (await (await groupPoster()).postEach(requests(own))).map(told))
    assert.deepEqual(await handed.settled(), await own.settled())
    assert.deepEqual(await pair.handed(), { 'answered': moves.length, 'posted here': 0 })
    await booksAreSound(handed.realm)
  })

  test(
    'are posted here, and nothing twice, when their home ends at {$self} and goes on all the same'
  )
    .with(['poster.taken', 'poster.written', 'poster.committed'])
    .run(async ({ assert }, place) => {
      pair = await Pair.open()
      armFailpoints(`${place}:1:hold`)
      const posted = pair.asker.postEach(transfers(AT_ONCE, place))
      await until('the home to be held', () => !isArmed(place))
      pair.links[1]!.close()
      await until('the others to hear of it', () => !pair.links[0]!.isWell)
      armFailpoints('')
      const answers = (await posted).map(told)
      assert.deepEqual(new Set(answers), new Set(['posted']))
      assert.deepEqual(await pair.handed(), { 'answered': 0, 'posted here': AT_ONCE })
      const found = await stored()
      assert.equal(found.length, AT_ONCE)
      assert.deepEqual(new Set(found.map(({ times }) => Number(times))), new Set([1]))
      await booksAreSound(books.realm)
    })

  test('are not called unstored by a full queue when their home is lost', async ({ assert }) => {
    pair = await Pair.open((questions) => questions.map(() => Promise.resolve(null)))
    const full = await groupPoster()
    full.post = () => Promise.reject(new ServiceError('OVERLOADED'))
    const [transfer] = transfers(1, 'full') as [PostRequest]
    const post = async (home: SiblingLink | null) => {
      const poster = new HomePoster(full, () => home, pair.meter)
      return told((await Promise.allSettled([poster.post(transfer)]))[0]!)
    }
    assert.equal(await post(pair.links[0]!), 'UNAVAILABLE')
    assert.equal(await post(null), 'OVERLOADED')
  })

  test('that were refused here are not posted by their home later', async ({ assert }) => {
    pair = await Pair.open(undefined, SHORT_MS)
    armFailpoints('poster.taken:1:hold')
    const [refused] = await pair.asker.postEach([
      books.transfer({ from: 0, to: 1, amount: '15.00', path: 'late' }),
    ])
    assert.equal(refused!.status, 'rejected')
    const deposit = books.transfer({ from: 2, to: 0, amount: '9.00', path: 'deposit' })
    assert.deepEqual((await pair.asker.postEach([deposit])).map(told), ['posted'])
    armFailpoints('')
    await until('the home to answer too late', () => pair.links[0]!.isWell)
    assert.deepEqual(
      (await stored()).map(({ path }) => path),
      ['/op/deposit']
    )
    await booksAreSound(books.realm)
  })

  test('without own paths are known when they come again, others between', async ({ assert }) => {
    pair = await Pair.open()
    const { realm, accounts } = books
    const [{ id: objectId, path }] = accounts as [{ id: string; path: string }]
    const held = await realm.post('/holds', {
      path: '/op/hold',
      sourceObjectPath: path,
      amount: '1',
    })
    const common = { realmId: realm.id, jobs: [] }
    const change = () => ({ ...common, objectId, actor, ids: { delta: newId('dlt') } })
    const label = (team: string): PostRequest => ({
      ...change(),
      kind: 'label_object',
      change: { team },
    })
    const limit = (most: bigint): PostRequest => ({
      ...change(),
      kind: 'limit_object',
      change: { maxPerMovement: most },
    })
    const release: PostRequest = {
      ...common,
      kind: 'end_hold',
      operationId: accepted(held).operation.id,
      as: 'released',
      path: null,
      authority: 'builder:bld_test',
      ids: { event: newId('evt') },
    }
    const [labelled, limited] = [label('ops'), limit(2_000_000n)]
    const asked = [labelled, limited, release, label('sales'), limit(3_000_000n)]
    const again = [labelled, limited, release]
    const answers = (await pair.asker.postEach([...asked, ...again])).map(told)
    assert.deepEqual(answers.slice(asked.length), ['existing', 'existing', 'settled_before'])
    const { object } = accepted(await realm.find(path))
    assert.deepEqual(object.labels, { team: 'sales' })
    const { deltas } = accepted(await realm.get('/deltas', { objectId }))
    const kept = pluck(deltas as { id: string }[], 'id')
    assert.lengthOf(new Set(kept), kept.length)
    await booksAreSound(realm)
  })

  test('are posted here when their home cannot post them, or says nothing', async ({ assert }) => {
    pair = await Pair.open(
      (questions) =>
        questions.map((_, index) => (index === 0 ? Promise.resolve(null) : new Promise(() => {}))),
      SHORT_MS
    )
    const answers = (await pair.asker.postEach(transfers(3, 'silent'))).map(told)
    assert.deepEqual(answers, ['posted', 'posted', 'posted'])
    assert.deepEqual(await pair.handed(), { 'answered': 0, 'posted here': 3 })
    await booksAreSound(books.realm)
  })
})
