import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import { parseUsd } from '#app/money/usd'
import type { Decision } from '#modules/ledger/core/decision'
import { balanceOf } from '#modules/ledger/core/state'
import { SYSTEM_PATHS } from '#modules/ledger/core/system_paths'
import { USD } from '#modules/ledger/core/terms'
import { LedgerWorld } from '#tests/support/ledger_world'
import { REALM_ID } from '#tests/support/memory_realm'

const BOUNDARY = 'bnd_1'

/** A realm whose deposits are announced and paid from outside. */
class PaidWorld extends LedgerWorld {
  announce(name: string, amount: string, openMicros?: number): string {
    const opened = this.openDeposit(name, amount, this.id('/op/live'), false, openMicros)
    return accepted(opened).operation!.row.id
  }

  arrive(
    amount: string,
    paid: {
      operationId?: string
      answers?: boolean
      path?: string
      boundaryId?: string
      paidAt?: number
    } = {}
  ): Decision {
    const { operationId = '', answers = true, path = this.id('/_system/arrivals') } = paid
    const events = () => ({
      detected: this.id('evt'),
      confirmed: this.id('evt'),
      completed: this.id('evt'),
    })
    return this.post({
      kind: 'credit_arrival',
      realmId: REALM_ID,
      operationId,
      answers,
      paidAt: paid.paidAt ?? null,
      boundaryId: paid.boundaryId ?? BOUNDARY,
      operation: this.operation(path, 'deposit', `arrival ${amount} ${operationId}`),
      unattributedId: this.id('obj'),
      ids: { announced: events(), own: events() },
      amount: parseUsd(amount),
      proofs: [{ id: this.id('prf'), proofType: 'chain_deposit', externalRef: path }],
      jobs: [],
    })
  }

  detect(operationId: string, amount: string, paidAt: number | null = null): Decision {
    return this.post({
      kind: 'detect_deposit',
      realmId: REALM_ID,
      operationId,
      seenAmount: parseUsd(amount),
      paidAt,
      ids: { event: this.id('evt') },
      jobs: [],
    })
  }

  cash(path: string): bigint {
    const object = this.state.objectsByPath.get(path)
    return object ? balanceOf(this.state, object.id, USD).settled : 0n
  }
}

function accepted(decision: Decision) {
  if (decision.kind !== 'accepted') throw new Error(`expected to be accepted: ${decision.kind}`)
  return decision.posting
}

function outcome(decision: Decision) {
  return accepted(decision).operation!.row.outcome as Record<string, unknown>
}

test.group('ledger | core | decide arrival', () => {
  test('what arrived is credited, whatever was asked for', ({ assert }) => {
    for (const amount of ['25.00', '0.01', '9999.123456']) {
      const world = new PaidWorld({ alice: '0' })
      const operationId = world.announce('alice', '25.00')
      const credited = world.arrive(amount, { operationId })
      const { row } = accepted(credited).operation!
      assert.containSubset(row, { id: operationId, state: 'completed' })
      assert.equal(row.amount, parseUsd(amount))
      assert.equal(outcome(credited).requestedAmount, '25.00')
      assert.equal(world.cash('/alice'), parseUsd(amount))
      assert.equal(world.cash(SYSTEM_PATHS.external), -parseUsd(amount))
      const types = accepted(credited).events.map(({ type }) => type)
      assert.deepEqual(types, ['deposit.detected', 'deposit.confirmed', 'deposit.completed'])
    }
  })

  test('one arrival is credited once, however often it is told', ({ assert }) => {
    const world = new PaidWorld({ alice: '0' })
    const operationId = world.announce('alice', '5.00')
    const first = { operationId, path: '/_system/arrivals/1' }
    const second = { operationId, path: '/_system/arrivals/2', answers: false }
    world.arrive('5.00', first)
    assert.equal(world.arrive('5.00', first).kind, 'settled_before')
    world.arrive('7.00', second)
    assert.equal(world.arrive('7.00', second).kind, 'replayed')
    assert.equal(world.arrive('5.00', first).kind, 'settled_before')
    assert.equal(world.cash('/alice'), parseUsd('12.00'))
  })

  test('an arrival that does not answer leaves the deposit waiting for its own', ({ assert }) => {
    const world = new PaidWorld({ alice: '0' })
    const operationId = world.announce('alice', '5.00')
    const other = world.arrive('3.00', { operationId, answers: false })
    assert.notEqual(accepted(other).operation!.row.id, operationId)
    assert.equal(outcome(other).announcedBy, operationId)
    assert.equal(world.state.operationsById.get(operationId)!.state, 'pending')
    world.arrive('5.00', { operationId })
    assert.equal(world.state.operationsById.get(operationId)!.state, 'completed')
    assert.equal(world.cash('/alice'), parseUsd('8.00'))
  })

  test('money seen after its deposit’s time has its own, ended yet or not', ({ assert }) => {
    const world = new PaidWorld({ alice: '0' })
    const operationId = world.announce('alice', '5.00', 3)
    // Every request is a microsecond later than the one before.
    const inTime = world.announce('alice', '1.00', 3)
    assert.equal(world.detect(inTime, '1.00').kind, 'accepted')
    world.create('bob')
    assert.equal(world.detect(operationId, '5.00').kind, 'settled_before')
    const late = world.arrive('5.00', { operationId })
    assert.equal(outcome(late).announcedBy, operationId)
    assert.equal(world.state.operationsById.get(operationId)!.state, 'pending')
    world.arrive('1.00', { operationId: inTime })
    assert.equal(world.state.operationsById.get(inTime)!.state, 'completed')
    assert.equal(world.cash('/alice'), parseUsd('6.00'))
  })

  test('money paid in time by its block is in time, however late it is seen', ({ assert }) => {
    const world = new PaidWorld({ alice: '0' })
    const operationId = world.announce('alice', '5.00', 1)
    const openedAt = world.state.operationsById.get(operationId)!.createdAt
    world.create('bob')
    assert.equal(world.detect(operationId, '5.00', openedAt + 1).kind, 'settled_before')
    assert.equal(world.detect(operationId, '5.00', openedAt).kind, 'accepted')
    world.arrive('5.00', { operationId })
    assert.equal(world.state.operationsById.get(operationId)!.state, 'completed')
  })

  test('money that is credited before anybody saw it is in time by its block too', ({ assert }) => {
    for (const late of [0, 1]) {
      const world = new PaidWorld({ alice: '0' })
      const operationId = world.announce('alice', '5.00', 1)
      const openedAt = world.state.operationsById.get(operationId)!.createdAt
      world.create('bob')
      world.arrive('5.00', { operationId, paidAt: openedAt + late })
      const { state } = world.state.operationsById.get(operationId)!
      assert.equal(state, late === 0 ? 'completed' : 'pending')
      assert.equal(world.cash('/alice'), parseUsd('5.00'))
    }
  })

  test('money that comes after its deposit expired has a deposit of its own', ({ assert }) => {
    const world = new PaidWorld({ alice: '0' })
    const operationId = world.announce('alice', '5.00')
    world.abandon(operationId)
    const late = world.arrive('5.00', { operationId })
    const { row } = accepted(late).operation!
    assert.notEqual(row.id, operationId)
    assert.equal(row.state, 'completed')
    const payload = JSON.parse(accepted(late).events[0]!.payload) as Record<string, unknown>
    assert.equal(payload.announcedBy, operationId)
    assert.equal(world.cash('/alice'), parseUsd('5.00'))
  })

  test('money without a living object ends unattributed in its boundary', ({ assert }) => {
    const world = new PaidWorld({ alice: '0', bob: '0' })
    const operationId = world.announce('alice', '5.00')
    world.remove('alice')
    const late = world.arrive('5.00', { operationId })
    const place = String(outcome(late).creditedObjectPath)
    assert.match(place, /^\/_system\/unattributed/)
    assert.equal(accepted(late).operation!.row.state, 'completed')
    const payload = JSON.parse(accepted(late).events[0]!.payload) as Record<string, unknown>
    assert.containSubset(payload, { objectPath: place, intendedObjectPath: '/alice' })
    world.arrive('2.00')
    assert.equal(world.cash(place), parseUsd('7.00'), 'one object per boundary')
    world.arrive('1.00', { boundaryId: 'bnd_2' })
    assert.equal(world.cash('/_system/unattributed/bnd_2'), parseUsd('1.00'))
  })

  test('value is never credited outside the boundary that holds it', ({ assert }) => {
    const world = new PaidWorld({ alice: '0' })
    const operationId = world.announce('alice', '5.00')
    world.arrive('5.00', { operationId, boundaryId: 'bnd_2' })
    assert.equal(world.cash('/alice'), 0n)
    assert.equal(world.cash('/_system/unattributed/bnd_2'), parseUsd('5.00'))
  })

  test('a deposit is detected once, and only while it waits', ({ assert }) => {
    const world = new PaidWorld({ alice: '0' })
    const operationId = world.announce('alice', '5.00')
    const seen = world.detect(operationId, '4.00')
    assert.equal(accepted(seen).operation!.row.state, 'pending')
    assert.deepEqual(pluck(accepted(seen).events, 'type'), ['deposit.detected'])
    assert.lengthOf(accepted(seen).legs, 0)
    assert.equal(world.detect(operationId, '5.00').kind, 'settled_before')
    assert.deepEqual(
      accepted(world.arrive('5.00', { operationId })).events.map(({ type }) => type),
      ['deposit.confirmed', 'deposit.completed'],
      'expected not to be detected twice'
    )
    assert.equal(world.detect(operationId, '5.00').kind, 'settled_before')
    assert.equal(world.detect('op_unknown', '5.00').kind, 'refused')
  })
})
