import { test } from '@japa/runner'
import { parseUsd } from '#app/money/usd'
import { stateAfter, watches, type Monitor } from '#modules/monitors/core/monitor'

function monitor(more: Partial<Monitor>): Monitor {
  return {
    id: 'mon_1',
    realmId: 'r',
    orgId: 'o',
    objectPath: '/a',
    prefix: null,
    measure: 'settled',
    direction: 'below',
    threshold: parseUsd('100'),
    hysteresis: 0n,
    state: 'clear',
    value: null,
    crossings: 0,
    fromSeq: 0,
    createdAt: 0,
    changedAt: null,
    ...more,
  }
}

test.group('monitors | state', () => {
  test('{direction} 100 with {hysteresis}: {values} is {states}')
    .with([
      {
        direction: 'below',
        hysteresis: '0',
        values: '100 99.99 50 99.99 100',
        states: '. x x x .',
      },
      {
        direction: 'above',
        hysteresis: '0',
        values: '100 100.01 200 100 100.01',
        states: '. x x . x',
      },
      {
        direction: 'below',
        hysteresis: '10',
        values: '99 100 109.99 110 101',
        states: 'x x x . .',
      },
      { direction: 'above', hysteresis: '10', values: '101 100 90.01 90 99', states: 'x x x . .' },
    ] as const)
    .run(({ assert }, { direction, hysteresis, values, states }) => {
      let current = monitor({ direction, hysteresis: parseUsd(hysteresis) })
      const seen = values.split(' ').map((value) => {
        current = { ...current, state: stateAfter(current, parseUsd(value)) }
        return current.state === 'crossed' ? 'x' : '.'
      })
      assert.equal(seen.join(' '), states)
    })

  test('the first measurement crosses when the value is beyond already', ({ assert }) => {
    assert.equal(stateAfter(monitor({ state: 'new' }), parseUsd('1')), 'crossed')
    assert.equal(stateAfter(monitor({ state: 'new' }), parseUsd('100')), 'clear')
  })

  test('a prefix watches what lies below it, an object itself alone', ({ assert }) => {
    const folder = monitor({ objectPath: null, prefix: '/a/' })
    assert.isTrue(watches(folder, '/a/b/c'))
    assert.isFalse(watches(folder, '/ab'))
    assert.isTrue(watches(monitor({}), '/a'))
    assert.isFalse(watches(monitor({}), '/a/b'))
  })
})
