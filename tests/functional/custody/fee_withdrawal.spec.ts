import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { TestRealm, accepted, eventually, pluck } from '#tests/support/client'
import { booksAreSound } from '#tests/support/sound_books'
import { Payer } from './support/payer.ts'
import { indexed, sheetOf } from './support/pool_hand.ts'
import { freshAddress, tokensOf } from './support/withdrawing.ts'

const WITHDRAW = '/api/v1/fees/withdraw'

/** A live realm that somebody has paid into, with the fee of one transfer. */
async function liveRealm(): Promise<TestRealm> {
  const realm = await TestRealm.open({ asset: 'live' })
  await realm.object('/a')
  await realm.object('/b')
  const request = { realmId: realm.id, objectPath: '/a', amount: '40.00' }
  const told = accepted(await realm.client.post('/api/v1/fund-account', request))
  const payer = await Payer.with('40.00')
  await payer.pay(told.poolAddress, '40.00')
  await realm.completed(told.operation.id)
  await realm.transfer('/a', '/b', '10.00')
  return realm
}

test.group('custody | withdrawal of collected fees', () => {
  test('real money leaves the pool, and the balance sheet stays sound', async ({ assert }) => {
    const realm = await liveRealm()
    const request = { realmId: realm.id, amount: '0.05', path: `/op/fees/${randomUUID()}` }
    const nowhere = await realm.client.post(WITHDRAW, request)
    assert.deepEqual([nowhere.status, nowhere.error.code], [400, 'VALIDATION_ERROR'])
    assert.deepEqual(pluck(nowhere.error.details!.fields!, 'field'), ['destinationAddress'])

    const destinationAddress = freshAddress()
    const paid = { ...request, destinationAddress }
    const { operation } = accepted(await realm.client.post(WITHDRAW, paid))
    await realm.completed(operation.id)
    assert.equal(await tokensOf(destinationAddress, 'live'), 50_000n)
    const again = accepted(await realm.client.post(WITHDRAW, paid))
    assert.equal(again.operation.id, operation.id)
    assert.match(again.txHash, /^0x[0-9a-f]{64}$/)
    assert.equal(await tokensOf(destinationAddress, 'live'), 50_000n)

    const query = { includeEvidence: true }
    const { evidence } = accepted(
      await realm.client.get(`/api/v1/operations/${operation.id}`, query)
    )
    assert.containSubset(evidence.journal.chainTransactions, [
      { txHash: again.txHash, direction: 'outbound' },
    ])
    assert.include(evidence.journal.proofs.at(-1).externalRef, again.txHash)

    await booksAreSound(realm)
    const sheet = await eventually('the chain to be read', async () => {
      await indexed()
      const read = await sheetOf(realm)
      return read.contractTotal === '39.95' ? read : null
    })
    assert.containSubset(sheet, {
      poolMeasurable: true,
      conservation: true,
      physicalDrift: '0.00',
      replayDrift: '0.00',
    })
    assert.containSubset(sheet.boundaries[0], {
      solvent: true,
      userBalances: '39.95',
      systemBalances: '0.00',
    })
  })
})
