import { test } from '@japa/runner'
import { formatUsd, parseUsd } from '#app/money/usd'
import { LedgerWorld, acceptedId } from '#tests/support/ledger_world'

const statusOf = (world: LedgerWorld, name: string) =>
  world.state.objectsByPath.get(`/${name}`)!.status

const newestEvents = (world: LedgerWorld) =>
  world.entries.at(-1)!.posting.events.map(({ type }) => type)

test.group('ledger | decide_withdrawal', () => {
  test('the amount departs at once and leaves for the outside when it settles', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    const id = acceptedId(world.openWithdrawal('alice', '4'))
    assert.deepEqual(world.balance('alice'), {
      settled: parseUsd('10'),
      arriving: 0n,
      departing: parseUsd('4'),
    })
    world.settleWithdrawal(id)
    assert.equal(world.balance('alice').settled, parseUsd('6'))
    assert.equal(world.balance('alice').departing, 0n)
    assert.equal(world.external, -parseUsd('6'))
    assert.deepEqual(newestEvents(world), ['withdrawal.completed'])
    assert.equal(statusOf(world, 'alice'), 'active')
    assert.deepEqual(world.state.operationsById.get(id)!.outcome, {
      status: 'completed',
      amount: '4.00',
      denomination: 'USD',
      destinationAddress: null,
      sourceNewBalance: '6.00',
    })
  })

  test('more than what is available is refused, to the atom', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    assert.deepInclude(world.openWithdrawal('alice', '10.000001'), {
      code: 'INSUFFICIENT_BALANCE',
      details: { available: '10.00', required: '10.000001' },
    })
    assert.equal(world.openWithdrawal('alice', '10').kind, 'accepted')
    assert.deepInclude(world.openWithdrawal('alice', '0.000001'), { code: 'INSUFFICIENT_BALANCE' })
  })

  test('a full withdrawal of collected fees leaves the fee object usable', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '0' })
    world.transfer('alice', 'bob', '1')
    const fees = world.balance('_system/fees').settled
    assert.isAbove(Number(fees), 0)
    world.defund('_system/fees', formatUsd(fees))
    assert.equal(world.balance('_system/fees').settled, 0n)
    assert.equal(statusOf(world, '_system/fees'), 'active')
    assert.deepEqual(newestEvents(world), ['withdrawal.completed'])
    world.transfer('alice', 'bob', '1')
    assert.equal(world.balance('_system/fees').settled, fees)
  })

  test('a full withdrawal retires the object and its path', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '5' })
    world.defund('alice', '10')
    assert.equal(statusOf(world, 'alice'), 'withdrawn')
    assert.isNumber(world.state.objectsByPath.get('/alice')!.withdrawnAt)
    assert.deepEqual(newestEvents(world), ['withdrawal.completed', 'object.withdrawn'])
    const [delta] = world.entries.at(-1)!.posting.deltas
    assert.deepInclude(delta, {
      deltaType: 'status_change',
      beforeValue: 'active',
      afterValue: 'withdrawn',
    })
    assert.deepInclude(world.create('alice'), { code: 'PATH_RETIRED' })
    assert.deepInclude(world.transfer('bob', 'alice', '1'), { code: 'NOT_FOUND' })
    assert.deepInclude(world.transfer('alice', 'bob', '1'), { code: 'NOT_FOUND' })
    assert.deepInclude(world.openDeposit('alice', '1'), { code: 'OBJECT_NOT_FOUND' })
    assert.deepInclude(world.openWithdrawal('alice', '1'), { code: 'OBJECT_NOT_FOUND' })
  })

  test('an object with money on its way is emptied, but not withdrawn', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10', bob: '5' })
    const deposit = acceptedId(world.openDeposit('alice', '3'))
    world.defund('alice', '10')
    assert.equal(statusOf(world, 'alice'), 'active')
    world.settle(deposit, '3')
    assert.equal(world.balance('alice').settled, parseUsd('3'))
    world.openTransfer('bob', 'alice', '2')
    world.defund('alice', '3')
    assert.equal(statusOf(world, 'alice'), 'active')
  })

  test('of two withdrawals that empty an object the last to settle retires it', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    const first = acceptedId(world.openWithdrawal('alice', '6'))
    const second = acceptedId(world.openWithdrawal('alice', '4'))
    world.settleWithdrawal(second)
    assert.equal(statusOf(world, 'alice'), 'active')
    world.settleWithdrawal(first)
    assert.equal(statusOf(world, 'alice'), 'withdrawn')
  })

  test('announced money arrives at a withdrawn object, and can leave it again', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    const late = acceptedId(world.openDeposit('alice', '3', '/op/link', false))
    world.defund('alice', '10')
    world.settle(late, '3')
    assert.equal(statusOf(world, 'alice'), 'withdrawn')
    assert.equal(world.balance('alice').settled, parseUsd('3'))
    assert.equal(world.defund('alice', '3').kind, 'accepted')
    assert.deepEqual(newestEvents(world), ['withdrawal.completed'], 'it is withdrawn only once')
    assert.equal(world.external, 0n)
  })

  test('a refused withdrawal gives the money back and says so twice', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    const id = acceptedId(world.openWithdrawal('alice', '10'))
    world.abandon(id)
    assert.equal(world.balance('alice').departing, 0n)
    assert.equal(statusOf(world, 'alice'), 'active')
    assert.deepEqual(newestEvents(world), ['operation.failed', 'withdrawal.failed'])
    assert.equal(world.entries.at(-1)!.posting.events[0]!.objectPath, '/alice')
    assert.equal(world.settleWithdrawal(id).kind, 'settled_before')
  })

  test('settling twice debits once', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    const id = acceptedId(world.openWithdrawal('alice', '4'))
    world.settleWithdrawal(id)
    assert.equal(world.settleWithdrawal(id).kind, 'settled_before')
    assert.equal(world.balance('alice').settled, parseUsd('6'))
  })

  test('an exchange object is refused by its field, an unusable one is not found', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    assert.deepInclude(world.openWithdrawal('nobody', '1'), { code: 'OBJECT_NOT_FOUND' })
    world.beginCreate('bob')
    assert.deepInclude(world.openWithdrawal('bob', '1'), { code: 'OBJECT_NOT_FOUND' })
    const alice = world.state.objectsByPath.get('/alice')!
    world.state.objectsByPath.set('/alice', { ...alice, status: 'deleting' })
    assert.deepInclude(world.openWithdrawal('alice', '1'), { code: 'CONFLICT' })
    world.state.objectsByPath.set('/alice', { ...alice, keepsOwnBooks: true })
    const refused = world.openWithdrawal('alice', '1')
    assert.deepInclude(refused, { code: 'VALIDATION_ERROR' })
    assert.containSubset(refused, { details: { fields: [{ field: 'objectPath' }] } })
    world.state.objectsByPath.set('/alice', { ...alice, id: 'obj_other' })
    world.side = () => ({ id: 'obj_former', path: '/alice' })
    assert.deepInclude(world.openWithdrawal('alice', '1'), { code: 'OBJECT_REPLACED' })
  })

  test('one path is one withdrawal', ({ assert }) => {
    const world = new LedgerWorld({ alice: '10' })
    world.openWithdrawal('alice', '10', '/op/one')
    assert.equal(world.openWithdrawal('alice', '10', '/op/one').kind, 'replayed')
    assert.deepInclude(world.openWithdrawal('alice', '9', '/op/one'), {
      code: 'IDEMPOTENCY_VIOLATION',
    })
  })
})
