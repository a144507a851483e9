import { test } from '@japa/runner'
import fc from 'fast-check'
import { formatUsd, parseUsd } from '#app/money/usd'
import type { Decision } from '#modules/ledger/core/decision'
import {
  neverWhole,
  parseShare,
  resolveSplit,
  type Split,
  type SplitMove,
  type SplitSide,
} from '#modules/ledger/core/split'
import { LedgerWorld } from '#tests/support/ledger_world'
import type { AnyData } from '#tests/support/client'
import { forAll } from '#tests/support/for_all'

const codeOf = (decision: Decision) => (decision.kind === 'refused' ? decision.code : decision.kind)
const move = (source: string, target: string, amount: string): SplitMove => ({
  source: `/${source}`,
  target: `/${target}`,
  amount: parseUsd(amount),
})
const share = (text: string) => parseShare(text)!
const given = (moves: readonly SplitMove[]) => moves.map(({ amount }) => formatUsd(amount))

function resolved(split: Split, mayGive: ReadonlyMap<string, bigint>): SplitMove[] {
  const moves = resolveSplit(split, mayGive, 0n)
  if (!Array.isArray(moves)) throw new Error(moves.message ?? JSON.stringify(moves.details))
  return moves
}

const rich = new Map([['/a', parseUsd('1000')]])

test.group('ledger | what a split comes to', () => {
  test('shares are rounded down, the rest goes to those that lost most', ({ assert }) => {
    const dealt = (amount: string, ...shares: string[]) =>
      given(
        resolved(
          {
            amount: parseUsd(amount),
            sources: [{ path: '/a' }],
            targets: shares.map((text, at) => ({ path: `/t${at}`, share: share(text) })),
          },
          rich
        )
      )
    assert.deepEqual(dealt('10', '1/3', '1/3', '1/3'), ['3.333334', '3.333333', '3.333333'])
    assert.deepEqual(dealt('0.000005', '50%', '25%', '25%'), ['0.000003', '0.000001', '0.000001'])
    assert.deepEqual(dealt('0.00001', '1/6', '1/3', '1/2'), ['0.000002', '0.000003', '0.000005'])
    assert.deepEqual(dealt('100', '12.5%', '87.5%'), ['12.50', '87.50'])
  })

  test('the remainder takes what the others leave', ({ assert }) => {
    const moves = resolved(
      {
        amount: parseUsd('10'),
        sources: [{ path: '/a' }],
        targets: [
          { path: '/rest', remainder: true },
          { path: '/fixed', amount: parseUsd('2') },
          { path: '/third', share: share('1/3') },
        ],
      },
      rich
    )
    assert.deepEqual(given(moves), ['4.666667', '2.00', '3.333333'])
  })

  test('sources are taken in order, each up to its cap and what it has', ({ assert }) => {
    const has = new Map([
      ['/gift', parseUsd('3')],
      ['/bonus', parseUsd('50')],
      ['/cash', parseUsd('100')],
    ])
    const sources = [{ path: '/gift' }, { path: '/bonus', max: parseUsd('5') }, { path: '/cash' }]
    const targets = [{ path: '/shop', remainder: true }]
    const moves = resolved({ amount: parseUsd('20'), sources, targets }, has)
    assert.deepEqual(given(moves), ['3.00', '5.00', '12.00'])
    const short = resolveSplit({ amount: parseUsd('108.01'), sources, targets }, has, 0n)
    assert.deepInclude(short, {
      code: 'INSUFFICIENT_BALANCE',
      details: { available: '108.00', required: '108.01' },
    })
  })

  test('sides that are not the whole are refused', ({ assert }) => {
    const targets = (texts: string[]) =>
      texts.map((text, at) => ({ path: `/t${at}`, share: share(text) }))
    for (const shares of [
      ['1/3', '1/3'],
      ['2/3', '1/2'],
      ['33.333333%', '2/3'],
    ]) {
      const split = { amount: parseUsd('10'), sources: [{ path: '/a' }], targets: targets(shares) }
      const refused = resolveSplit(split, rich, 0n)
      assert.deepInclude(refused, { code: 'VALIDATION_ERROR' }, shares.join(' '))
    }
  })

  test('of 10 planned, {sources} to {targets} is {problem}')
    .with([
      { sources: 'all', targets: '1/3 1/3', problem: 'targets 6.666666' },
      { sources: 'all', targets: '=4 =5.999999', problem: 'targets 9.999999' },
      { sources: 'all', targets: '=8 1/2 rest', problem: 'targets 13.00' },
      { sources: '1/2 =4', targets: 'rest', problem: 'sources 9.00' },
      { sources: '<4 <5', targets: 'rest', problem: 'sources 9.00' },
      { sources: '=1 1/3 <5', targets: 'rest', problem: 'sources 9.333333' },
      { sources: '=11 all', targets: 'rest', problem: 'sources 11.00' },
      { sources: '=1 1/3 <5.666667', targets: '1/3 2/3', problem: null },
      { sources: '<4 <6', targets: '1/3 1/3 1/3', problem: null },
      { sources: '1/3 2/3', targets: '=4 rest', problem: null },
      { sources: '<4 all', targets: '=4 3/5', problem: null },
    ])
    .run(({ assert }, { sources, targets, problem }) => {
      const side = (text: string, at: number): SplitSide => ({
        path: `/${at}`,
        ...(text === 'rest' && { remainder: true }),
        ...(text.startsWith('=') && { amount: parseUsd(text.slice(1)) }),
        ...(text.startsWith('<') && { max: parseUsd(text.slice(1)) }),
        ...(text.includes('/') && { share: share(text) }),
      })
      const sides = (texts: string) => texts.split(' ').map(side)
      const split = { amount: parseUsd('10'), sources: sides(sources), targets: sides(targets) }
      const [found] = (neverWhole(split)?.details?.fields ?? []) as AnyData[]
      const told = found && `${found.field} ${/comes to (\S+)$/.exec(found.message)?.[1]}`
      assert.equal(told ?? null, problem)
    })

  test('a share is an exact part of a whole', ({ assert }) => {
    for (const text of ['0/3', '4/3', '0%', '100.1%', '1/0', '-1/2', '1.5', '1/3%', '', '1 / 3']) {
      assert.isNull(parseShare(text), text)
    }
    assert.deepEqual(parseShare('12.5%'), { numerator: 125n, denominator: 1000n })
  })

  test('whatever is split, both sides are the whole, and no share is off by a unit', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 12 })
    forAll([weights, fc.bigInt({ min: 1n, max: 10n ** 9n })], (parts, amount) => {
      const denominator = BigInt(parts.reduce((sum, part) => sum + part, 0))
      const targets = parts.map((part, at) => ({
        path: `/t${at}`,
        share: { numerator: BigInt(part), denominator },
      }))
      const has = new Map([['/a', amount]])
      const moves = resolved({ amount, sources: [{ path: '/a' }], targets }, has)
      const got = (path: string) =>
        moves.filter(({ target }) => target === path).reduce((sum, each) => sum + each.amount, 0n)
      const total = moves.reduce((sum, each) => sum + each.amount, 0n)
      return (
        total === amount &&
        targets.every(({ path, share: { numerator } }) => {
          const exact = amount * numerator
          const off = got(path) * denominator - exact
          return off > -denominator && off < denominator
        })
      )
    })
  })
})

test.group('ledger | postings of several moves', () => {
  const world = () => new LedgerWorld({ a: '10', b: '0', c: '0' })
  const cash = (ledger: LedgerWorld, ...names: string[]) =>
    names.map((name) => formatUsd(ledger.balance(name).settled))

  test('sources are checked on the net of the whole', ({ assert }) => {
    const ledger = world()
    const chain = [move('b', 'c', '5'), move('a', 'b', '10')]
    assert.equal(codeOf(ledger.split(chain, { fee: '0' })), 'accepted')
    assert.deepEqual(cash(ledger, 'a', 'b', 'c'), ['0.00', '5.00', '5.00'])
    const beyond = [move('b', 'a', '5'), move('c', 'a', '5.01')]
    assert.equal(codeOf(ledger.split(beyond, { fee: '0' })), 'INSUFFICIENT_BALANCE')
    assert.deepEqual(cash(ledger, 'a', 'b', 'c'), ['0.00', '5.00', '5.00'])
  })

  test('each move costs the fee of a transfer, and is more than it', ({ assert }) => {
    const ledger = world()
    const two = [move('a', 'b', '1'), move('a', 'c', '2')]
    assert.equal(codeOf(ledger.split(two)), 'accepted')
    assert.deepEqual(cash(ledger, 'a', 'b', 'c'), ['7.00', '0.95', '1.95'])
    assert.equal(formatUsd(ledger.fees), '0.10')
    assert.equal(codeOf(ledger.split([move('a', 'b', '0.05')])), 'VALIDATION_ERROR')
  })

  test('a move that its fee would use up is named by its objects', ({ assert }) => {
    const refused = world().split([move('a', 'b', '1'), move('a', 'c', '0.05')])
    assert.equal(codeOf(refused), 'VALIDATION_ERROR')
    assert.equal(
      refused.kind === 'refused' && refused.message,
      'The move from /a to /c of 0.05 does not cover the fee of 0.05.'
    )
  })

  test('what comes in beside it hides nothing from a limit', ({ assert }) => {
    const ledger = world()
    ledger.fund('c', '50')
    ledger.limit('a', { maxPerDay: parseUsd('15'), minBalance: parseUsd('4') })
    const through = (amount: string) => [move('c', 'a', amount), move('a', 'b', amount)]
    assert.equal(codeOf(ledger.split(through('15.01'), { fee: '0' })), 'LIMIT_EXCEEDED')
    assert.equal(codeOf(ledger.split(through('9'), { fee: '0' })), 'accepted')
    assert.equal(codeOf(ledger.split([move('a', 'b', '6.01')], { fee: '0' })), 'LIMIT_EXCEEDED')
    assert.equal(codeOf(ledger.split([move('a', 'b', '6')], { fee: '0' })), 'accepted')
  })

  const waterfall = (amount: string, ...sources: string[]): Split => ({
    amount: parseUsd(amount),
    sources: sources.map((name) => ({ path: `/${name}` })),
    targets: [{ path: '/shop', remainder: true }],
  })

  test('a source of a waterfall keeps its minimum balance', ({ assert }) => {
    const ledger = new LedgerWorld({ a: '9.67', b: '5', c: '0', shop: '0' })
    ledger.limit('a', { minBalance: parseUsd('2') })
    assert.equal(codeOf(ledger.split(waterfall('9', 'a', 'b'), { fee: '0' })), 'accepted')
    assert.deepEqual(cash(ledger, 'a', 'b', 'shop'), ['2.00', '3.67', '9.00'])
    // Nothing is left above the minimum: the source is passed over.
    assert.equal(codeOf(ledger.split(waterfall('1', 'a', 'b'), { fee: '0' })), 'accepted')
    assert.deepEqual(cash(ledger, 'a', 'b', 'shop'), ['2.00', '2.67', '10.00'])
    const short = ledger.split(waterfall('5', 'a', 'b'), { fee: '0' })
    assert.deepInclude(short, {
      code: 'INSUFFICIENT_BALANCE',
      details: { available: '2.67', required: '5.00' },
    })
  })

  test('a source of a waterfall gives up to its {limit}, and the next one the rest')
    .with([
      { limit: 'maxPerMovement' as const, left: ['6.00', '4.00'] },
      { limit: 'maxPerDay' as const, left: ['7.00', '3.00'] },
    ])
    .run(({ assert }, { limit, left }) => {
      const ledger = new LedgerWorld({ a: '10', b: '5', shop: '0' })
      ledger.limit('a', { [limit]: parseUsd('3') })
      // The first movement counts for the day as well.
      assert.equal(codeOf(ledger.split([move('a', 'shop', '1')], { fee: '0' })), 'accepted')
      assert.equal(codeOf(ledger.split(waterfall('4', 'a', 'b'), { fee: '0' })), 'accepted')
      assert.deepEqual(cash(ledger, 'a', 'b', 'shop'), [...left, '5.00'])
    })

  test('the limit that holds back what the sources have is named, and not their balances', ({
    assert,
  }) => {
    const ledger = new LedgerWorld({ a: '10', b: '5', shop: '0' })
    ledger.limit('a', { maxPerDay: parseUsd('3') })
    assert.deepInclude(ledger.split(waterfall('9', 'a', 'b'), { fee: '0' }), {
      code: 'LIMIT_EXCEEDED',
      details: { limit: 'maxPerDay', allowed: '3.00', requested: '9.00', objectPath: '/a' },
    })
    assert.deepInclude(ledger.split(waterfall('15.01', 'a', 'b'), { fee: '0' }), {
      code: 'INSUFFICIENT_BALANCE',
      details: { available: '8.00', required: '15.01' },
    })
  })

  test('a source below its minimum balance takes nothing from what the others give', ({
    assert,
  }) => {
    const ledger = new LedgerWorld({ a: '1', b: '5', shop: '0' })
    ledger.limit('a', { minBalance: parseUsd('2') })
    assert.equal(codeOf(ledger.split(waterfall('5', 'a', 'b'), { fee: '0' })), 'accepted')
    assert.deepEqual(cash(ledger, 'a', 'b', 'shop'), ['1.00', '0.00', '5.00'])
  })

  test('an amount asked of a source by name does not go below its minimum balance', ({
    assert,
  }) => {
    const ledger = new LedgerWorld({ a: '9.67', b: '5', shop: '0' })
    ledger.limit('a', { minBalance: parseUsd('2') })
    const sources = [{ path: '/a', amount: parseUsd('9') }, { path: '/b' }]
    const asked = { ...waterfall('10'), sources }
    assert.equal(codeOf(ledger.split(asked, { fee: '0' })), 'LIMIT_EXCEEDED')
  })

  test('a source whose share its fee would use up is passed over', ({ assert }) => {
    const ledger = new LedgerWorld({ a: '0.03', b: '0.05', c: '10', shop: '0' })
    assert.equal(codeOf(ledger.split(waterfall('5', 'a', 'b', 'c'))), 'accepted')
    assert.deepEqual(cash(ledger, 'a', 'b', 'c', 'shop'), ['0.03', '0.05', '5.00', '4.95'])
    const sources = [{ path: '/c', max: parseUsd('0.04') }, { path: '/shop' }]
    const targets = [{ path: '/a', remainder: true }]
    const capped = { amount: parseUsd('2'), sources, targets }
    assert.equal(codeOf(ledger.split(capped)), 'accepted')
    assert.deepEqual(cash(ledger, 'a', 'c', 'shop'), ['1.98', '5.00', '2.95'])
  })

  test('a rest that is no more than the fee is refused by the name of its move', ({ assert }) => {
    const ledger = new LedgerWorld({ a: '4.98', b: '10', shop: '0' })
    const refused = ledger.split(waterfall('5', 'a', 'b'))
    assert.equal(
      refused.kind === 'refused' && refused.message,
      'The move from /b to /shop of 0.02 does not cover the fee of 0.05.'
    )
  })

  test('a path is used for one posting', ({ assert }) => {
    const ledger = world()
    const path = '/op/once'
    ledger.split([move('a', 'b', '1')], { path })
    assert.equal(codeOf(ledger.split([move('a', 'b', '1')], { path })), 'replayed')
    assert.equal(codeOf(ledger.split([move('a', 'b', '2')], { path })), 'IDEMPOTENCY_VIOLATION')
    assert.equal(codeOf(ledger.split([move('a', 'nobody', '2')])), 'NOT_FOUND')
  })

  test('objects of another boundary take no part', ({ assert }) => {
    const ledger = world()
    ledger.declareZone('vault')
    ledger.create('vault/d')
    const crossing = [move('a', 'b', '1'), move('a', 'vault/d', '1')]
    assert.equal(codeOf(ledger.split(crossing)), 'CROSSES_BOUNDARY')
  })
})
