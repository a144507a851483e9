import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import { ManualClock } from '#app/clock/clock'
import { KeyRing } from '#modules/auth/services/key_ring'
import { PlainBox, SharedRows } from '#tests/unit/auth/support/keys'

const LIFETIME_SECONDS = 900
const AFTER_ALL_MS = (LIFETIME_SECONDS + 61) * 1000

function world() {
  const rows = new SharedRows()
  const clock = new ManualClock()
  const ring = (box = new PlainBox()) =>
    new KeyRing(rows, box, clock, {
      purpose: 'access_token',
      algorithm: 'EdDSA',
      tokenLifetimeSeconds: LIFETIME_SECONDS,
    })
  return { rows, clock, ring }
}

test.group('auth | key ring', () => {
  test('processes that start at the same moment agree on one key', async ({ assert }) => {
    const { rows, ring } = world()
    const rings = [ring(), ring(), ring()]
    const keys = await Promise.all([...rings, ...rings].map((each) => each.signing()))
    assert.equal(new Set(keys.map(({ kid }) => kid)).size, 1)
    assert.lengthOf(rows.keys, 1)
  })

  test('two rotations at once make one key, and it signs', async ({ assert }) => {
    const { rows, ring } = world()
    const [one, other] = [ring(), ring()]
    await one.signing()
    const [a, b] = await Promise.all([one.rotate(), other.rotate()])
    assert.equal(a, b)
    assert.lengthOf(rows.keys, 2)
    assert.containSubset(await one.signing(), { kid: a })
  })

  test('a process that has not noticed a rotation believes both keys', async ({ assert }) => {
    const { ring, clock } = world()
    const [rotating, unaware] = [ring(), ring()]
    const before = await unaware.signing()
    const after = await rotating.rotate()
    assert.isNotNull(await unaware.verifying(after))
    assert.isNotNull(await rotating.verifying(before.kid))
    clock.advanceMs(AFTER_ALL_MS)
    assert.isNull(await unaware.verifying(before.kid))
    assert.isNotNull(await unaware.verifying(after))
  })

  test('a running process signs with a new key within half a minute', async ({ assert }) => {
    const { ring, clock } = world()
    const [rotating, running] = [ring(), ring()]
    await running.signing()
    const after = await rotating.rotate()
    clock.advanceMs(30_000)
    assert.containSubset(await running.signing(), { kid: after })
  })

  test('publishes every key that counts, newest first, and no private part', async ({ assert }) => {
    const { ring } = world()
    const keys = ring()
    const { kid: first } = await keys.signing()
    const second = await keys.rotate()
    const published = await keys.published()
    assert.deepEqual(pluck(published.keys, 'kid'), [second, first])
    for (const key of published.keys) assert.notProperty(key, 'd')
  })

  test('invented key ids cannot flood the database', async ({ assert }) => {
    const { ring, rows } = world()
    const keys = ring()
    await keys.signing()
    const before = rows.reads
    await Promise.all(Array.from({ length: 100 }, (_, index) => keys.verifying(`made-up-${index}`)))
    assert.isBelow(rows.reads - before, 4)
  })

  test('a key sealed with another APP_KEY says so; a rotation mends it', async ({ assert }) => {
    const { ring } = world()
    assert.isTrue(await ring(new PlainBox('another')).isOpen(), 'nothing is sealed yet')
    await ring().signing()
    assert.isTrue(await ring().isOpen())
    const changed = ring(new PlainBox('another'))
    assert.isFalse(await changed.isOpen())
    await assert.rejects(() => changed.signing(), /another APP_KEY.*auth:rotate-keys/)
    const kid = await changed.rotate()
    assert.equal((await changed.signing()).kid, kid)
    assert.isTrue(await changed.isOpen())
  })
})
