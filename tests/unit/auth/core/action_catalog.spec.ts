import { test } from '@japa/runner'
import { ActionCatalog } from '#modules/auth/core/action_catalog'

const action = (name: string, ...aliases: string[]) => ({
  name,
  aliases,
  description: `What ${name} is for.`,
  resource: 'a path',
})

test.group('auth | action catalog', () => {
  const catalog = new ActionCatalog([
    action('svc:TransferFrom', 'svc:Write'),
    action('svc:ReadObject', 'svc:Read'),
    action('svc:PlaceOrder', 'svc:Exchange', 'svc:Write'),
  ])

  test('an alias stands for the actions that name it', ({ assert }) => {
    assert.deepEqual(catalog.expand(['svc:Write', 'svc:PlaceOrder']), [
      'svc:PlaceOrder',
      'svc:TransferFrom',
    ])
    assert.deepEqual(catalog.aliases['svc:*'], [
      'svc:PlaceOrder',
      'svc:ReadObject',
      'svc:TransferFrom',
    ])
  })

  test('svc:* is kept, so that it includes actions of modules added later', ({ assert }) => {
    assert.deepEqual(catalog.expand(['svc:*', 'svc:Read']), ['svc:*', 'svc:ReadObject'])
  })

  test('presets are made of aliases', ({ assert }) => {
    assert.deepEqual(catalog.presets, {
      read: ['svc:ReadObject'],
      trade: ['svc:ReadObject', 'svc:PlaceOrder'],
      full: ['svc:*'],
    })
  })

  test('{$self} is no action')
    .with(['', 'ReadObject', 'svc:readobject', 'svc:', '*', 'constructor', '__proto__', 'toString'])
    .run(({ assert }, text) => {
      assert.isFalse(catalog.knows(text))
    })

  test('a name that is an action and an alias stops the service', ({ assert }) => {
    const twice = [action('svc:Read'), action('svc:ReadObject', 'svc:Read')]
    assert.throws(() => new ActionCatalog(twice), 'svc:Read is an action and an alias')
  })
})
