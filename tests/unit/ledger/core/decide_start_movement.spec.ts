import { test } from '@japa/runner'
import { parseUsd } from '#app/money/usd'
import type { Decision } from '#modules/ledger/core/decision'
import { destinationOf } from '#modules/ledger/core/movement_terms'
import { LedgerWorld } from '#tests/support/ledger_world'
import { REALM_ID } from '#tests/support/memory_realm'

const LATER = Number.MAX_SAFE_INTEGER
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** A realm with movements that wait for somebody. */
class WaitingWorld extends LedgerWorld {
  deposit(name: string, amount: string): string {
    const opened = this.openDeposit(name, amount, this.id('/op/link'), false)
    return accepted(opened).operation!.row.id
  }

  withdrawal(name: string, amount: string): string {
    const opened = this.openWithdrawal(name, amount)
    return accepted(opened).operation!.row.id
  }

  start(operationId: string, destinationAddress: string | null = null, deadline = LATER): Decision {
    return this.post({
      kind: 'start_movement',
      realmId: REALM_ID,
      operationId,
      deadline,
      destinationAddress,
      jobs: [],
    })
  }

  expire(operationId: string, seenUntil = 0): Decision {
    return this.post({
      kind: 'abandon',
      realmId: REALM_ID,
      operationId,
      as: 'expired',
      failureMessage: 'Over.',
      unlessUnderWay: { seenUntil },
      ids: { event: this.id('evt') },
      jobs: [],
    })
  }

  see(operationId: string): Decision {
    const ids = { event: this.id('evt') }
    const seen = { operationId, seenAmount: parseUsd('1'), paidAt: null, ids, jobs: [] }
    return this.post({ kind: 'detect_deposit', realmId: REALM_ID, ...seen })
  }

  stateOf(operationId: string): string {
    return this.state.operationsById.get(operationId)!.state
  }
}

function accepted(decision: Decision) {
  if (decision.kind !== 'accepted') throw new Error(`expected to be accepted: ${decision.kind}`)
  return decision.posting
}

test.group('ledger | decide | start_movement', (group) => {
  let world: WaitingWorld

  group.each.setup(() => {
    world = new WaitingWorld({ a: '100' })
  })

  test('a deposit that is started is on its way, and arrives as ever', ({ assert }) => {
    const id = world.deposit('a', '10')
    assert.equal(world.balance('a').arriving, 0n)
    accepted(world.start(id))
    assert.equal(world.balance('a').arriving, parseUsd('10'))
    accepted(world.settle(id, '10'))
    assert.equal(world.balance('a').arriving, 0n)
    assert.equal(world.balance('a').settled, parseUsd('110'))
  })

  test('started twice it is started once', ({ assert }) => {
    const id = world.deposit('a', '10')
    accepted(world.start(id))
    assert.equal(world.start(id).kind, 'settled_before')
    assert.equal(world.balance('a').arriving, parseUsd('10'))
  })

  test('a withdrawal goes where it was started to, and nowhere else', ({ assert }) => {
    const id = world.withdrawal('a', '10')
    accepted(world.start(id, ADDRESS))
    assert.equal(world.start(id, `0x${'1'.repeat(40)}`).kind, 'settled_before')
    assert.equal(destinationOf(world.state.operationsById.get(id)!), ADDRESS)
    accepted(world.settleWithdrawal(id))
    assert.equal(world.balance('a').settled, parseUsd('90'))
  })

  test('what was started does not expire; what has expired does not start', ({ assert }) => {
    const [first, second] = [world.withdrawal('a', '10'), world.withdrawal('a', '20')]
    accepted(world.start(first, ADDRESS))
    assert.equal(world.expire(first).kind, 'settled_before')
    assert.equal(world.stateOf(first), 'pending')
    accepted(world.expire(second))
    assert.equal(world.start(second, ADDRESS).kind, 'settled_before')
    assert.equal(world.stateOf(second), 'expired')
    assert.equal(world.balance('a').departing, parseUsd('10'))
  })

  test('a rail may still refuse what was started', ({ assert }) => {
    const id = world.withdrawal('a', '10')
    accepted(world.start(id, ADDRESS))
    accepted(world.abandon(id))
    assert.equal(world.balance('a').departing, 0n)
  })

  test('the deadline holds to the microsecond', ({ assert }) => {
    const id = world.deposit('a', '10')
    const { committedAt } = world.state.head!
    assert.containSubset(world.start(id, null, committedAt + 1), { code: 'CONFLICT' })
    accepted(world.start(id, null, committedAt + 3))
  })

  test('money that was seen holds a deposit open, but not for ever', ({ assert }) => {
    const id = world.deposit('a', '10')
    accepted(world.see(id))
    assert.equal(world.expire(id, LATER).kind, 'settled_before')
    accepted(world.expire(id, world.state.head!.committedAt))
    assert.equal(world.stateOf(id), 'expired')
  })

  test('an object that is gone takes no deposit', ({ assert }) => {
    world.create('b')
    const id = world.deposit('b', '10')
    accepted(world.remove('b'))
    assert.containSubset(world.start(id), { kind: 'refused', code: 'CONFLICT' })
  })

  test('only deposits and withdrawals wait for somebody', ({ assert }) => {
    world.create('b')
    const moved = accepted(world.openTransfer('a', 'b', '1')).operation!.row.id
    for (const id of [moved, 'op_unknown']) {
      assert.containSubset(world.start(id), { kind: 'refused', code: 'NOT_FOUND' })
    }
  })

  test('an event of another module moves nothing', ({ assert }) => {
    const event = {
      id: 'evt_1',
      type: 'payment_link.expired',
      objectId: null,
      objectPath: '/a',
      payload: { paymentLinkId: 'pl_1' },
    }
    const told = { realmId: REALM_ID, module: 'payment_links', event, jobs: [] }
    const posting = accepted(world.post({ kind: 'tell_event', ...told }))
    assert.isNull(posting.operation)
    assert.isEmpty([...posting.legs, ...posting.newHolds])
    assert.equal(posting.authority, 'system:payment_links')
    assert.deepEqual(posting.events, [{ ...event, payload: '{"paymentLinkId":"pl_1"}' }])
  })
})
