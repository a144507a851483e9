import { test } from '@japa/runner'
import type { Decision } from '#modules/ledger/core/decision'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'

function code(decision: Decision): string {
  return decision.kind === 'refused' ? decision.code : decision.kind
}

test.group('ledger | core | closing a realm', () => {
  test('is the last entry of its journal', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '0' })
    const pending = acceptedId(world.openDeposit('bob', '1'))
    const closed = world.closeRealm()
    assert.equal(code(closed), 'accepted')
    const { posting } = world.entries.at(-1)!
    assert.equal(posting.events[0]!.type, 'realm.deleted')
    for (const late of [
      world.transfer('alice', 'bob', '1'),
      world.create('carol'),
      world.settle(pending, '1'),
      world.abandon(pending),
      world.remove('bob'),
      world.closeRealm(),
    ]) {
      assert.equal(code(late), 'NOT_FOUND')
    }
  })

  test('the request whose answer was lost finds that it has closed it', ({ assert }) => {
    const world = new LedgerWorld()
    assert.equal(code(world.closeRealm('paper', 'evt_own')), 'accepted')
    assert.equal(code(world.closeRealm('paper', 'evt_own')), 'closed_before')
    assert.equal(code(world.closeRealm('paper', 'evt_other')), 'NOT_FOUND')
  })

  test('with real money in it a realm stays open', ({ assert }) => {
    const world = new LedgerWorld({ alice: '5', bob: '0' })
    assert.equal(code(world.closeRealm('live')), 'REALM_NOT_EMPTY')
    world.transfer('alice', 'bob', '5')
    assert.equal(code(world.closeRealm('live')), 'REALM_NOT_EMPTY')
    world.defund('bob', '4.95')
    // The fee is the service's own.
    assert.equal(code(world.closeRealm('live')), 'accepted')
  })

  test('money that is on its way keeps a production realm open', ({ assert }) => {
    const world = new LedgerWorld({ alice: '0' })
    const deposit = acceptedId(world.openDeposit('alice', '1'))
    assert.equal(code(world.closeRealm('live')), 'REALM_NOT_EMPTY')
    world.abandon(deposit)
    assert.equal(code(world.closeRealm('live')), 'accepted')
  })

  test('what the database saw before the group counts', ({ assert }) => {
    const world = new LedgerWorld()
    world.state.heldValue = true
    assert.equal(code(world.closeRealm('live')), 'REALM_NOT_EMPTY')
    assert.equal(code(world.closeRealm('paper')), 'accepted')
  })
})
