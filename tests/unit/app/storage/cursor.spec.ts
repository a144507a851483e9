import { test } from '@japa/runner'
import type { ServiceError } from '#app/http/errors/service_error'
import { cutPage, decodeCursor, encodeCursor } from '#app/storage/cursor'

test.group('storage | cursor', () => {
  test('a cursor comes back as it was made', ({ assert }) => {
    const cursor = { cut: '2026-01-01 00:00:00.000001', after: ['x', 'op_1'] }
    assert.deepEqual(decodeCursor(encodeCursor(cursor), 2), cursor)
  })

  test('refuses anything that this list did not make')
    .with(['', 'x', 'W10', Buffer.from('["a","b"]').toString('base64url'), 'e30', 'A'.repeat(600)])
    .run(({ assert }, text) => {
      assert.plan(1)
      try {
        decodeCursor(text, 2)
      } catch (error) {
        assert.equal((error as ServiceError).code, 'VALIDATION_ERROR')
      }
    })

  test('the last page has no next cursor', ({ assert }) => {
    const cursorOf = (id: number) => ({ cut: 'c', after: [String(id)] })
    assert.deepEqual(cutPage([3, 2], 2, cursorOf), { page: [3, 2], nextCursor: null })
    const { page, nextCursor } = cutPage([3, 2, 1], 2, cursorOf)
    assert.deepEqual(page, [3, 2])
    assert.deepEqual(decodeCursor(nextCursor!, 1), { cut: 'c', after: ['2'] })
  })
})
