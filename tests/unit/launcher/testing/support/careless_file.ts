import { setImmediate as turn } from 'node:timers/promises'
import { test } from '@japa/runner'

test.group('careless', () => {
  test('leaves an error behind', async () => {
    void Promise.reject(new Error('Nobody waits for this', { cause: new Error('It has a cause') }))
    await turn()
  })
})
