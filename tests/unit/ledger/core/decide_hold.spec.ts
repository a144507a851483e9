import { test } from '@japa/runner'
import { formatUsd } from '#app/money/usd'
import type { Decision } from '#modules/ledger/core/decision'
import { balanceOf } from '#modules/ledger/core/state'
import { isOf, USD } from '#modules/ledger/core/terms'
import { LEDGER_LIMITS } from '#modules/ledger/limits'
import { LedgerWorld } from '#tests/support/ledger_world'

const world = (cash: Record<string, string> = {}) =>
  new LedgerWorld({ payer: '100', shop: '0', other: '0', ...cash })

/** What an object has: settled, arriving and departing. */
function books(of: LedgerWorld, name: string): string[] {
  const object = of.state.objectsByPath.get(`/${name}`)!
  const { settled, arriving, departing } = balanceOf(of.state, object.id, USD)
  return [settled, arriving, departing].map(formatUsd)
}

function opened(of: LedgerWorld, decision: Decision) {
  if (decision.kind !== 'accepted') throw new Error(`The hold was ${decision.kind}`)
  const { id } = decision.posting.operation!.row
  return {
    id,
    get now() {
      const hold = of.state.operationsById.get(id)
      if (!isOf('hold', hold)) throw new Error('It is no hold')
      const { status, capturedAmount, remainingAmount } = hold.outcome
      return { state: hold.state, status, capturedAmount, remainingAmount }
    },
  }
}

const codeOf = (decision: Decision) => (decision.kind === 'refused' ? decision.code : decision.kind)

test.group('ledger | holds', () => {
  test('what is held departs, and is shown arriving where it is reserved', ({ assert }) => {
    const named = world()
    const hold = opened(named, named.hold('payer', '40', { to: 'shop' }))
    assert.deepEqual(books(named, 'payer'), ['100.00', '0.00', '40.00'])
    assert.deepEqual(books(named, 'shop'), ['0.00', '40.00', '0.00'])
    assert.deepEqual(hold.now, {
      state: 'pending',
      status: 'open',
      capturedAmount: '0.00',
      remainingAmount: '40.00',
    })
    const unnamed = world()
    unnamed.hold('payer', '40')
    assert.deepEqual(books(unnamed, 'shop'), ['0.00', '0.00', '0.00'])
  })

  test('nobody spends what is held', ({ assert }) => {
    const ledger = world()
    ledger.hold('payer', '60')
    assert.equal(codeOf(ledger.hold('payer', '40.01')), 'INSUFFICIENT_BALANCE')
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '40.01')), 'INSUFFICIENT_BALANCE')
    assert.equal(codeOf(ledger.transfer('payer', 'shop', '40')), 'accepted')
  })

  test('parts are captured until nothing is left, each with its fee', ({ assert }) => {
    const ledger = world()
    const hold = opened(ledger, ledger.hold('payer', '40', { to: 'shop' }))
    assert.equal(codeOf(ledger.capture(hold.id, 'shop', '10')), 'composed')
    assert.deepEqual(books(ledger, 'payer'), ['90.00', '0.00', '30.00'])
    assert.deepEqual(books(ledger, 'shop'), ['9.95', '30.00', '0.00'])
    assert.equal(hold.now.remainingAmount, '30.00')
    assert.equal(codeOf(ledger.capture(hold.id, 'shop', '30.01')), 'INSUFFICIENT_BALANCE')
    assert.equal(codeOf(ledger.capture(hold.id, 'other', null)), 'composed')
    assert.deepEqual(books(ledger, 'payer'), ['60.00', '0.00', '0.00'])
    assert.deepEqual(books(ledger, 'shop'), ['9.95', '0.00', '0.00'])
    assert.deepEqual(books(ledger, 'other'), ['29.95', '0.00', '0.00'])
    assert.deepEqual(hold.now, {
      state: 'completed',
      status: 'captured',
      capturedAmount: '40.00',
      remainingAmount: '0.00',
    })
  })

  test('a final capture gives the rest back', ({ assert }) => {
    const ledger = world()
    const hold = opened(ledger, ledger.hold('payer', '40', { to: 'shop' }))
    const decision = ledger.capture(hold.id, 'shop', '10', { final: true })
    assert.deepEqual(books(ledger, 'payer'), ['90.00', '0.00', '0.00'])
    assert.deepEqual(books(ledger, 'shop'), ['9.95', '0.00', '0.00'])
    assert.deepInclude(hold.now, { state: 'completed', capturedAmount: '10.00' })
    const events =
      decision.kind === 'composed' ? decision.postings.flatMap((each) => each.events) : []
    const told = events.map(({ type, payload }) => [
      type,
      (JSON.parse(payload) as { amount: string }).amount,
    ])
    assert.deepEqual(told, [
      ['hold.captured', '10.00'],
      ['hold.released', '30.00'],
    ])
  })

  test('a capture that a rail carries is held, and settles like a transfer', ({ assert }) => {
    const ledger = world()
    const hold = opened(ledger, ledger.hold('payer', '40', { to: 'shop' }))
    const captured = ledger.capture(hold.id, 'shop', '10', { waits: true })
    assert.deepEqual(books(ledger, 'payer'), ['100.00', '0.00', '40.00'])
    assert.deepEqual(books(ledger, 'shop'), ['0.00', '39.95', '0.00'])
    const id = captured.kind === 'composed' ? captured.operation!.id : ''
    assert.equal(codeOf(ledger.settleTransfer(id)), 'accepted')
    assert.deepEqual(books(ledger, 'payer'), ['90.00', '0.00', '30.00'])
    assert.deepEqual(books(ledger, 'shop'), ['9.95', '30.00', '0.00'])
    const capture = ledger.state.operationsById.get(id)
    assert.isTrue(isOf('capture', capture))
    assert.equal(isOf('capture', capture) && capture.outcome.holdId, hold.id)
    const refused = ledger.capture(hold.id, 'shop', '30', { waits: true })
    ledger.abandon(refused.kind === 'composed' ? refused.operation!.id : '')
    assert.deepEqual(books(ledger, 'payer'), ['90.00', '0.00', '0.00'], 'the amount is back')
    assert.deepEqual(books(ledger, 'shop'), ['9.95', '0.00', '0.00'])
  })

  test('a hold that ended takes nothing more', ({ assert }) => {
    const ends: Record<string, (of: LedgerWorld, id: string) => unknown> = {
      captured: (of, id) => of.capture(id, 'shop', null),
      released: (of, id) => of.endHold(id, 'released'),
      expired: (of) => of.pass(61),
    }
    for (const [status, end] of Object.entries(ends)) {
      const ledger = world()
      const hold = opened(ledger, ledger.hold('payer', '40', { seconds: 60 }))
      end(ledger, hold.id)
      const tries = {
        capture: ledger.capture(hold.id, 'shop', '1'),
        release: ledger.endHold(hold.id, 'released'),
        extend: ledger.extendHold(hold.id, 600),
      }
      for (const [what, decision] of Object.entries(tries)) {
        assert.deepInclude(decision, { kind: 'refused', code: 'HOLD_NOT_OPEN' }, what)
        const details = decision.kind === 'refused' ? decision.details : {}
        assert.equal(details?.status, status, what)
      }
    }
  })

  test('expiring ends what is over, and nothing else', ({ assert }) => {
    const ledger = world()
    const hold = opened(ledger, ledger.hold('payer', '40', { to: 'shop', seconds: 60 }))
    ledger.capture(hold.id, 'shop', '10')
    assert.equal(codeOf(ledger.endHold(hold.id, 'expired')), 'settled_before')
    assert.equal(codeOf(ledger.extendHold(hold.id, 120)), 'accepted')
    ledger.pass(61)
    assert.equal(codeOf(ledger.endHold(hold.id, 'expired')), 'settled_before')
    ledger.pass(60)
    assert.equal(codeOf(ledger.endHold(hold.id, 'expired')), 'accepted')
    assert.deepEqual(books(ledger, 'payer'), ['90.00', '0.00', '0.00'])
    assert.deepEqual(hold.now, {
      state: 'expired',
      status: 'expired',
      capturedAmount: '10.00',
      remainingAmount: '0.00',
    })
  })

  test('a release repeated with its path is answered again, another is not', ({ assert }) => {
    const ledger = world()
    const hold = opened(ledger, ledger.hold('payer', '40'))
    assert.equal(codeOf(ledger.endHold(hold.id, 'released', '/op/r')), 'accepted')
    assert.deepInclude(hold.now, { state: 'failed', status: 'released' })
    assert.equal(codeOf(ledger.endHold(hold.id, 'released', '/op/r')), 'settled_before')
    assert.equal(codeOf(ledger.endHold(hold.id, 'released', '/op/s')), 'HOLD_NOT_OPEN')
    assert.equal(codeOf(ledger.endHold(hold.id, 'released')), 'HOLD_NOT_OPEN')
  })

  test('an end is only moved to a later time', ({ assert }) => {
    const ledger = world()
    const short = opened(ledger, ledger.hold('payer', '10', { seconds: 600 }))
    assert.equal(codeOf(ledger.extendHold(short.id, 60)), 'VALIDATION_ERROR')
    const endless = opened(ledger, ledger.hold('payer', '10'))
    assert.equal(codeOf(ledger.extendHold(endless.id, 60)), 'VALIDATION_ERROR')
  })

  test('a capture below its fee, to its own source, or one too many is refused', ({ assert }) => {
    const ledger = world()
    const hold = opened(ledger, ledger.hold('payer', '40'))
    assert.equal(codeOf(ledger.capture(hold.id, 'shop', '0.05')), 'VALIDATION_ERROR')
    assert.equal(codeOf(ledger.capture(hold.id, 'payer', '1')), 'VALIDATION_ERROR')
    assert.equal(codeOf(ledger.capture(hold.id, 'nobody', '1')), 'NOT_FOUND')
    for (let count = 0; count < LEDGER_LIMITS.capturesOfHold; count++) {
      assert.equal(codeOf(ledger.capture(hold.id, 'shop', '0.1', { fee: '0' })), 'composed')
    }
    assert.equal(codeOf(ledger.capture(hold.id, 'shop', '0.1', { fee: '0' })), 'CONFLICT')
  })

  test('one path captures once', ({ assert }) => {
    const ledger = world()
    const hold = opened(ledger, ledger.hold('payer', '40'))
    const again = { path: '/op/once' }
    assert.equal(codeOf(ledger.capture(hold.id, 'shop', '10', again)), 'composed')
    assert.equal(codeOf(ledger.capture(hold.id, 'shop', '10', again)), 'replayed')
    assert.equal(codeOf(ledger.capture(hold.id, 'shop', '11', again)), 'IDEMPOTENCY_VIOLATION')
    assert.equal(hold.now.remainingAmount, '30.00')
  })
})
