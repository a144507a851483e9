import { test } from '@japa/runner'
import { LedgerClient, isRefusal } from '#clients/typescript/src/index'
import { signedIn } from '#tests/functional/clients/support/ledger_client'
import { BASE_URL, pluck, type AnyData } from '#tests/support/client'

const RENT = {
  path: '/op/rent/2026-11',
  sourceObjectPath: '/users/ada/wallet',
  targetObjectPath: '/users/bob/wallet',
  amount: '25.00',
}

test.group('clients | the tour of the README, made with the TypeScript client', () => {
  test('every step answers what the README shows', async ({ assert }) => {
    const client = await signedIn()
    assert.equal((await client.auth.me()).role, 'owner')

    const key = { idempotencyKey: 'tour-realm' }
    const { id: realmId } = await client.realms.create({ name: 'First realm' }, key)
    const again = await client.realms.create({ name: 'First realm' }, key).answer()
    assert.deepEqual([again.data.id, again.replayed], [realmId, true])
    const realm = client.inRealm(realmId)
    for (const path of ['/users/ada/wallet', '/users/bob/wallet']) {
      const { operation } = await realm.objects.create({ path })
      assert.equal((await realm.settled(operation!)).state, 'completed')
    }

    const { operation: opened } = await realm.deposits.create({
      objectPath: '/users/ada/wallet',
      amount: '100.00',
    })
    const deposit = await realm.settled(opened)
    assert.deepEqual(JSON.parse(deposit.outcome), {
      status: 'completed',
      amount: '100.00',
      denomination: 'USD',
    })

    const { operation: rent } = await realm.transfers.create(RENT)
    assert.containSubset(JSON.parse(rent.outcome), {
      sourceNewBalance: '75.00',
      targetNewBalance: '24.95',
      fee: { amount: '0.05' },
    })
    const repeat = await realm.transfers.create(RENT).answer()
    assert.deepEqual([repeat.replayed, repeat.data.operation.id], [true, rent.id])

    const { evidence } = await realm.operations.get(rent.id, { includeEvidence: true })
    const { legs } = (evidence as AnyData).journal
    assert.deepEqual(pluck(legs, 'amount'), ['-25.00', '24.95', '0.05'])

    const reports = await client.apiKeys.create({ name: 'Reports', realmId, permissions: 'read' })
    const reader = new LedgerClient({ baseUrl: BASE_URL, credential: reports.rawKey })
    assert.equal((await reader.realms.summary({ realmId })).objectCount, 2)
    const theft = { ...RENT, path: '/op/theft', sourceObjectPath: '/users/bob/wallet', realmId }
    const refused = await reader.transfers.create(theft).catch((error: unknown) => error)
    assert.isTrue(isRefusal(refused, 'FORBIDDEN'))
    assert.containSubset(refused, {
      status: 403,
      details: { action: 'svc:TransferFrom', resource: '/users/bob/wallet' },
    })

    const { totalEquityUsd } = await realm.objects.aggregate({ prefix: '/users/' })
    assert.equal(totalEquityUsd, '99.95')
    // Custody answers without an envelope.
    assert.match((await realm.custody.status()).contractAddress!, /^0x[0-9a-fA-F]{40}$/)
    assert.isAbove(Number((await realm.markets.mids()).mids['vn:0:BTC']), 0)

    assert.equal((await realm.zones.create({ path: '/vault' })).path, '/vault')
    const { operation: vault } = await realm.objects.create({ path: '/vault/ada' })
    await realm.settled(vault!)
    const { operation: crossing } = await realm.transfers.create({
      ...RENT,
      path: '/op/save',
      targetObjectPath: '/vault/ada',
      amount: '10.00',
    })
    assert.equal((await realm.settled(crossing)).state, 'completed')
    const crossed = await realm.operations.get(crossing.id, { includeEvidence: true })
    const [sent] = (crossed.evidence as AnyData).journal.chainTransactions
    assert.match(sent.txHash, /^0x[0-9a-f]{64}$/)
    assert.equal((await realm.custody.balanceSheet()).boundarySum, '100.00')

    const { paymentLink } = await realm.paymentLinks.create({
      type: 'deposit',
      objectPath: '/users/ada/wallet',
      amount: '25.00',
    })
    assert.include(paymentLink.url!, '/pay/')
    const operations = await realm.operations.list({ limit: 2 }).all()
    assert.includeMembers(pluck(operations, 'path'), ['/op/rent/2026-11', '/op/save'])
  })
})
