import { test } from '@japa/runner'
import { LIMITS, assertLimits } from '#app/limits'

test.group('limits', () => {
  test('the limits we ship do not contradict each other', ({ assert }) => {
    assert.doesNotThrow(() => assertLimits())
  })

  test('a group smaller than one request is refused at boot', ({ assert }) => {
    assert.throws(
      () => assertLimits({ ...LIMITS, groupBytes: 1024 }),
      /must always fit into a group/
    )
  })

  test('a path too long for an index key is refused at boot', ({ assert }) => {
    assert.throws(() => assertLimits({ ...LIMITS, pathBytes: 1024 }), /index key/)
  })
})
