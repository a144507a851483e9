import fc from 'fast-check'
import { test } from '@japa/runner'
import type { PolicyStatement } from '#app/extension/principal'
import { evaluate } from '#modules/auth/core/evaluate'
import { allow, deny } from '#tests/unit/auth/support/statements'
import { forAll } from '#tests/support/for_all'

const ACTIONS = ['svc:ReadObject', 'svc:TransferFrom', 'svc:*']
const segment = fc.constantFrom('a', 'b', 'users')
const path = fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`)
const pattern = fc.oneof(
  fc.constant('*'),
  fc
    .array(fc.oneof(segment, fc.constant('*')), { maxLength: 4 })
    .map((segments) => `/${segments.join('/')}`)
)
const statement: fc.Arbitrary<PolicyStatement> = fc.record({
  effect: fc.constantFrom('Allow' as const, 'Deny' as const),
  actions: fc.subarray(ACTIONS, { minLength: 1 }),
  resources: fc.array(pattern, { minLength: 1, maxLength: 3 }),
})
const policy = fc.array(statement, { maxLength: 5 })
const action = fc.constantFrom('svc:ReadObject', 'svc:TransferFrom')

/** The naive reading of the pattern rules: a regular expression. */
function covers(text: string, resource: string): boolean {
  if (text === '*') return true
  if (text === '/') return resource === '/'
  const parts = text.slice(1).split('/')
  const below = parts.at(-1) === '*'
  const fixed = (below ? parts.slice(0, -1) : parts).map((part) => (part === '*' ? '[^/]+' : part))
  const stem = fixed.map((part) => `/${part}`).join('')
  return new RegExp(`^${stem}${below ? '/.+' : ''}$`).test(resource)
}

function naive(statements: PolicyStatement[], wanted: string, resource: string): boolean {
  const hits = statements.filter(
    ({ actions, resources }) =>
      (actions.includes(wanted) || actions.includes('svc:*')) &&
      resources.some((text) => covers(text, resource))
  )
  return hits.length > 0 && hits.every(({ effect }) => effect === 'Allow')
}

test.group('auth | evaluate', () => {
  test('no statements at all permit nothing', ({ assert }) => {
    assert.equal(evaluate([], 'svc:ReadObject', '/a'), 'not_allowed')
  })

  test('an unrestricted credential may do everything', ({ assert }) => {
    assert.equal(evaluate(null, 'svc:Anything', '/a'), 'allowed')
  })

  test('an explicit Deny wins over every Allow, whatever the order', ({ assert }) => {
    const statements = [
      allow(['svc:*'], ['*']),
      deny(['svc:TransferFrom'], ['/vault/*']),
      allow(['svc:TransferFrom'], ['/vault/a']),
    ]
    for (const order of [statements, statements.toReversed()]) {
      assert.equal(evaluate(order, 'svc:TransferFrom', '/vault/a'), 'denied')
      assert.equal(evaluate(order, 'svc:TransferFrom', '/other'), 'allowed')
      assert.equal(evaluate(order, 'svc:ReadObject', '/vault/a'), 'allowed')
    }
  })

  test('{pattern} and {resource}: {covered}')
    .with([
      { pattern: '*', resource: '/', covered: true },
      { pattern: '*', resource: '/a/b', covered: true },
      { pattern: '/', resource: '/', covered: true },
      { pattern: '/', resource: '/a', covered: false },
      { pattern: '/a/b', resource: '/a/b', covered: true },
      { pattern: '/a/b', resource: '/a/b/c', covered: false },
      { pattern: '/a/b', resource: '/a/b2', covered: false },
      { pattern: '/a/b', resource: '/A/B', covered: false },
      { pattern: '/a/b/*', resource: '/a/b', covered: false },
      { pattern: '/a/b/*', resource: '/a/b/c', covered: true },
      { pattern: '/a/b/*', resource: '/a/b/c/d', covered: true },
      { pattern: '/a/b/*', resource: '/a/b/', covered: true },
      { pattern: '/a/b/*', resource: '/a/', covered: false },
      { pattern: '/a/b', resource: '/a/b/', covered: false },
      { pattern: '/*', resource: '/', covered: false },
      { pattern: '/*', resource: '/a', covered: true },
      { pattern: '/a/*/c', resource: '/a/b/c', covered: true },
      { pattern: '/a/*/c', resource: '/a/b/b/c', covered: false },
      { pattern: '/a/*/c', resource: '/a//c', covered: false },
      { pattern: '/a/*/c/*', resource: '/a/b/c/d', covered: true },
    ])
    .run(({ assert }, { pattern: text, resource, covered }) => {
      const verdict = evaluate([allow(['svc:ReadObject'], [text])], 'svc:ReadObject', resource)
      assert.equal(verdict, covered ? 'allowed' : 'not_allowed')
    })

  test('a damaged pattern opens nothing as Allow and closes all as Deny', ({ assert }) => {
    for (const damaged of ['', 'a', '/a*', '/a//b', '/a/', '**', '/a/b*/c']) {
      assert.equal(evaluate([allow(['svc:*'], [damaged])], 'svc:X', '/a/b'), 'not_allowed')
      const open = [allow(['svc:*'], ['*']), deny(['svc:*'], [damaged])]
      assert.equal(evaluate(open, 'svc:X', '/a/b'), 'denied')
    }
  })

  test('agrees with a naive model on every policy', () => {
    forAll(
      [policy, action, path],
      (statements, wanted, resource) =>
        (evaluate(statements, wanted, resource) === 'allowed') ===
        naive(statements, wanted, resource)
    )
  })

  test('one more Deny never permits more, one more Allow never less', () => {
    forAll([policy, statement, action, path], (statements, extra, wanted, resource) => {
      const before = evaluate(statements, wanted, resource) === 'allowed'
      const after = evaluate([...statements, extra], wanted, resource) === 'allowed'
      return extra.effect === 'Deny' ? before || !after : after || !before
    })
  })
})
