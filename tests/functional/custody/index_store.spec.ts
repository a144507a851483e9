import { randomInt } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ManualClock } from '#app/clock/clock'
import { Database } from '#app/storage/database'
import type { Hex } from '#modules/custody/core/chain_types'
import { IndexStore, Overtaken } from '#modules/custody/storage/index_store'
import { type ChainNames } from '#modules/custody/core/chain_names'

function block(number: number) {
  const hash: Hex = `0x${number.toString(16).padStart(64, '0')}`
  return { number, hash }
}

async function begin() {
  const database = await app.container.make(Database)
  const clock = new ManualClock()
  const index = new IndexStore(database, clock, {
    chainId: randomInt(10 ** 6, 10 ** 9),
  } as ChainNames)
  await index.create([block(1), block(2), block(3)])
  return { index, clock }
}

test.group('custody | index store', () => {
  test('of several first workers one begins', async ({ assert }) => {
    const { index } = await begin()
    await index.create([block(7), block(8)])
    assert.equal((await index.cursor())!.number, 3)
    assert.sameDeepMembers(await index.blocks(), [block(1), block(2), block(3)])
  })

  test('one worker holds the lease, and a dead one loses it', async ({ assert }) => {
    const { index, clock } = await begin()
    assert.isNotNull(await index.claim('one'))
    assert.isNull(await index.claim('two'))
    assert.isNotNull(await index.claim('one'))
    clock.advanceMs(60_000)
    assert.isNotNull(await index.claim('two'))
    assert.isNull(await index.claim('one'))
    await index.release('one')
    assert.isNull(await index.claim('one'), 'nobody gives back the lease of another')
    await index.release('two')
    assert.isNotNull(await index.claim('one'))
  })

  test('many at once are one', async ({ assert }) => {
    const { index } = await begin()
    const names = Array.from({ length: 8 }, (_, n) => `worker-${n}`)
    const claims = await Promise.all(names.map((name) => index.claim(name)))
    assert.lengthOf(
      claims.filter((claim) => claim !== null),
      1
    )
  })

  test('a worker that slept through its lease writes nothing', async ({ assert }) => {
    const { index, clock } = await begin()
    const sleeper = (await index.claim('sleeper'))!
    await index.step(sleeper, (session) => index.moveTo(session, block(4), 4))
    clock.advanceMs(60_000)
    const other = (await index.claim('other'))!
    await index.step(other, (session) => index.moveTo(session, block(5), 5))
    const failure = await index
      .step(sleeper, (session) => index.moveTo(session, block(9), 9))
      .catch((error: unknown) => error)
    assert.instanceOf(failure, Overtaken)
    assert.equal((await index.cursor())!.number, 5)
  })

  test('remembers the newest blocks only, and forgets what was taken back', async ({ assert }) => {
    const { index } = await begin()
    const cursor = (await index.claim('one'))!
    const more = Array.from({ length: 10 }, (_, at) => block(4 + at))
    await index.step(cursor, (session) => index.remember(session, more, 5))
    assert.sameDeepMembers(await index.blocks(), more.slice(-5))
    await index.step(cursor, (session) => index.forgetAbove(session, 11))
    assert.sameDeepMembers(await index.blocks(), [block(9), block(10), block(11)])
  })
})
