import { test } from '@japa/runner'
import { deriveAxes, realmType, slugOf } from '#modules/ledger/core/realm_axes'

test.group('ledger | realm_axes', () => {
  test('asset decides, type is its alias, lifecycle defaults to its partner', ({ assert }) => {
    const paper = { asset: 'paper', lifecycle: 'temporary', backing: 'chain' }
    const live = { asset: 'live', lifecycle: 'permanent', backing: 'chain' }
    assert.deepEqual(deriveAxes({}), paper)
    assert.deepEqual(deriveAxes({ type: 'production' }), live)
    assert.deepEqual(deriveAxes({ asset: 'paper', type: 'production' }), paper)
    assert.deepEqual(deriveAxes({ asset: 'live', lifecycle: 'temporary' }), {
      ...live,
      lifecycle: 'temporary',
    })
    assert.equal(realmType('live'), 'production')
  })

  test('the reserved backing is refused by its field', ({ assert }) => {
    assert.deepInclude(deriveAxes({ backing: 'ledger-only' }), { field: 'backing' })
  })

  test('a slug is URL-safe whatever the name')
    .with([
      ['My Realm', 'my-realm'],
      ['  Äpfel & Öl  ', 'apfel-ol'],
      ['***', 'realm'],
      ['日本', 'realm'],
    ])
    .run(({ assert }, [name, slug]) => {
      assert.equal(slugOf(name!), slug)
    })
})
