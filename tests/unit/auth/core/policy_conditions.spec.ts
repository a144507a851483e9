import fc from 'fast-check'
import { test } from '@japa/runner'
import type { AskedMove, PolicyConditions, PolicyStatement } from '#app/extension/principal'
import { compiledPolicy } from '#modules/auth/core/compiled_policy'
import { uncovered } from '#modules/auth/core/covers'
import { approvalsNeeded, evaluate, refusingCondition } from '#modules/auth/core/evaluate'
import {
  conditionProblems,
  looserCondition,
  normalConditions,
  parseConditions,
} from '#modules/auth/core/policy_conditions'
import { allow, deny } from '#tests/unit/auth/support/statements'
import { forAll } from '#tests/support/for_all'

const MINUTE = 60_000_000
const NOTHING: AskedMove = { operationPath: null, amount: null, destination: null }
const HOT = `0x${'0a'.repeat(20)}`
const COLD = `0x${'0b'.repeat(20)}`

const under = (conditions: PolicyConditions) => [
  { ...allow(['svc:WithdrawFrom', 'svc:ReadObject'], ['*']), conditions },
]
const verdict = (conditions: PolicyConditions, move: Partial<AskedMove>, at: number | null = 0) =>
  evaluate(under(conditions), 'svc:WithdrawFrom', '/a', { asked: [{ ...NOTHING, ...move }], at })
const timeOfDay = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

test.group('auth | policy_conditions', () => {
  test('amountLte compares exact amounts, however they are written', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 25n })
    const text = (value: bigint) => {
      const digits = value.toString().padStart(3, '0')
      return `${digits.slice(0, -2)}.${digits.slice(-2)}`
    }
    forAll([cents, cents, fc.constantFrom('', '0', '0000')], (limit, amount, zeros) => {
      const found = verdict({ amountLte: text(limit) }, { amount: text(amount) + zeros })
      return (found === 'allowed') === amount <= limit
    })
  })

  test('hours hold exactly in the minutes between, also over midnight', () => {
    const minute = fc.integer({ min: 0, max: 1439 })
    forAll([minute, minute, minute, fc.nat(20_000)], { numRuns: 300 }, (from, to, now, day) => {
      fc.pre(from !== to)
      const naive: number[] = []
      for (let at = from; at !== to; at = (at + 1) % 1440) naive.push(at)
      const hours = { from: timeOfDay(from), to: timeOfDay(to) }
      const found = verdict({ hours }, {}, (day * 1440 + now) * MINUTE + 59_999_999)
      return (found === 'allowed') === naive.includes(now)
    })
  })

  test('of two hours, the one that lies within the other is found', () => {
    const minute = fc.constantFrom(0, 1, 480, 720, 1080, 1439)
    const hours = fc
      .tuple(minute, minute)
      .filter(([from, to]) => from !== to)
      .map(([from, to]) => ({ hours: { from: timeOfDay(from), to: timeOfDay(to) } }))
    forAll([hours, hours], { numRuns: 100 }, (outer, inner) => {
      const [has, wants] = [outer, inner].map((conditions) =>
        parseConditions({ effect: 'Allow', conditions })!
      )
      const escapes = Array.from({ length: 1440 }, (_, now) => now * MINUTE).some(
        (at) => verdict(inner, {}, at) === 'allowed' && verdict(outer, {}, at) !== 'allowed'
      )
      return (looserCondition(has!, wants!) !== null) === escapes
    })
  })

  test('{name}: {move} is {found}')
    .with([
      {
        name: 'destinationIn',
        move: { destination: HOT.toUpperCase().replace('0X', '0x') },
        found: 'allowed',
      },
      { name: 'destinationIn', move: { destination: COLD }, found: 'not_allowed' },
      { name: 'destinationIn', move: { destination: '/u/1' }, found: 'allowed' },
      { name: 'destinationIn', move: { destination: '/v' }, found: 'not_allowed' },
      { name: 'destinationIn', move: {}, found: 'not_allowed' },
      { name: 'amountLte', move: {}, found: 'not_allowed' },
      { name: 'amountLte', move: { amount: '-1' }, found: 'not_allowed' },
      { name: 'hours', move: {}, found: 'allowed' },
    ])
    .run(({ assert }, { name, move, found }) => {
      const all = {
        destinationIn: [HOT, '/u/*'],
        amountLte: '1',
        hours: { from: '23:00', to: '01:00' },
      }
      const conditions = { [name]: all[name as keyof typeof all] }
      assert.equal(verdict(conditions, move), found)
      const request = { asked: [{ ...NOTHING, ...move }], at: 0 }
      const condition = refusingCondition(under(conditions), 'svc:WithdrawFrom', '/a', request)
      assert.equal(condition, found === 'allowed' ? null : name)
    })

  test('approvals count as so many as there are, and the Allow that wants the fewest', ({
    assert,
  }) => {
    const two = under({ approvals: 2 })
    const small = under({ amountLte: '1' })
    const ask = (statements: PolicyStatement[], amount: string, approvals?: number) => {
      const request = { asked: [{ ...NOTHING, amount }], at: 0, approvals }
      const permitted = evaluate(statements, 'svc:WithdrawFrom', '/a', request) === 'allowed'
      return permitted || approvalsNeeded(statements, 'svc:WithdrawFrom', '/a', request)
    }
    assert.equal(ask(two, '9'), 2)
    assert.equal(ask(two, '9', 1), 2)
    assert.equal(ask(two, '9', 2), true)
    assert.equal(ask([...two, ...small], '1'), true)
    assert.equal(ask([...two, ...under({ approvals: 3 })], '9'), 2)
    assert.isNull(ask(small, '9'), 'no approval makes an amount smaller')
    assert.isNull(ask([...two, deny(['svc:WithdrawFrom'], ['/a'])], '9'), 'a Deny wins')
    assert.equal(evaluate(two, 'svc:ReadObject', '/a'), 'allowed', 'reads need none')
  })

  test('a request with several movements needs the most that one of them does', ({ assert }) => {
    const statements = [
      ...under({ amountLte: '1' }),
      ...under({ amountLte: '10', approvals: 1 }),
      ...under({ approvals: 3 }),
    ]
    const needed = (...amounts: string[]) =>
      approvalsNeeded(statements, 'svc:WithdrawFrom', '/a', {
        asked: amounts.map((amount) => ({ ...NOTHING, amount })),
      })
    assert.equal(needed('1', '5'), 1)
    assert.equal(needed('1', '5', '50'), 3)
  })

  test('nobody hands out fewer approvals than it needs itself', ({ assert }) => {
    const two = under({ approvals: 2 })
    assert.isNull(uncovered(two, under({ approvals: 2 })))
    assert.isNull(uncovered(two, under({ approvals: 3 })))
    assert.equal(uncovered(two, under({ approvals: 1 }))?.condition, 'approvals')
    assert.equal(uncovered(two, [allow(['svc:WithdrawFrom'], ['/a'])])?.condition, 'approvals')
    assert.isNull(uncovered([allow(['svc:*'], ['*'])], two))
  })

  test('approvals that are no whole number above zero permit nothing', ({ assert }) => {
    for (const approvals of [0, -1, 1.5, '2', null] as unknown as number[]) {
      assert.isUndefined(parseConditions({ effect: 'Allow', conditions: { approvals } }))
    }
  })

  test('a window is counted unless an Allow without one permits the movement', ({ assert }) => {
    const window = { amount: '5', seconds: 60 }
    const windowed = under({ windowLte: window })
    const small = under({ amountLte: '1' })
    const counted = (amount: string, ...statements: PolicyStatement[]) =>
      compiledPolicy(statements).windows('svc:WithdrawFrom', '/a', {
        move: { ...NOTHING, amount },
        at: 0,
        approvals: 0,
      })
    assert.deepEqual(counted('2', ...windowed, ...small), [window])
    assert.deepEqual(counted('1', ...windowed, ...small), [])
    assert.equal(verdict({ windowLte: window }, { amount: '9' }), 'allowed')
    assert.equal(verdict({ windowLte: window }, {}), 'not_allowed')
    assert.deepInclude(uncovered(windowed, windowed)!, { condition: 'windowLte' })
    assert.isNull(uncovered(under({}), windowed))
  })

  test('each movement of a bulk has to meet them', ({ assert }) => {
    const moves = ['0.50', '1.00', '1.01'].map((amount) => ({ ...NOTHING, amount }))
    const ask = (asked: AskedMove[]) =>
      evaluate(under({ amountLte: '1.00' }), 'svc:WithdrawFrom', '/a', { asked })
    assert.equal(ask(moves.slice(0, 2)), 'allowed')
    assert.equal(ask(moves), 'not_allowed')
    assert.equal(ask(moves.toReversed()), 'not_allowed')
  })

  test('reads move nothing, so that only hours concern them', ({ assert }) => {
    const read = (conditions: PolicyConditions, at: number | null = 0) =>
      evaluate(under(conditions), 'svc:ReadObject', '/a', { at })
    assert.equal(read({ amountLte: '1', destinationIn: [HOT] }), 'allowed')
    assert.equal(read({ hours: { from: '01:00', to: '02:00' } }), 'not_allowed')
    assert.equal(read({ hours: { from: '00:00', to: '02:00' } }, null), 'not_allowed')
  })

  test('{$self}, as it may be stored, makes an Allow permit nothing and a Deny deny everything')
    .with([
      { amountLte: 1 },
      { amountLte: '-1' },
      { amountLte: '1e3' },
      { amountLte: null },
      { destinationIn: HOT },
      { destinationIn: [1] },
      { destinationIn: ['broken*'] },
      { hours: { from: '8:00', to: '09:00' } },
      { hours: { from: '08:00', to: '08:00' } },
      { hours: { from: '08:00', to: '24:00' } },
      { hours: { from: '08:00', to: '09:00', days: ['mon'] } },
      { operationPaths: [1] },
      { windowLte: { amount: '1', seconds: 0 } },
      { windowLte: { amount: 1, seconds: 60 } },
      { windowLte: { amount: '1', seconds: 60, of: 'realm' } },
      { approvals: 2 },
      'amountLte',
    ])
    .run(({ assert }, stored) => {
      const conditions = stored as unknown as PolicyConditions
      const move = { operationPath: '/op/1', amount: '0.01', destination: HOT }
      assert.equal(verdict(conditions, move, 500 * MINUTE), 'not_allowed')
      const denying = [allow(['svc:*'], ['*']), { ...deny(['svc:X'], ['/b']), conditions }]
      assert.equal(evaluate(denying, 'svc:X', '/a', { asked: [move] }), 'denied')
    })

  test('what is wrong is named where it stands', ({ assert }) => {
    const wrong = (effect: 'Allow' | 'Deny', conditions: PolicyConditions) =>
      conditionProblems(effect, conditions).map(({ field, rule }) => [field, rule])
    const hours = { from: '08:00', to: '08:00' }
    assert.deepEqual(
      wrong('Allow', { operationPaths: ['x'], destinationIn: [HOT, '*', '0x1', '/a*'], hours }),
      [
        ['operationPaths.0', 'operation_path'],
        ['destinationIn.1', 'destination'],
        ['destinationIn.2', 'destination'],
        ['destinationIn.3', 'destination'],
        ['hours.to', 'hours'],
      ]
    )
    assert.deepEqual(wrong('Deny', { operationPaths: ['/op'], amountLte: '1' }), [
      ['amountLte', 'deny_condition'],
    ])
    assert.deepEqual(wrong('Allow', {}), [['', 'condition']])
  })

  test('one thing is stored in one spelling, and once', ({ assert }) => {
    const destinationIn = ['/A', HOT, HOT.toUpperCase().replace('0X', '0x')]
    assert.deepEqual(normalConditions({ destinationIn }), { destinationIn: ['/A', HOT] })
  })
})
