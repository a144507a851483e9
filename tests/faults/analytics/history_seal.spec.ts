import { test } from '@japa/runner'
import { ChildService } from '#tests/faults/support/child_service'
import { PastRealm, holdSealing } from '#tests/functional/analytics/support/past_realm'
import { Client, eventually } from '#tests/support/client'
import { readRows } from '#tests/support/rows'

const MICROS = 1_000_000
const HOUR = 3600
const MOVES = 10

test.group('analytics | sealing is killed in the middle', (group) => {
  group.setup(() => holdSealing())

  test('the one that died seals nothing, and the next one all of it once', async ({ assert }) => {
    const present = Math.floor(Date.now() / 1000)
    const realm = await PastRealm.open(await Client.signIn(), (present - 72 * HOUR) * MICROS)
    const objectId = await realm.object('/in/a')
    for (let hour = 70; hour > 0; hour -= 70 / MOVES) {
      realm.setTime(present - hour * HOUR)
      await realm.move([{ objectId, denomination: 'USD', amount: 1_000_000n }])
    }
    const stored = () =>
      readRows`SELECT width, SUM(amount) AS sum FROM history_changes WHERE realm_id = ${realm.id}
          AND object_id = ${objectId} GROUP BY width ORDER BY width`

    const env = { FAILPOINT: 'history.sealed:1:kill', QUEUE_PREFIX: '{crash_seal}' }
    const { signal } = await ChildService.handler(['seal', realm.id], env).ended
    assert.equal(signal, 'SIGKILL', 'expected it to die at the failpoint')
    assert.deepEqual(await stored(), [], 'expected what it had not committed to be gone')

    // The database keeps the seal locked until it has noticed the end of the process; a run that
    // meets the lock leaves the realm to the next one.
    await eventually('the next run to seal', async () => (await realm.seal(present)) || null)
    const sums = (await stored()).map(({ width, sum }) => [Number(width), sum])
    const all = `${MOVES}.000000`
    assert.deepEqual(
      sums,
      [60, 300, HOUR, 24 * HOUR].map((width) => [width, all])
    )
    assert.equal(await realm.seal(present), 0, 'expected nothing to be left to seal')
  })
})
