import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { parseUsd } from '#app/money/usd'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'

const usd = (settled: string, arriving = '0', departing = '0') => ({
  settled: parseUsd(settled),
  arriving: parseUsd(arriving),
  departing: parseUsd(departing),
})

test.group('ledger | decide_held_transfer', () => {
  test('opening moves nothing: departing at the source, arriving less the fee', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const decision = world.openTransfer('alice', 'bob', '4')
    assert.deepEqual(world.balance('alice'), usd('10', '0', '4'))
    assert.deepEqual(world.balance('bob'), usd('0', '3.95'))
    assert.equal(world.fees, 0n)
    assert.lengthOf(world.entries.at(-1)!.legs, 0)
    assert.equal(world.state.operationsById.get(acceptedId(decision))!.state, 'pending')
  })

  test('settling moves what was held, at the opening’s fee, and closes holds', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const id = acceptedId(world.openTransfer('alice', 'bob', '4'))
    world.settleTransfer(id)
    assert.deepEqual(world.balance('alice'), usd('6'))
    assert.deepEqual(world.balance('bob'), usd('3.95'))
    assert.equal(world.fees, parseUsd('0.05'))
    const { posting } = world.entries.at(-1)!
    assert.lengthOf(posting.proofs, 1)
    assert.isEmpty(posting.events, 'a transfer emits no event')
    const operation = world.state.operationsById.get(id)!
    assert.equal(operation.state, 'completed')
    assert.deepEqual(operation.outcome, {
      status: 'completed',
      amount: '4.00',
      denomination: 'USD',
      sourceNewBalance: '6.00',
      targetNewBalance: '3.95',
      fee: { amount: '0.05', denomination: 'USD' },
    })
  })

  test('held money is not spent again by transfer, held one or withdrawal', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    world.openTransfer('alice', 'bob', '7')
    const refusal = {
      code: 'INSUFFICIENT_BALANCE',
      details: { available: '3.00', required: '3.000001' },
    }
    assert.deepInclude(world.transfer('alice', 'bob', '3.000001'), refusal)
    assert.deepInclude(world.openTransfer('alice', 'bob', '3.000001'), refusal)
    assert.deepInclude(world.openWithdrawal('alice', '3.000001'), refusal)
    assert.equal(world.transfer('alice', 'bob', '3').kind, 'accepted')
  })

  test('what arrives cannot be spent before it has settled', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0', carol: '0' })
    world.openTransfer('alice', 'bob', '7')
    assert.deepInclude(world.transfer('bob', 'carol', '1'), { code: 'INSUFFICIENT_BALANCE' })
  })

  test('abandoning gives everything back, and a late settlement changes nothing', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const id = acceptedId(world.openTransfer('alice', 'bob', '4'))
    world.abandon(id)
    assert.deepEqual(world.balance('alice'), usd('10'))
    assert.deepEqual(world.balance('bob'), usd('0'))
    assert.equal(world.settleTransfer(id).kind, 'settled_before')
    assert.deepEqual(world.balance('alice'), usd('10'))
    const operation = world.state.operationsById.get(id)!
    assert.containSubset(operation, { state: 'failed', failureMessage: 'It did not arrive.' })
    assert.deepEqual(pluck(world.entries.at(-1)!.posting.events, 'type'), ['operation.failed'])
  })

  test('a refusal in too many words still releases what was held', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const id = acceptedId(world.openTransfer('alice', 'bob', '4'))
    world.abandon(id, '😀'.repeat(2000))
    assert.deepEqual(world.balance('alice'), usd('10'))
    const { failureMessage } = world.state.operationsById.get(id)!
    assert.equal(failureMessage, '😀'.repeat(LEDGER_LIMITS.failureMessageLength))
  })

  test('settling twice moves once, and a late refusal changes nothing', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const id = acceptedId(world.openTransfer('alice', 'bob', '4'))
    world.settleTransfer(id)
    assert.equal(world.settleTransfer(id).kind, 'settled_before')
    assert.equal(world.abandon(id).kind, 'settled_before')
    assert.deepEqual(world.balance('bob'), usd('3.95'))
  })

  test('one path is one transfer, held or not', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    world.openTransfer('alice', 'bob', '4', '0.05', '/op/one')
    assert.equal(world.openTransfer('alice', 'bob', '4', '0.05', '/op/one').kind, 'replayed')
    assert.equal(world.transfer('alice', 'bob', '4', '0.05', '/op/one').kind, 'replayed')
    assert.deepInclude(world.transfer('alice', 'bob', '5', '0.05', '/op/one'), {
      code: 'IDEMPOTENCY_VIOLATION',
    })
  })

  test('a withdrawal or deposit is not settled as a transfer', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    const withdrawal = acceptedId(world.openWithdrawal('alice', '4'))
    const deposit = acceptedId(world.openDeposit('alice', '4'))
    const transfer = acceptedId(world.openTransfer('alice', 'bob', '4'))
    assert.deepInclude(world.settleTransfer(withdrawal), { code: 'NOT_FOUND' })
    assert.deepInclude(world.settleTransfer(deposit), { code: 'NOT_FOUND' })
    assert.deepInclude(world.settleWithdrawal(transfer), { code: 'NOT_FOUND' })
    assert.deepInclude(world.settle(transfer, '4'), { code: 'NOT_FOUND' })
    assert.deepInclude(world.settleTransfer('op_none'), { code: 'NOT_FOUND' })
  })

  test('two exchange objects exchange nothing directly', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    for (const name of ['alice', 'bob']) {
      const object = world.state.objectsByPath.get(`/${name}`)!
      world.state.objectsByPath.set(`/${name}`, { ...object, keepsOwnBooks: true })
    }
    assert.deepInclude(world.transfer('alice', 'bob', '1'), { code: 'VALIDATION_ERROR' })
    assert.deepInclude(world.openTransfer('alice', 'bob', '1'), { code: 'VALIDATION_ERROR' })
  })
})
