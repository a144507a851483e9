import { test } from '@japa/runner'
import { TestRealm, accepted, eventually } from 'ledger-custody-service/testing'

test.group('activity | GET /api/v1/activity', () => {
  test('tells of an object how many events were about it', async ({ assert }) => {
    const realm = await TestRealm.open()
    await realm.account('/a', '5')
    const known = await eventually('the activity', async () => {
      const { objects } = accepted(await realm.get('/activity'))
      return objects[0]?.lastEventType === 'deposit.completed' ? objects : null
    })
    assert.lengthOf(known, 1)
    assert.containSubset(known[0], { objectPath: '/a' })
    const one = await realm.get('/activity/object', { objectPath: '/a' })
    assert.deepEqual(accepted(one), known[0])
    const none = await realm.get('/activity/object', { objectPath: '/b' })
    assert.equal(none.error?.code, 'ACTIVITY_UNKNOWN')
  })
})
