import fc from 'fast-check'
import { test } from '@japa/runner'
import type { PolicyStatement } from '#app/extension/principal'
import { TooManyComparisons, uncovered } from '#modules/auth/core/covers'
import { evaluate } from '#modules/auth/core/evaluate'
import { parseConditions } from '#modules/auth/core/policy_conditions'
import { includes, matches, overlaps, parsePattern } from '#modules/auth/core/resource_pattern'
import { allow, deny } from '#tests/unit/auth/support/statements'
import { forAll } from '#tests/support/for_all'

/** Few names, so that random policies meet. */
const segment = fc.constantFrom('a', 'b')
const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`)
const resource = fc.oneof(
  path,
  path.map((text) => (text === '/' ? text : `${text}/`))
)
const pattern = fc.oneof(
  fc.constant('*'),
  fc
    .array(fc.oneof(segment, fc.constant('*')), { maxLength: 4 })
    .map((segments) => `/${segments.join('/')}`)
)
const NAMED = ['svc:ReadObject', 'svc:TransferFrom']
/** Mostly sound; a condition nobody understands may stand in a stored statement. */
const operationPaths = fc.array(
  fc.oneof({ weight: 12, arbitrary: pattern }, fc.constant('broken*')),
  { minLength: 1, maxLength: 2 }
)
const amount = fc.constantFrom('1', '2.50', '10.00')
const address = fc.constantFrom(
  `0x${'0a'.repeat(20)}`,
  `0x${'0A'.repeat(20)}`,
  `0x${'0b'.repeat(20)}`
)
const hour = fc.constantFrom('00:00', '08:00', '12:30', '22:00')
const understood: fc.Arbitrary<PolicyStatement['conditions']> = fc.record(
  {
    operationPaths,
    amountLte: amount,
    destinationIn: fc.array(fc.oneof(address, pattern), { minLength: 1, maxLength: 3 }),
    hours: fc.record({ from: hour, to: hour }),
  },
  { requiredKeys: [] }
)
const conditions = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 3, arbitrary: understood.map((found) => ({ conditions: found })) },
  {
    weight: 1,
    arbitrary: fc.constant({ conditions: { later: 1 } as PolicyStatement['conditions'] }),
  }
)
const plain: fc.Arbitrary<PolicyStatement> = fc.record({
  effect: fc.constantFrom('Allow' as const, 'Allow' as const, 'Deny' as const),
  actions: fc.subarray([...NAMED, 'svc:*'], { minLength: 1 }),
  // A pattern nobody understands may stand in a stored Deny.
  resources: fc.array(fc.oneof({ weight: 12, arbitrary: pattern }, fc.constant('broken*')), {
    minLength: 1,
    maxLength: 3,
  }),
})
const statement = fc.tuple(plain, conditions).map(([rest, when]) => ({ ...rest, ...when }))
const policy = fc.array(statement, { maxLength: 4 })
/** What a request names: nothing, one movement, or those of a bulk; and when. */
const asking = fc.record({
  asked: fc.array(
    fc.record({
      operationPath: fc.option(path),
      amount: fc.option(amount),
      destination: fc.option(fc.oneof(address, path)),
    }),
    { maxLength: 2 }
  ),
  at: fc.option(fc.integer({ min: 0, max: 48 }).map((half) => half * 1_800_000_000)),
})
const action = fc.constantFrom(...NAMED, 'svc:OfAModuleAddedLater')

/** Every resource a pattern of this test can tell apart from others. */
const WORLD = everyResource(5)

function everyResource(depth: number): string[] {
  const all = ['/']
  let level = ['']
  for (let step = 0; step < depth; step++) {
    level = level.flatMap((stem) => ['a', 'b', 'c'].map((name) => `${stem}/${name}`))
    all.push(...level)
  }
  return all
}

test.group('auth | covers', () => {
  test('an unrestricted credential covers everything', ({ assert }) => {
    assert.isNull(uncovered(null, [allow(['svc:*'], ['*'])]))
  })

  test('{asked} from a minter with svc:ReadObject on {held}: {covered}')
    .with([
      { held: '*', asked: '/a', covered: true },
      { held: '*', asked: '*', covered: true },
      { held: '/a/*', asked: '/a/*', covered: true },
      { held: '/a/*', asked: '/a/b/*', covered: true },
      { held: '/a/*', asked: '/a/*/c', covered: true },
      { held: '/a/*', asked: '/a', covered: false },
      { held: '/a/*', asked: '*', covered: false },
      { held: '/*', asked: '*', covered: false },
      { held: '/*', asked: '/', covered: false },
      { held: '/a/b/*', asked: '/a/*', covered: false },
      { held: '/a/*/c', asked: '/a/b/c', covered: true },
      { held: '/a/b/c', asked: '/a/*/c', covered: false },
      { held: '/a/*/c', asked: '/a/*/c', covered: true },
      { held: '/a/*/c', asked: '/a/*/c/*', covered: false },
    ])
    .run(({ assert }, { held, asked, covered }) => {
      const missing = uncovered(
        [allow(['svc:ReadObject'], [held])],
        [allow(['svc:ReadObject'], [asked])]
      )
      assert.deepEqual(missing, covered ? null : { action: 'svc:ReadObject', resource: asked })
    })

  test('the first missing permission is named', ({ assert }) => {
    const minter = [allow(['svc:ReadObject'], ['/u/*'])]
    const asked = [allow(['svc:ReadObject', 'svc:TransferFrom'], ['/u/1/*', '/v/*'])]
    assert.deepEqual(uncovered(minter, asked), { action: 'svc:ReadObject', resource: '/v/*' })
  })

  test('two long scopes are refused before comparing them delays the others', ({ assert }) => {
    const many = (effect: typeof allow, stem: string) =>
      effect(
        NAMED,
        Array.from({ length: 1000 }, (_, at) => `/${stem}/${at}`)
      )
    const everything = allow(['svc:*'], ['*'])
    const below = allow(NAMED, [...many(allow, 'a').resources, '/b/*'])
    assert.throws(() => uncovered([below], [many(allow, 'b')]), TooManyComparisons)
    const closed = [everything, many(deny, 'a')]
    assert.throws(() => uncovered(closed, [everything, many(deny, 'b')]), TooManyComparisons)
    assert.throws(() => uncovered(closed, [many(allow, 'b')]), TooManyComparisons)
    // The very resources the minter has are found without comparing.
    assert.isNull(uncovered([many(allow, 'a')], [many(allow, 'a')]))
  })

  test('all actions by name are not svc:*, which also means those to come', ({ assert }) => {
    const asked = [allow(['svc:*'], ['/a'])]
    assert.isNotNull(uncovered([allow(NAMED, ['*'])], asked))
    assert.isNull(uncovered([allow(['svc:*'], ['*'])], asked))
  })

  test('what the minter is denied must be denied again', ({ assert }) => {
    const minter = [allow(['svc:*'], ['*']), deny(['svc:TransferFrom'], ['/vault/*'])]
    const wide = allow(['svc:TransferFrom'], ['*'])
    const expected = { action: 'svc:TransferFrom', resource: '*' }
    assert.deepEqual(uncovered(minter, [wide]), expected)
    assert.deepEqual(uncovered(minter, [wide, deny(['svc:ReadObject'], ['/vault/*'])]), expected)
    assert.deepEqual(uncovered(minter, [wide, deny(['svc:*'], ['/vault/a/*'])]), expected)
    assert.isNull(uncovered(minter, [wide, deny(['svc:TransferFrom'], ['/vault/*'])]))
    assert.isNull(uncovered(minter, [wide, deny(['svc:*'], ['/vault/*'])]))
    assert.isNull(uncovered(minter, [allow(['svc:TransferFrom'], ['/vault', '/users/*'])]))
    assert.isNull(uncovered(minter, [allow(['svc:ReadObject'], ['*'])]))
  })

  test('{asked} from a minter at {held}, of operation paths: {covered}')
    .with([
      { held: null, asked: '/op/a/*', covered: true },
      { held: '/op/*', asked: '/op/a/*', covered: true },
      { held: '/op/a/*', asked: '/op/*', covered: false },
      { held: '/op/a/*', asked: null, covered: false },
      { held: '*', asked: null, covered: true },
    ])
    .run(({ assert }, { held, asked, covered }) => {
      const at = (operationPath: string | null) => ({
        ...allow(['svc:TransferFrom'], ['/a']),
        ...(operationPath && { conditions: { operationPaths: [operationPath] } }),
      })
      assert.equal(uncovered([at(held)], [at(asked)]) === null, covered)
    })

  test('a Deny at operation paths must be repeated there, or not be reached', ({ assert }) => {
    const at = (rule: PolicyStatement, ...paths: string[]) => ({
      ...rule,
      conditions: { operationPaths: paths },
    })
    const all = allow(['svc:TransferFrom'], ['*'])
    const no = deny(['svc:TransferFrom'], ['*'])
    const minter = [all, at(no, '/op/payroll/*')]
    assert.isNotNull(uncovered(minter, [all]))
    assert.isNotNull(uncovered(minter, [all, at(no, '/op/payroll/1/*')]))
    assert.isNull(uncovered(minter, [all, at(no, '/op/*')]))
    assert.isNull(uncovered(minter, [all, no]))
    assert.isNull(uncovered(minter, [at(all, '/op/mine/*')]))
  })

  test('a damaged Deny of the minter denies everything it could hand out', ({ assert }) => {
    const minter = [allow(['svc:*'], ['*']), deny(['svc:ReadObject'], ['broken*'])]
    assert.isNotNull(uncovered(minter, [allow(['svc:ReadObject'], ['/a'])]))
    assert.isNull(uncovered(minter, [allow(['svc:TransferFrom'], ['/a'])]))
  })

  test('whatever a covered token may do, its minter may do', () => {
    forAll(
      [policy, policy, action, resource, asking],
      { numRuns: 6000 },
      (minter, asked, wanted, on, at) => {
        fc.pre(uncovered(minter, asked) === null)
        return (
          evaluate(asked, wanted, on, at) !== 'allowed' ||
          evaluate(minter, wanted, on, at) === 'allowed'
        )
      }
    )
  })

  test('a policy covers itself when it holds nothing damaged', () => {
    forAll([policy], (statements) => {
      const sound = statements.map((each) => ({
        ...each,
        resources: each.resources.filter((text) => parsePattern(text) !== null),
        conditions: parseConditions(each) === undefined ? undefined : each.conditions,
      }))
      return uncovered(sound, sound) === null
    })
  })

  test('one pattern inside another, and two that meet, agree with trying every resource', () => {
    forAll([pattern, pattern], { numRuns: 500 }, (first, second) => {
      const [a, b] = [parsePattern(first)!, parsePattern(second)!]
      const both = WORLD.filter((on) => matches(a, on) && matches(b, on))
      const onlyB = WORLD.filter((on) => matches(b, on) && !matches(a, on))
      return includes(a, b) === (onlyB.length === 0) && overlaps(a, b) === both.length > 0
    })
  })
})
