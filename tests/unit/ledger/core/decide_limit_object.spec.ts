import { test } from '@japa/runner'
import { parseUsd } from '#app/money/usd'
import type { Conditions } from '#modules/ledger/core/conditions'
import type { Decision } from '#modules/ledger/core/decision'
import { LedgerWorld } from '#tests/support/ledger_world'

const DAY = 24 * 3600
const codeOf = (decision: Decision) => (decision.kind === 'refused' ? decision.code : decision.kind)
const detailsOf = (decision: Decision) => (decision.kind === 'refused' ? decision.details : null)
const world = () => new LedgerWorld({ payer: '100', shop: '0' })

test.group('ledger | limits of objects', () => {
  test('a movement keeps to its source’s limits, and leaves what has to stay', ({ assert }) => {
    const ledger = world()
    ledger.limit('payer', { maxPerMovement: parseUsd('10'), minBalance: parseUsd('85') })
    assert.deepEqual(detailsOf(ledger.transfer('payer', 'shop', '10.01')), {
      limit: 'maxPerMovement',
      allowed: '10.00',
      requested: '10.01',
      objectPath: '/payer',
    })
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '10')), 'accepted')
    assert.deepInclude(detailsOf(ledger.hold('payer', '6')), {
      limit: 'minBalance',
      allowed: '5.00',
    })
    assert.equal(codeOf(ledger.openWithdrawal('payer', '5')), 'accepted')
  })

  test('the sum of a day begins anew the next, and counts what failed later', ({ assert }) => {
    const ledger = world()
    ledger.limit('payer', { maxPerDay: parseUsd('20') })
    const hold = ledger.hold('payer', '15')
    if (hold.kind !== 'accepted') throw new Error('The hold was refused')
    ledger.endHold(hold.posting.operation!.row.id, 'released')
    const refused = ledger.transfer('payer', 'shop', '5.01')
    assert.deepInclude(detailsOf(refused), { limit: 'maxPerDay', allowed: '5.00' })
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '5')), 'accepted')
    ledger.pass(DAY)
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '20')), 'accepted')
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '1')), 'LIMIT_EXCEEDED')
  })

  test('what is on its way to an object counts towards what it may hold', ({ assert }) => {
    const ledger = world()
    ledger.limit('shop', { maxBalance: parseUsd('30') })
    const hold = ledger.hold('payer', '20', { to: 'shop' })
    if (hold.kind !== 'accepted') throw new Error('The hold was refused')
    const { id } = hold.posting.operation!.row
    const refused = ledger.transfer('payer', 'shop', '10.06')
    assert.deepInclude(detailsOf(refused), { limit: 'maxBalance', allowed: '10.00' })
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '10.05')), 'accepted')
    assert.equal(codeOf(ledger.capture(id, 'shop', null)), 'composed')
    assert.equal(codeOf(ledger.remove('payer', 'shop')), 'LIMIT_EXCEEDED')
  })

  test('money from outside is credited whatever an object may hold', ({ assert }) => {
    const ledger = world()
    ledger.limit('shop', { maxBalance: parseUsd('30') })
    assert.equal(codeOf(ledger.fund('shop', '100')), 'accepted')
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '1')), 'LIMIT_EXCEEDED')
    assert.equal(codeOf(ledger.transfer('shop', 'payer', '1')), 'accepted')
  })

  test('a limit that is not named stays, and what contradicts itself is refused', ({ assert }) => {
    const ledger = world()
    ledger.limit('payer', { minBalance: parseUsd('10') })
    assert.equal(codeOf(ledger.limit('payer', { maxBalance: parseUsd('9') })), 'VALIDATION_ERROR')
    assert.equal(codeOf(ledger.limit('payer', { maxPerDay: parseUsd('50') })), 'accepted')
    assert.equal(codeOf(ledger.limit('payer', { maxPerDay: parseUsd('50') })), 'existing')
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '95')), 'LIMIT_EXCEEDED')
    ledger.limit('payer', { maxPerDay: null, minBalance: null })
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '95')), 'accepted')
    assert.equal(codeOf(ledger.limit('nobody', { maxPerDay: null })), 'OBJECT_NOT_FOUND')
  })

  test('an object that takes the path of a deleted one has no limits of it', ({ assert }) => {
    const ledger = world()
    ledger.limit('shop', { maxBalance: 0n })
    ledger.remove('shop')
    ledger.create('shop')
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '1')), 'accepted')
  })
})

test.group('ledger | conditions of a movement', () => {
  const asked = (ledger: LedgerWorld, conditions: Conditions, amount = '1') =>
    ledger.post({ ...ledger.transferRequest('payer', 'shop', amount), conditions })

  test('a movement happens only as long as each condition holds', ({ assert }) => {
    const ledger = world()
    ledger.hold('payer', '40')
    const cases: [Conditions, string][] = [
      [{ sourceAtLeast: parseUsd('60') }, 'accepted'],
      [{ sourceAtLeast: parseUsd('60') }, 'CONDITION_FAILED'],
      [{ targetAtMost: parseUsd('0.95') }, 'accepted'],
      [{ targetAtMost: parseUsd('0.95') }, 'CONDITION_FAILED'],
      [{ sourceAtLeast: 0n, targetAtMost: parseUsd('1.90') }, 'accepted'],
    ]
    for (const [conditions, code] of cases) assert.equal(codeOf(asked(ledger, conditions)), code)
    assert.deepEqual(detailsOf(asked(ledger, { sourceAtLeast: parseUsd('60') })), {
      condition: 'ifSourceBalanceAtLeast',
      actual: '57.00',
    })
  })

  test('of two movements that saw the same version of their source, one happens', ({ assert }) => {
    const ledger = world()
    const { seq: sourceVersion } = ledger.entries.at(-1)!
    const [payer, shop] = [ledger.side('payer').id, ledger.side('shop').id]
    const version = ledger.state.versions.get(payer)!
    assert.isBelow(version, ledger.state.versions.get(shop)!)
    assert.equal(codeOf(asked(ledger, { sourceVersion: version })), 'accepted')
    const second = asked(ledger, { sourceVersion: version })
    assert.equal(codeOf(second), 'CONDITION_FAILED')
    const actual = sourceVersion + 1
    assert.deepEqual(detailsOf(second), { condition: 'ifSourceVersion', actual })
  })

  test('a condition is told before a lack of money', ({ assert }) => {
    const conditions = { sourceAtLeast: parseUsd('200') }
    assert.equal(codeOf(asked(world(), conditions, '150')), 'CONDITION_FAILED')
  })
})
