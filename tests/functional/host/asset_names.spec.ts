import { test } from '@japa/runner'
import { Client } from '#tests/support/client'

test.group('host | asset names', () => {
  test('a name that every JavaScript object has is no file: {$self}')
    .with(['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    .run(async ({ assert }, name) => {
      for (const folder of ['/console/assets', '/docs/assets']) {
        const { status, error } = await Client.anonymous().get(`${folder}/${name}`)
        assert.deepEqual([status, error.code], [404, 'NOT_FOUND'], folder)
      }
    })
})
