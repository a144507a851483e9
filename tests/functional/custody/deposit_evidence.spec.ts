import { test } from '@japa/runner'
import { TestRealm, accepted, eventually, type Client } from '#tests/support/client'
import { Holder, hashOf, poolOf } from './support/holder.ts'
import { Payer } from './support/payer.ts'

interface ChainTransaction {
  id: string
  realmId: string
  operationId: string
  txHash: string
  chain: string
  direction: string
  status: string
  confirmations: number
}

async function evidenceOf(client: Client, operationId: string) {
  const reply = await client.get(`/api/v1/operations/${operationId}`, {
    includeEvidence: true,
  })
  const { chainTransactions, proofs } = accepted(reply).evidence.journal as {
    chainTransactions: ChainTransaction[]
    proofs: { externalRef: string }[]
  }
  return { transactions: chainTransactions, hashes: proofs.map(hashIn) }
}

const hashIn = ({ externalRef }: { externalRef: string }) => externalRef.split(':')[1]

async function announce(realm: TestRealm, amount: string) {
  const body = { realmId: realm.id, objectPath: '/wallet', amount }
  return accepted(await realm.client.post('/api/v1/fund-account', body)) as {
    operation: { id: string }
    poolAddress: string
  }
}

async function realmWithWallet(body: Record<string, unknown> = {}) {
  const realm = await TestRealm.open(body)
  await realm.object('/wallet')
  return realm
}

test.group('custody | evidence of deposits', () => {
  test('a minted deposit shows the transaction that its proof names', async ({ assert }) => {
    const realm = await realmWithWallet()
    const { operation } = await announce(realm, '25.00')
    await realm.completed(operation.id)
    const { transactions, hashes } = await evidenceOf(realm.client, operation.id)
    assert.lengthOf(transactions, 1)
    assert.deepInclude(transactions[0], {
      realmId: realm.id,
      operationId: operation.id,
      txHash: hashes.at(-1),
      direction: 'inbound',
      status: 'confirmed',
    })
    assert.match(transactions[0]!.chain, /^eip155:\d+$/)
    assert.isAbove(transactions[0]!.confirmations, 0)
  })

  test('each payment to a live deposit shows the sweep that brought it', async ({ assert }) => {
    const realm = await realmWithWallet({ asset: 'live' })
    const told = await announce(realm, '10.00')
    const payer = await Payer.with('30.00')
    assert.deepEqual((await evidenceOf(realm.client, told.operation.id)).transactions, [])
    await payer.pay(told.poolAddress, '10.00')
    await realm.completed(told.operation.id)
    await payer.pay(told.poolAddress, '20.00')
    const second = await eventually('the second deposit', async () => {
      const listed = await realm.get('/operations', { type: 'deposit' })
      const found = (accepted(listed).operations as { id: string; state: string }[])[0]!
      return found.id !== told.operation.id && found.state === 'completed' ? found : null
    })
    const shown = []
    for (const id of [told.operation.id, second.id]) {
      const { transactions, hashes } = await evidenceOf(realm.client, id)
      assert.lengthOf(transactions, 1)
      assert.deepInclude(transactions[0], {
        operationId: id,
        txHash: hashes.at(-1),
        status: 'confirmed',
        direction: 'inbound',
      })
      shown.push(transactions[0]!.txHash)
    }
    assert.notEqual(shown[0], shown[1])
  })

  test('a sweep of a stranger is shown too, though we did not send it', async ({ assert }) => {
    const realm = await realmWithWallet({ asset: 'live' })
    const holder = await Holder.appear()
    const payer = await Payer.with('5.00')
    const pool = await poolOf(realm)
    const status = await realm.get('/custody/status')
    const { boundaries } = status.body as { boundaries: { id: string }[] }
    const { operation, poolAddress } = await announce(realm, '5.00')
    await payer.pay(poolAddress, '5.00')
    const swept = await holder
      .call(pool, 'sweepDeposit', [hashOf(boundaries[0]!.id), hashOf(operation.id)])
      .catch(() => null)
    await realm.completed(operation.id)
    const { transactions, hashes } = await evidenceOf(realm.client, operation.id)
    assert.equal(transactions[0]!.txHash, hashes.at(-1))
    assert.equal(transactions[0]!.status, 'confirmed')
    // The service may have been faster; then nothing of the stranger's was mined.
    if (swept) assert.equal(transactions[0]!.txHash, swept)
    assert.match(transactions[0]!.id, /^ctx_[0-9a-z]{26}$/)
  })
})
