import { test } from '@japa/runner'
import { access, on } from '#app/http/access'
import type { ResourceSource } from '#app/http/route_declaration'

test.group('http | access', () => {
  test('a resource that is none is refused where it is declared', ({ assert }) => {
    for (const source of [on.root, undefined, '/a', {}] as unknown as ResourceSource[]) {
      const refusal = /The resource of svc:ReadObject must be a source/
      assert.throws(() => access.action('svc:ReadObject', source), refusal)
      const requires = { action: 'svc:ReadObject', on: source }
      assert.throws(() => access.actions(requires), refusal)
    }
    assert.deepEqual(access.action('svc:ReadObject', on.looked('the object')).kind, 'actions')
  })
})
