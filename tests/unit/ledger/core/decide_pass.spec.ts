import { test } from '@japa/runner'
import { decidePass } from '#modules/ledger/core/decide_composed'
import { parseUsd } from '#app/money/usd'
import { LedgerWorld } from '#tests/support/ledger_world'
import { REALM_ID } from '#tests/support/memory_realm'

test.group('ledger | decide | composed_pass', () => {
  test('a step is taken while its operation is pending, not after its end', ({ assert }) => {
    const world = new LedgerWorld({ a: '100' })
    const opened = world.openWithdrawal('a', '10')
    if (opened.kind !== 'accepted') throw new Error(opened.kind)
    const operationId = opened.posting.operation!.row.id
    const decided = (id?: string) =>
      decidePass(world.state, {
        kind: 'composed_pass',
        realmId: REALM_ID,
        jobs: [],
        ...(id !== undefined && { operationId: id }),
      }).kind
    assert.equal(decided(operationId), 'to_compose')
    world.post({
      kind: 'abandon',
      realmId: REALM_ID,
      operationId,
      as: 'failed',
      failureMessage: 'Refused.',
      jobs: [],
      ids: { event: world.id('evt'), withdrawal: world.id('evt'), delta: world.id('dlt') },
    })
    assert.equal(world.balance('a').settled, parseUsd('100'))
    assert.equal(decided(operationId), 'settled_before')
    assert.equal(decided(world.id('op')), 'refused')
    assert.equal(decided(), 'to_compose')
  })
})
