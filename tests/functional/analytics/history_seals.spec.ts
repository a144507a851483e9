import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import fc from 'fast-check'
import { Clock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import { parseMark, valueOf } from '#modules/analytics/core/market_track'
import { RESOLUTIONS, bucketsOf, type Resolution } from '#modules/analytics/core/resolutions'
import { ReadWorth, type WorthHistory } from '#modules/analytics/services/read_worth'
import { SealHistories } from '#modules/analytics/services/seal_histories'
import { SealRealm } from '#modules/analytics/services/seal_realm'
import { TrimHistories } from '#modules/analytics/services/trim_histories'
import { ValueObjects } from '#modules/analytics/services/value_objects'
import { RealmDirectory, headTime } from '#modules/ledger/index'
import { Client, TestRealm, pluck } from '#tests/support/client'
import { forAllAsync } from '#tests/support/for_all'
import { PastRealm, holdSealing } from './support/past_realm.ts'

const MICROS = 1_000_000
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
const ETH = 'vn:0:ETH'
const BTC = 'vn:0:BTC'
const PATHS = ['/in/a', '/in/b', '/out/c'] as const

const nowSeconds = () => Math.floor(Date.now() / 1000)

interface Move {
  at: number
  path: string
  denomination: string
  amount: bigint
}

/** The same history as a plain list, and what it says of any moment. */
class NaiveHistory {
  moves: Move[] = []
  prices: { at: number; mids: Record<string, string> }[] = []

  /** @returns null where a position has no price */
  worth(prefix: string, at: number): bigint | null {
    const held = new Map<string, bigint>()
    for (const move of this.moves) {
      if (move.at > at || !move.path.startsWith(prefix)) continue
      const key = `${move.path} ${move.denomination}`
      held.set(key, (held.get(key) ?? 0n) + move.amount)
    }
    const mids = this.prices.findLast((price) => price.at <= at)?.mids ?? {}
    let worth = 0n
    for (const [key, amount] of held) {
      const denomination = key.split(' ')[1]!
      if (denomination === 'USD') {
        worth += amount
        continue
      }
      if (amount === 0n) continue
      const mid = mids[denomination.slice('PERP:'.length)]
      if (mid === undefined) return null
      worth += valueOf(parseMark(mid), amount)
    }
    return worth
  }
}

let client: Client
let readWorth: ReadWorth
let database: Database

/** A history of the last days, at a resolution, as it is read now. */
function read(
  realm: PastRealm,
  prefix: string,
  resolution: Resolution,
  [from, to]: [number, number]
): Promise<WorthHistory> {
  const now = Date.now() * 1000
  const range = { from: from * MICROS, to: to * MICROS, points: 1000 }
  return readWorth.run({
    realmId: realm.id,
    target: { kind: 'prefix', value: prefix },
    resolution,
    buckets: bucketsOf(range, resolution, now),
    now,
    mayRead: () => true,
  })
}

/** The newest stretch of time that a resolution can show, in part. */
function stretchOf({ seconds, retentionDays }: Resolution): [number, number] {
  const to = nowSeconds()
  return [to - Math.min(150 * seconds, retentionDays * DAY), to]
}

test.group('analytics | sealed histories', (group) => {
  let resume: () => Promise<void>

  group.setup(async () => {
    resume = await holdSealing()
    client = await Client.signIn()
    readWorth = await app.container.make(ReadWorth)
    database = await app.container.make(Database)
  })
  group.teardown(() => resume())

  const day = fc.integer({ min: 0, max: 200 * DAY })
  const step = fc.record({
    ago: fc.oneof(day, fc.integer({ min: 0, max: 5 * DAY }), fc.integer({ min: 0, max: 6 * HOUR })),
    path: fc.constantFrom(...PATHS),
    denomination: fc.constantFrom('USD', 'USD', `PERP:${ETH}`, `PERP:${BTC}`),
    /** In hundredths of a unit: the grid of sizes. */
    amount: fc.bigInt({ min: -999n, max: 999n }).filter((amount) => amount !== 0n),
    price: fc.option(fc.integer({ min: 1, max: 99_999 })),
  })
  const seals = fc.array(fc.integer({ min: 0, max: 201 * DAY }), { maxLength: 3 })

  test('at every resolution a history is a plain list, however sealed', async ({ assert }) => {
    await forAllAsync(
      [fc.array(step, { minLength: 4, maxLength: 25, size: 'max' }), seals],
      { numRuns: 3, endOnFailure: true },
      async (steps, sealedAgo) => {
        const present = nowSeconds()
        const naive = new NaiveHistory()
        const realm = await PastRealm.open(client, (present - 201 * DAY) * MICROS)
        const ids = new Map<string, string>()
        for (const path of PATHS) ids.set(path, await realm.object(path))
        // Prices first: positions exist in priced markets only.
        const opening = { at: present - 201 * DAY, mids: { [ETH]: '3000.5', [BTC]: '60000' } }
        naive.prices.push(opening)
        await realm.price(opening.at, opening.mids)
        const events = [
          ...steps.map((each) => ({ ...each, at: present - each.ago })),
          ...sealedAgo.map((ago) => ({ at: present - ago, seal: true as const })),
        ].toSorted((a, b) => a.at - b.at)
        let last = opening.at
        for (const event of events) {
          if ('seal' in event) {
            await realm.seal(event.at)
            continue
          }
          const { path, denomination, price } = event
          // Two at one moment would be a microsecond apart.
          const at = Math.max(event.at, last + 1)
          last = at
          if (at > present) continue
          const amount = event.amount * 10_000n
          if (price !== null) {
            const mids = { [ETH]: `${price}.05`, [BTC]: `${price * 10}.5` }
            naive.prices.push({ at, mids })
            await realm.price(at, mids)
          }
          realm.setTime(at)
          await realm.move([{ objectId: ids.get(path)!, denomination, amount }])
          naive.moves.push({ at, path, denomination, amount })
        }
        const compare = async (when: string) => {
          for (const resolution of RESOLUTIONS) {
            for (const prefix of ['/', '/in/']) {
              const history = await read(realm, prefix, resolution, stretchOf(resolution))
              for (const { end, equityUsd } of history.points) {
                const moment = Math.min(end, present + 3600)
                const expected = naive.worth(prefix, moment)
                assert.equal(equityUsd, expected, `${when} ${resolution.name} ${prefix} ${end}`)
              }
            }
          }
        }
        await compare('before the last seal')
        await realm.seal(nowSeconds())
        await compare('after it')
      }
    )
  })

  test('a sealed point never changes; a position is sealed with its mark', async ({ assert }) => {
    const present = nowSeconds()
    const realm = await PastRealm.open(client, (present - 2 * HOUR) * MICROS)
    const objectId = await realm.object('/in/a')
    await realm.price(present - 2 * HOUR, { [ETH]: '2000' })
    realm.setTime(present - 90 * MINUTE)
    await realm.move([
      { objectId, denomination: 'USD', amount: 5_000_000_000n },
      { objectId, denomination: `PERP:${ETH}`, amount: 1_000_000n },
    ])
    const range: [number, number] = [present - 80 * MINUTE, present]
    const before = await read(realm, '/in/', RESOLUTIONS[0]!, range)
    assert.isTrue(before.points.every(({ status }) => status === 'open'))
    await realm.seal(present)
    const sealed = await read(realm, '/in/', RESOLUTIONS[0]!, range)
    const over = sealed.points.filter(({ end }) => end <= present - MINUTE)
    assert.isAbove(over.length, 70)
    // Neither marks nor balances moved: what there is is what there was.
    assert.isTrue(over.every(({ status }) => status === 'carried'))
    assert.deepEqual(pluck(sealed.points, 'equityUsd'), pluck(before.points, 'equityUsd'))
    // Prices that turn up later for a time that is sealed change nothing.
    await realm.price(present - HOUR, { [ETH]: '9999' })
    const again = await read(realm, '/in/', RESOLUTIONS[0]!, range)
    const still = again.points.filter(({ end }) => end <= present - MINUTE)
    assert.deepEqual(still, over)
  })

  test('nothing enters a bucket that was over, even by a clock set back', async ({ assert }) => {
    const present = nowSeconds()
    const realm = await PastRealm.open(client, (present - HOUR) * MICROS)
    const objectId = await realm.object('/in/a')
    const range: [number, number] = [present - 30 * MINUTE, present]
    const before = await read(realm, '/in/', RESOLUTIONS[0]!, range)
    const over = before.points.filter(({ status }) => status !== 'open')
    realm.setTime(present - 20 * MINUTE)
    await realm.move([{ objectId, denomination: 'USD', amount: 1_000_000n }])
    const after = await read(realm, '/in/', RESOLUTIONS[0]!, range)
    assert.deepEqual(after.points.slice(0, over.length), over)
    assert.equal(after.points.at(-1)!.equityUsd, 1_000_000n)
  })

  test('a bucket is stored once, by however many workers and however often', async ({ assert }) => {
    const present = nowSeconds()
    const realm = await PastRealm.open(client, (present - 3 * DAY) * MICROS)
    const objectId = await realm.object('/in/a')
    for (let hour = 70; hour > 0; hour -= 7) {
      realm.setTime(present - hour * HOUR)
      await realm.move([{ objectId, denomination: 'USD', amount: 1_000_000n }])
    }
    await Promise.all([1, 2, 3, 4].map(() => realm.seal(present)))
    await realm.seal(present)
    const rows = await database.read<{ width: number; sum: string; buckets: string }>(
      `SELECT width, SUM(amount) AS sum, COUNT(*) AS buckets FROM history_changes
        WHERE realm_id = ? AND object_id = ? GROUP BY width ORDER BY width`,
      [realm.id, objectId]
    )
    assert.deepEqual(
      rows.map(({ width, sum }) => [Number(width), sum]),
      [60, 300, 3600, 86_400].map((width) => [width, '10.000000'])
    )
    assert.equal(Number(rows[0]!.buckets), 10)
    assert.equal(await realm.seal(present), 0)
  })

  test('a moment without a mark is incomplete for good, despite new prices', async ({ assert }) => {
    const present = nowSeconds()
    const realm = await PastRealm.open(client, (present - 2 * HOUR) * MICROS)
    const objectId = await realm.object('/in/a')
    const start = Math.floor(present / MINUTE) * MINUTE - 30 * MINUTE
    realm.setTime(start + 1)
    await realm.move([
      { objectId, denomination: 'USD', amount: 7_000_000n },
      { objectId, denomination: 'PERP:vn:0:NOWHERE', amount: 1_000_000n },
    ])
    realm.setTime(start + 5 * MINUTE)
    await realm.move([{ objectId, denomination: 'PERP:vn:0:NOWHERE', amount: -1_000_000n }])
    await realm.seal(present)
    const marks = await database.read<{ mark: string | null }>(
      'SELECT mark FROM history_marks WHERE realm_id = ? AND width = 60',
      [realm.id]
    )
    assert.deepEqual(pluck(marks, 'mark'), [null, null, null, null])
  })

  test('what no resolution can show is removed; histories stay the same', async ({ assert }) => {
    const present = nowSeconds()
    const realm = await PastRealm.open(client, (present - 150 * DAY) * MICROS)
    const objectId = await realm.object('/in/a')
    for (const ago of [149, 100, 61, 40, 9, 8, 6]) {
      const at = present - ago * DAY
      realm.setTime(at)
      await realm.move([{ objectId, denomination: 'USD', amount: 1_000_000n }])
      // Sealed as time went by, the fine buckets are there; sealed late, they never were.
      await realm.seal(at + 2 * MINUTE)
    }
    assert.equal(await countFine(realm.id), 7)
    const histories = () =>
      Promise.all(
        RESOLUTIONS.map(async (resolution) => {
          const { points } = await read(realm, '/in/', resolution, stretchOf(resolution))
          return points.map(({ end, equityUsd }) => [end, equityUsd])
        })
      )
    const before = await histories()
    await trimNow()
    assert.equal(await countFine(realm.id), 2)
    const after = await histories()
    for (const [index, points] of after.entries()) {
      const known = new Map(before[index]!.map(([end, equity]) => [end, equity]))
      // A minute may have passed in between.
      for (const [end, equity] of points) if (known.has(end!)) assert.equal(equity, known.get(end!))
    }
  })

  test('a realm that is gone leaves nothing behind', async ({ assert }) => {
    const realm = await TestRealm.with({ '/in/a': '1' })
    await database.write(
      "INSERT INTO history_seals (realm_id, sealed_seconds, seq, holders) VALUES (?, 0, 0, '{}') ON DUPLICATE KEY UPDATE seq = seq",
      [realm.id]
    )
    await realm.client.send('DELETE', `/api/v1/realms/${realm.id}`)
    await (await app.container.make(TrimHistories)).run()
    const rows = await database.read('SELECT 1 FROM history_seals WHERE realm_id = ?', [realm.id])
    assert.lengthOf(rows, 0)
  })

  test('closing the time of a realm never moves it back', async ({ assert }) => {
    const present = nowSeconds()
    const realm = await PastRealm.open(client, (present - HOUR) * MICROS)
    await realm.seal(present)
    const closed = await headTime(database, realm.id)
    await realm.seal(present - 30 * MINUTE)
    assert.equal(await headTime(database, realm.id), closed)
  })

  /** As if no other realm of this database were late: what one still has to seal holds up the rest. */
  async function trimNow() {
    const [clock, realms, sealer, values] = await Promise.all([
      app.container.make(Clock),
      app.container.make(RealmDirectory),
      app.container.make(SealRealm),
      app.container.make(ValueObjects),
    ])
    const histories = new SealHistories(database, sealer, values)
    histories.furthestBehind = () => Promise.resolve(null)
    await new TrimHistories(database, clock, realms, histories).run()
  }

  async function countFine(realmId: string): Promise<number> {
    const [row] = await database.read<{ found: string }>(
      `SELECT COUNT(*) AS found FROM history_changes
        WHERE realm_id = ? AND width = 60 AND amount > 0`,
      [realmId]
    )
    return Number(row!.found)
  }
})
