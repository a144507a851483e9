import { test } from '@japa/runner'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { TestRealm, accepted, pluck, type Client, type OperationView } from '#tests/support/client'

const BALANCES = ['sourceNewBalance', 'targetNewBalance']

/** Which sides' balances an outcome tells. */
function told(operation: { outcome: string }): string[] {
  const outcome = JSON.parse(operation.outcome) as Record<string, unknown>
  return BALANCES.filter((field) => field in outcome)
}

test.group('ledger | balances in outcomes', (group) => {
  let realm: TestRealm
  let user: Client

  group.setup(async () => {
    realm = await TestRealm.with({ '/u/alice': '10', '/u/bob': '1000' })
    user = await scoped(
      realm,
      allow('svc:Transfer', '/u/alice'),
      allow('svc:Read', '/u/alice'),
      allow('svc:ReceiveTo', '/u/bob')
    )
  })

  const cent = (path: string) => ({
    path,
    sourceObjectPath: '/u/alice',
    targetObjectPath: '/u/bob',
    amount: '0.10',
  })

  test('who sends somebody a cent does not learn what that somebody owns', async ({ assert }) => {
    const { id: realmId } = realm
    const body = { realmId, ...cent('/op/cent') }
    const first = accepted(await user.post('/api/v1/transfer', body))
    const replayed = accepted(await user.post('/api/v1/transfer', body))
    const dry = accepted(
      await user.post('/api/v1/transfer', { ...body, path: '/op/dry', dryRun: true })
    )
    const bulk = accepted(
      await user.post('/api/v1/transfers/bulk', {
        realmId,
        mode: 'atomic',
        transfers: [cent('/op/bulk')],
      })
    )
    const list = accepted(await user.get('/api/v1/operations', { realmId, type: 'transfer' }))
    const read = accepted(await user.get(`/api/v1/operations/${first.operation.id}`))
    const object = accepted(
      await user.get('/api/v1/objects/by-path', { realmId, path: '/u/alice' })
    )
    const range = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', type: 'transfer' }
    const exported = accepted(await user.get('/api/v1/operations/export', { realmId, ...range }))
    const transfers = (operations: OperationView[]) =>
      operations.filter(({ type }) => type === 'transfer')
    const shown: { outcome: string }[] = [
      first.operation,
      replayed.operation,
      dry.operation,
      bulk.results[0].operation,
      read.operation,
      ...list.operations,
      ...transfers(object.operations),
      ...pluck(exported.operations, 'operation'),
    ]
    assert.isAbove(shown.length, 8)
    for (const operation of shown) assert.deepEqual(told(operation), ['sourceNewBalance'])
    assert.notProperty(read.operation.parsedOutcome, 'targetNewBalance')
  })

  test('a builder and whoever may read both balances is told both', async ({ assert }) => {
    const moved = await realm.transfer('/u/alice', '/u/bob', '0.10')
    assert.deepEqual(told(moved), BALANCES)
    const reader = await scoped(realm, allow('svc:Read', '/u/*'))
    const { operation } = accepted(await reader.get(`/api/v1/operations/${moved.id}`))
    assert.deepEqual(told(operation), BALANCES)
  })
})
