import { test } from '@japa/runner'
import fc from 'fast-check'
import { formatUsd, parseUsd } from '#app/money/usd'
import type { Decision } from '#modules/ledger/core/decision'
import { inProportion } from '#modules/ledger/core/split'
import { balanceKey } from '#modules/ledger/core/state'
import { acceptedId, LedgerWorld } from '#tests/support/ledger_world'
import { forAll } from '#tests/support/for_all'

const codeOf = (decision: Decision) => (decision.kind === 'refused' ? decision.code : decision.kind)
const detailsOf = (decision: Decision) => (decision.kind === 'refused' ? decision.details : null)

/** A payment of ten, of which a fee of one was kept. */
function paid() {
  const ledger = new LedgerWorld({ payer: '100', shop: '0' })
  const id = acceptedId(ledger.transfer('payer', 'shop', '10', '1'))
  const books = () =>
    ['payer', 'shop'].map((name) => formatUsd(ledger.balance(name).settled)).concat(fees())
  const fees = () => formatUsd(ledger.fees)
  return { ledger, id, books }
}

test.group('ledger | reversals', () => {
  test('what arrived goes back, and the fee where that is asked', ({ assert }) => {
    const kept = paid()
    assert.equal(codeOf(kept.ledger.reverse(kept.id)), 'accepted')
    assert.deepEqual(kept.books(), ['99.00', '0.00', '1.00'])
    const refunded = paid()
    const again = codeOf(refunded.ledger.reverse(refunded.id, null, { refundFee: true }))
    assert.equal(again, 'accepted')
    assert.deepEqual(refunded.books(), ['100.00', '0.00', '0.00'])
  })

  test('parts bring back their share of the fee, which is exact at the end', ({ assert }) => {
    const { ledger, id, books } = paid()
    for (const amount of ['1', '1', '0.000001', null]) {
      assert.equal(codeOf(ledger.reverse(id, amount, { refundFee: true })), 'accepted')
    }
    assert.deepEqual(books(), ['100.00', '0.00', '0.00'])
  })

  test('more than arrived does not go back', ({ assert }) => {
    const { ledger, id } = paid()
    ledger.fund('shop', '50')
    assert.deepInclude(detailsOf(ledger.reverse(id, '9.01')), { reversible: '9.00' })
    ledger.reverse(id, '4')
    assert.equal(codeOf(ledger.reverse(id, '5.01')), 'ALREADY_REVERSED')
    assert.equal(codeOf(ledger.reverse(id, '5')), 'accepted')
    assert.deepInclude(detailsOf(ledger.reverse(id)), { reversible: '0.00' })
  })

  test('what is no longer there does not go back, and a part of it does', ({ assert }) => {
    const { ledger, id } = paid()
    ledger.hold('shop', '6')
    assert.deepInclude(detailsOf(ledger.reverse(id)), { available: '3.00', required: '9.00' })
    assert.equal(codeOf(ledger.reverse(id, '3')), 'accepted')
  })

  test('a fee that was paid out is not refunded', ({ assert }) => {
    const { ledger, id } = paid()
    ledger.reverse(acceptedId(ledger.transfer('payer', 'shop', '1', '0')))
    const fees = ledger.state.objectsByPath.get('/_system/fees')!
    ledger.state.balances.set(balanceKey(fees.id, 'USD'), {
      settled: 0n,
      arriving: 0n,
      departing: 0n,
    })
    const refused = ledger.reverse(id, null, { refundFee: true })
    assert.equal(codeOf(refused), 'INSUFFICIENT_BALANCE')
    assert.equal(codeOf(ledger.reverse(id)), 'accepted')
  })

  test('who stands at the path of a deleted object gives and gets nothing', ({ assert }) => {
    const { ledger, id } = paid()
    ledger.remove('shop', 'payer')
    ledger.create('shop')
    ledger.fund('shop', '50')
    assert.equal(codeOf(ledger.reverse(id)), 'NOT_FOUND')
  })

  test('only what has moved is reversed', ({ assert }) => {
    const { ledger, id } = paid()
    const back = acceptedId(ledger.reverse(id))
    const pending = acceptedId(ledger.openTransfer('payer', 'shop', '5'))
    const hold = acceptedId(ledger.hold('payer', '5'))
    assert.equal(codeOf(ledger.reverse(back)), 'VALIDATION_ERROR')
    assert.equal(codeOf(ledger.reverse(hold)), 'VALIDATION_ERROR')
    assert.equal(codeOf(ledger.reverse(pending)), 'CONFLICT')
    assert.equal(codeOf(ledger.reverse('op_none')), 'NOT_FOUND')
  })

  test('a path is used for one reversal', ({ assert }) => {
    const { ledger, id } = paid()
    const path = '/op/back'
    ledger.reverse(id, '1', { path })
    assert.equal(codeOf(ledger.reverse(id, '1', { path })), 'replayed')
    assert.equal(codeOf(ledger.reverse(id, '2', { path })), 'IDEMPOTENCY_VIOLATION')
  })

  test('one a rail carries holds what it moves, and frees it when it fails', ({ assert }) => {
    const { ledger, id, books } = paid()
    const first = acceptedId(ledger.reverse(id, null, { refundFee: true, waits: true }))
    const refused = ledger.reverse(id)
    assert.equal(codeOf(refused), 'ALREADY_REVERSED')
    assert.match(
      (refused.kind === 'refused' && refused.message) || '',
      /nothing is left to reverse/
    )
    const arriving = parseUsd('10')
    assert.deepInclude(ledger.balance('payer'), { arriving })
    ledger.abandon(first)
    assert.deepInclude(ledger.balance('payer'), { arriving: 0n })
    const second = acceptedId(ledger.reverse(id, null, { refundFee: true, waits: true }))
    assert.equal(codeOf(ledger.settleTransfer(second)), 'accepted')
    assert.equal(codeOf(ledger.settleTransfer(second)), 'settled_before')
    assert.deepEqual(books(), ['100.00', '0.00', '0.00'])
    assert.equal(codeOf(ledger.reverse(id)), 'ALREADY_REVERSED')
  })

  test('limits bound what goes back', ({ assert }) => {
    const { ledger, id } = paid()
    ledger.limit('shop', { maxPerMovement: parseUsd('5') })
    assert.equal(codeOf(ledger.reverse(id)), 'LIMIT_EXCEEDED')
    ledger.limit('payer', { maxBalance: parseUsd('92') })
    assert.equal(codeOf(ledger.reverse(id, '2.01')), 'LIMIT_EXCEEDED')
    const withFee = ledger.reverse(id, '2', { refundFee: true })
    assert.equal(codeOf(withFee), 'LIMIT_EXCEEDED', 'the fee that comes back counts')
    assert.equal(codeOf(ledger.reverse(id, '2')), 'accepted')
  })
})

const move = (source: string, target: string, amount: string) => ({
  source: `/${source}`,
  target: `/${target}`,
  amount: parseUsd(amount),
})

/** Two pay one seller and one agent, with a fee of 0.50 a move. */
function split() {
  const ledger = new LedgerWorld({ one: '100', two: '100', seller: '0', agent: '0' })
  const moves = [
    move('one', 'seller', '10.5'),
    move('two', 'agent', '20.5'),
    move('two', 'seller', '30.5'),
  ]
  const id = acceptedId(ledger.split(moves, { fee: '0.5' }))
  const names = ['one', 'two', 'seller', 'agent']
  const books = () =>
    [...names.map((name) => ledger.balance(name).settled), ledger.fees].map(formatUsd)
  return { ledger, id, books }
}

test.group('ledger | reversals of postings', () => {
  test('every move goes back between its own objects, with fees on request', ({ assert }) => {
    const kept = split()
    assert.equal(codeOf(kept.ledger.reverse(kept.id)), 'accepted')
    assert.deepEqual(kept.books(), ['99.50', '99.00', '0.00', '0.00', '1.50'])
    const refunded = split()
    acceptedId(refunded.ledger.reverse(refunded.id, null, { refundFee: true }))
    assert.deepEqual(refunded.books(), ['100.00', '100.00', '0.00', '0.00', '0.00'])
  })

  test('a part is shared over the moves in proportion, and what is left is exact', ({ assert }) => {
    const { ledger, id, books } = split()
    acceptedId(ledger.reverse(id, '6', { refundFee: true }))
    assert.deepEqual(books(), ['90.55', '54.10', '36.00', '18.00', '1.35'])
    for (const amount of ['0.000001', '0.000002', '7.77', null]) {
      acceptedId(ledger.reverse(id, amount, { refundFee: true }))
    }
    assert.deepEqual(books(), ['100.00', '100.00', '0.00', '0.00', '0.00'])
    assert.deepInclude(detailsOf(ledger.reverse(id)), { reversible: '0.00' })
  })

  test('more than arrived does not go back', ({ assert }) => {
    const { ledger, id } = split()
    ledger.fund('seller', '50')
    ledger.fund('agent', '50')
    assert.deepInclude(detailsOf(ledger.reverse(id, '60.000001')), { reversible: '60.00' })
    acceptedId(ledger.reverse(id, '59'))
    assert.equal(codeOf(ledger.reverse(id, '1.01')), 'ALREADY_REVERSED')
    assert.equal(codeOf(ledger.reverse(id, '1')), 'accepted')
  })

  test('when one of them has spent it, nothing goes back', ({ assert }) => {
    const { ledger, id, books } = split()
    acceptedId(ledger.transfer('agent', 'one', '0.000001', '0'))
    const before = books()
    const refused = ledger.reverse(id)
    assert.equal(codeOf(refused), 'INSUFFICIENT_BALANCE')
    assert.deepInclude(detailsOf(refused), { available: '19.999999', required: '20.00' })
    assert.deepEqual(books(), before)
    assert.equal(codeOf(ledger.reverse(id, '59')), 'accepted', 'a part that is there goes back')
  })

  test('what went through an object goes back through it', ({ assert }) => {
    const ledger = new LedgerWorld({ a: '10', b: '0', c: '0' })
    const chain = [move('a', 'b', '10'), move('b', 'c', '10')]
    const id = acceptedId(ledger.split(chain, { fee: '0' }))
    acceptedId(ledger.reverse(id))
    assert.equal(formatUsd(ledger.balance('a').settled), '10.00')
  })

  test('who stands at the path of a deleted object gives and gets nothing', ({ assert }) => {
    const { ledger, id } = split()
    ledger.remove('agent', 'one')
    ledger.create('agent')
    ledger.fund('agent', '50')
    assert.equal(codeOf(ledger.reverse(id)), 'NOT_FOUND')
  })

  test('limits bound what goes back, on the whole of each object', ({ assert }) => {
    const { ledger, id } = split()
    ledger.limit('seller', { maxPerMovement: parseUsd('39.99') })
    assert.equal(codeOf(ledger.reverse(id)), 'LIMIT_EXCEEDED')
    assert.equal(codeOf(ledger.reverse(id, '30')), 'accepted')
    const full = split()
    full.ledger.limit('two', { maxBalance: parseUsd('99.99') })
    const refunding = full.ledger.reverse(full.id, null, { refundFee: true })
    assert.equal(codeOf(refunding), 'LIMIT_EXCEEDED', 'with the fees of both moves')
    assert.equal(codeOf(full.ledger.reverse(full.id)), 'accepted')
  })

  test('whatever is dealt out, no part is more than its weight or off by a unit', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 12n }), {
      minLength: 1,
      maxLength: 20,
    })
    forAll([weights, fc.bigInt({ min: 0n, max: 10n ** 6n })], (each, millionths) => {
      const whole = each.reduce((sum, weight) => sum + weight, 0n)
      fc.pre(whole > 0n)
      const amount = (whole * millionths) / 10n ** 6n
      const parts = inProportion(amount, each)
      return (
        parts.reduce((sum, part) => sum + part, 0n) === amount &&
        parts.every((part, at) => {
          const off = part * whole - amount * each[at]!
          return part <= each[at]! && off < whole && off > -whole
        })
      )
    })
  })
})
