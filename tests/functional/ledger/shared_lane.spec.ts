import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Clock } from '#app/clock/clock'
import type { ServiceError } from '#app/http/errors/service_error'
import { newId, newUuid } from '#app/ids/ids'
import { OutboxRelay } from '#app/queue/outbox_relay'
import { Database } from '#app/storage/database'
import { defaultBoundaryId } from '#modules/ledger/core/boundaries'
import type { PostRequest } from '#modules/ledger/core/requests'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { GroupPoster } from '#modules/ledger/services/poster/group_poster'
import { PosterMeter, type PostedGroup } from '#modules/ledger/services/poster/poster_meter'
import { Client, TestRealm, pluck, until, type AnyData } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { Books } from './support/watched_lane.ts'

/** A meter that keeps which realms each group has posted to, and how many had to be posted again. */
class Groups extends PosterMeter {
  readonly realms: Set<string>[] = []
  again = 0

  override posted(group: PostedGroup) {
    this.realms.push(new Set(group.entries.map(({ realmId }) => realmId)))
  }

  override postedAgain() {
    this.again++
  }
}

async function newPoster(meter: PosterMeter, begins = () => {}): Promise<GroupPoster> {
  const real = await app.container.make(Database)
  const database = Object.create(real) as Database
  database.transaction = (...transaction) => {
    begins()
    return real.transaction(...transaction)
  }
  const clock = await app.container.make(Clock)
  return new GroupPoster(database, clock, await app.container.make(OutboxRelay), undefined, meter)
}

const codeOf = (error: unknown) => (error as ServiceError).code

const small = { from: 0, to: 1, amount: '0.10' }

function opening(id: string, { id: builderId, orgId }: AnyData): PostRequest {
  return {
    kind: 'open_realm',
    realmId: id,
    realm: {
      id,
      orgId,
      builderId,
      name: 'Opened together',
      slug: `together-${id}`,
      asset: 'paper',
      lifecycle: 'permanent',
      backing: 'chain',
      description: null,
    },
    actor: { type: 'builder', id: builderId },
    ids: { external: newId('obj'), fees: newId('obj'), event: newId('evt') },
    boundaryId: defaultBoundaryId(id),
    jobs: [],
  }
}

/** Somebody else holds the head of the realm while the work is done. */
function whileLocked<Result>({ database, realm }: Books, work: () => Promise<Result>) {
  return database.transaction(async (session) => {
    await session.read('SELECT seq FROM realm_heads WHERE realm_id = ? FOR UPDATE', [realm.id])
    return work()
  })
}

test.group('ledger | a lane that realms share', () => {
  test('posts transfers of several realms together', async ({ assert }) => {
    const all = [await Books.open(), await Books.open(), await Books.open()]
    const groups = new Groups()
    const poster = await newPoster(groups)
    const caller = async (books: Books) => {
      for (let turn = 0; turn < 15; turn++) await poster.post(books.transfer(small))
    }
    await Promise.all(all.flatMap((books) => [caller(books), caller(books)]))
    const shared = groups.realms.filter(({ size }) => size > 1)
    assert.isNotEmpty(shared, 'expected groups of several realms')
    // On a busy machine one comes to the database before the group that it follows.
    const few = groups.realms.length / 4
    assert.isBelow(groups.again, few, 'expected that few groups were foreseen in vain')
    for (const books of all) assert.include(await books.settled(), '/a0 7.000000')
    await booksAreSound(...all.map(({ realm }) => realm))
  })

  test('opens realms together, which have no lock that somebody could hold', async ({ assert }) => {
    const groups = new Groups()
    const poster = await newPoster(groups)
    const client = await Client.signIn()
    const { data: me } = await client.get('/api/v1/auth/me')
    // The last characters decide on the lane.
    const ids = Array.from({ length: 4 }, () => `${newUuid().slice(0, -4)}0000`)
    const outcomes = await Promise.all(poster.postTogether(ids.map((id) => opening(id, me))))
    assert.deepEqual(pluck(outcomes, 'kind'), Array(4).fill('opened'))
    assert.equal(groups.again, 0)
    assert.deepEqual(groups.realms, [new Set(ids)])
    // A repeat whose first answer was lost finds them.
    const again = await Promise.all(poster.postTogether(ids.map((id) => opening(id, me))))
    assert.deepEqual(pluck(again, 'createdAt'), pluck(outcomes, 'createdAt'))
    await booksAreSound(...ids.map((id) => new TestRealm(client, id)))
  })

  test('takes no other realm while it waits for a lock', async ({ assert }) => {
    const [stuck, other] = [await Books.open(), await Books.open()]
    const groups = new Groups()
    const poster = await newPoster(groups)
    const post = (books: Books) => poster.post(books.transfer(small))
    await Promise.all([post(stuck), post(other)])
    const { waiting } = await whileLocked(stuck, async () => {
      const startedAt = performance.now()
      const held = { waiting: post(stuck) }
      const isLate = () => performance.now() - startedAt > 2 * LEDGER_LIMITS.lateGroupMs
      await until('the group is late', isLate)
      await post(other)
      return held
    })
    await waiting
    const { again } = groups
    await Promise.all([post(stuck), post(other)])
    assert.equal(groups.again, again, 'expected a lane to know nothing that another one made old')
    assert.include(await stuck.settled(), '/a0 9.700000')
    assert.include(await other.settled(), '/a0 9.700000')
    await booksAreSound(stuck.realm, other.realm)
  })

  test('a locked realm holds up nobody in a lane that it shares with what is not foreseen', async ({
    assert,
  }) => {
    const ofLane = new Map<number, Books>()
    let pair: [stuck: Books, other: Books] | null = null
    while (!pair) {
      const books = await Books.open()
      const lane = Number.parseInt(books.realm.id.slice(-4), 16) % (LEDGER_LIMITS.postingLanes - 1)
      const known = ofLane.get(lane)
      if (known) pair = [known, books]
      ofLane.set(lane, books)
    }
    const [stuck, other] = pair
    const poster = await newPoster(new Groups())
    // The version of an object is not foreseen.
    const post = (books: Books) =>
      poster.post({ ...books.transfer(small), conditions: { sourceVersion: -1 } }).catch(codeOf)
    const { waiting } = await whileLocked(stuck, async () => {
      const held = { waiting: [post(stuck), post(stuck)] }
      assert.equal(await post(other), 'CONDITION_FAILED')
      assert.equal(await post(other), 'CONDITION_FAILED')
      return held
    })
    assert.deepEqual(await Promise.all(waiting), Array(2).fill('CONDITION_FAILED'))
  })

  test('a realm whose lock is free again waits for no other one that is locked', async ({
    assert,
  }) => {
    const stuck = await Books.open()
    let other = await Books.open()
    const laneOf = ({ realm }: Books) =>
      Number.parseInt(realm.id.slice(-4), 16) % LEDGER_LIMITS.waitingLanes
    while (laneOf(other) !== laneOf(stuck)) other = await Books.open()
    const groups = new Groups()
    const poster = await newPoster(groups)
    const post = (books: Books) => poster.post(books.transfer(small))
    const begun = groups.again
    const held = await whileLocked(stuck, async () => {
      const waiting = [post(stuck)]
      await until('the realm to be found locked', () => groups.again > begun)
      const brief = await whileLocked(other, async () => {
        const { again } = groups
        const first = post(other)
        await until('the other one to be found locked', () => groups.again > again)
        return { first }
      })
      assert.equal((await brief.first).kind, 'posted')
      return { waiting }
    })
    await Promise.all(held.waiting)
    await booksAreSound(stuck.realm, other.realm)
  })

  for (const isKnown of [true, false]) {
    test(`answers the others of a group one of whose realms is locked, ${isKnown ? '' : 'not '}foreseen`, async ({
      assert,
    }) => {
      const [stuck, other] = [await Books.open(), await Books.open()]
      const poster = await newPoster(new Groups())
      const both = () => poster.postTogether([stuck, other].map((books) => books.transfer(small)))
      if (isKnown) await Promise.all(both())
      const { waiting } = await whileLocked(stuck, async () => {
        const [held, free] = both()
        const answer = { waiting: held! }
        held!.catch(() => {})
        assert.equal((await free!).kind, 'posted')
        return answer
      })
      assert.equal((await waiting).kind, 'posted', 'expected it to wait until the lock is free')
      await booksAreSound(stuck.realm, other.realm)
    })
  }

  test('answers those that came behind a realm that is locked, and then this one in order', async ({
    assert,
  }) => {
    const [stuck, other] = [await Books.open(), await Books.open()]
    const poster = await newPoster(new Groups())
    const post = (books: Books) => poster.post(books.transfer(small))
    await Promise.all([post(stuck), post(other)])
    const ended: string[] = []
    const { waiting } = await whileLocked(stuck, async () => {
      const held = [1, 2, 3].map((number) =>
        post(stuck).then(({ kind }) => ended.push(`${kind} ${number}`))
      )
      await post(other)
      const last = post(stuck).then(({ kind }) => ended.push(`${kind} 4`))
      await post(other)
      return { waiting: Promise.all([...held, last]) }
    })
    await waiting
    assert.deepEqual(ended, ['posted 1', 'posted 2', 'posted 3', 'posted 4'])
    await Promise.all([post(stuck), post(other)])
    assert.include(await stuck.settled(), '/a0 9.400000')
    await booksAreSound(stuck.realm, other.realm)
  })

  test('keeps the order of a locked realm when two groups with it had been sent', async ({
    assert,
  }) => {
    const [stuck, other] = [await Books.open(), await Books.open()]
    let transactions = 0
    const poster = await newPoster(new Groups(), () => transactions++)
    const both = () => poster.postTogether([stuck, other].map((books) => books.transfer(small)))
    await Promise.all(both())
    const ended: number[] = []
    const { waiting } = await whileLocked(stuck, async () => {
      transactions = 0
      const sent: Promise<unknown>[] = []
      const free: Promise<unknown>[] = []
      for (const number of [1, 2]) {
        const [held, rest] = both()
        sent.push(held!.then(() => ended.push(number)))
        free.push(rest!)
        await until('the group to be sent', () => transactions === number)
      }
      sent.push(poster.post(stuck.transfer(small)).then(() => ended.push(3)))
      await Promise.all(free)
      return { waiting: Promise.all(sent) }
    })
    await waiting
    assert.deepEqual(ended, [1, 2, 3])
    await booksAreSound(stuck.realm, other.realm)
  })
})
