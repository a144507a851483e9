import { test } from '@japa/runner'
import { ActionCatalog } from '#modules/auth/core/action_catalog'
import { patternProblem } from '#modules/auth/core/resource_pattern'
import { normalStatements, scopeProblems } from '#modules/auth/core/scope'

const catalog = new ActionCatalog([
  { name: 'svc:ReadObject', aliases: ['svc:Read'], description: '', resource: '' },
  { name: 'svc:ReadEvent', aliases: ['svc:Read'], description: '', resource: '' },
])

test.group('auth | scope', () => {
  test('every unknown action and malformed resource is named where it stands', ({ assert }) => {
    const problems = scopeProblems(
      [
        { actions: ['svc:Read'], resources: ['*'] },
        { actions: ['svc:ReadObject', 'svc:Nothing'], resources: ['/a', 'b', '/c/'] },
      ],
      catalog
    )
    const named = problems.map(({ field, rule }) => [field, rule])
    assert.deepEqual(named, [
      ['statements.1.actions.1', 'action'],
      ['statements.1.resources.1', 'resource'],
      ['statements.1.resources.2', 'resource'],
    ])
  })

  test('statements keep their effect and full action names, nothing twice', ({ assert }) => {
    const kept = normalStatements(
      [
        { actions: ['svc:Read', 'svc:ReadObject'], resources: ['/a', '/a'] },
        { effect: 'Deny', actions: ['svc:*'], resources: ['/b/*'] },
      ],
      catalog
    )
    assert.deepEqual(kept, [
      { effect: 'Allow', actions: ['svc:ReadEvent', 'svc:ReadObject'], resources: ['/a'] },
      { effect: 'Deny', actions: ['svc:*'], resources: ['/b/*'] },
    ])
  })

  test('"{$self}" is a pattern')
    .with(['*', '/', '/*', '/a', '/a/b', '/a/*', '/a/*/c', '/*/c', '/a/*/*', '/é/*'])
    .run(({ assert }, text) => {
      assert.isNull(patternProblem(text))
    })

  test('"{$self}" is no pattern')
    .with([
      '',
      'a',
      'a/*',
      '**',
      '/a*',
      '/a/',
      '//',
      '/a//b',
      '/a/b*/c',
      '/a b',
      '/a,b',
      '/../a',
      '/.',
      `/${'x'.repeat(129)}`,
      '/a\n',
    ])
    .run(({ assert }, text) => {
      assert.isString(patternProblem(text))
    })
})
