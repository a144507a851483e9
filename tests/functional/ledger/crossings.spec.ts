import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { formatUsd } from '#app/money/usd'
import { crossingsBetween, JournalCuts } from '#modules/ledger/index'
import { TestRealm, accepted, type ObjectView } from '#tests/support/client'

test.group('ledger | value that crosses a border', () => {
  test('a fee is a cost of its payer alone, and no value when given back', async ({ assert }) => {
    const realm = await TestRealm.with({ '/a': '100', '/b': '100', '/c': '0', '/d': '0' })
    const cuts = await app.container.make(JournalCuts)
    const before = await cuts.now(realm.id, (cut) => Promise.resolve(cut))
    const { id } = await realm.transfer('/a', '/c', '10.05')
    const body = { path: '/op/back', refundFee: true }
    accepted(await realm.post(`/operations/${id}/reverse`, body))
    const moves = [
      { sourceObjectPath: '/a', targetObjectPath: '/c', amount: '5.05' },
      { sourceObjectPath: '/b', targetObjectPath: '/d', amount: '7.05' },
      { sourceObjectPath: '/b', targetObjectPath: '/c', amount: '1.05' },
    ]
    accepted(await realm.post('/postings', { path: '/op/many', moves }))
    const crossedBy = async (...paths: string[]) => {
      const ids = await Promise.all(
        paths.map(async (path) => (accepted(await realm.find(path)).object as ObjectView).id)
      )
      const crossings = await cuts.now(realm.id, (cut) => crossingsBetween(before, cut, ids))
      return crossings.map(({ amount }) => formatUsd(amount))
    }
    assert.deepEqual(await crossedBy('/a'), ['-10.00', '10.00', '-5.00'])
    assert.deepEqual(await crossedBy('/b'), ['-8.00'])
    assert.deepEqual(await crossedBy('/c'), ['10.00', '-10.00', '6.00'])
    assert.deepEqual(await crossedBy('/a', '/c'), ['1.00'])
    assert.deepEqual(await crossedBy('/a', '/b', '/c', '/d'), [])
  })
})
