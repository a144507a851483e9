import { test } from '@japa/runner'
import type { ServiceError } from '#app/http/errors/service_error'
import { cutPage, decodeCursor, digestOf, encodeCursor, type PageCursor } from '#app/storage/cursor'

const TIME = '2026-01-01 00:00:00.000001'
const LIST = ['orders', 'realm_id = ?', ['a']]
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.group('storage | cursor', () => {
  test('a cursor comes back as it was made', ({ assert }) => {
    const cursor: PageCursor = { cut: TIME, total: 7, after: [TIME, 'op_1'] }
    assert.deepEqual(decodeCursor(encodeCursor(cursor, LIST), LIST), cursor)
  })

  test('a cursor of another list, or of the same with another filter, is refused', ({ assert }) => {
    const text = encodeCursor({ cut: TIME, total: 7, after: [TIME, 'op_1'] }, LIST)
    assert.throws(() => decodeCursor(text, ['orders', 'realm_id = ?', ['b']]))
  })

  test('refuses anything that no list made')
    .with([
      '',
      'x',
      'W10',
      'e30',
      'A'.repeat(600),
      base64([TIME, TIME]),
      base64(['garbage', 1, 'x', 'y', digestOf(LIST)]),
      base64([TIME, 1, TIME, 'ä', digestOf(LIST)]),
      base64([TIME, -1, TIME, 'op_1', digestOf(LIST)]),
      base64([TIME, '1', TIME, 'op_1', digestOf(LIST)]),
      base64([TIME, 1, TIME, 'op_1', digestOf(LIST), 'more']),
      `${base64([TIME, 1, TIME, 'op_1', digestOf(LIST)])}A`,
      `${base64([TIME, 1, TIME, 'op_1', digestOf(LIST)])}.`,
    ])
    .run(({ assert }, text) => {
      assert.plan(1)
      try {
        decodeCursor(text, LIST)
      } catch (error) {
        assert.equal((error as ServiceError).code, 'VALIDATION_ERROR')
      }
    })

  test('the last page has no next cursor', ({ assert }) => {
    const cursorOf = (id: number): PageCursor => ({
      cut: TIME,
      total: 3,
      after: [TIME, `op_${id}`],
    })
    assert.deepEqual(cutPage([3, 2], 2, LIST, cursorOf), { page: [3, 2], nextCursor: null })
    const { page, nextCursor } = cutPage([3, 2, 1], 2, LIST, cursorOf)
    assert.deepEqual(page, [3, 2])
    assert.deepEqual(decodeCursor(nextCursor!, LIST), cursorOf(2))
  })
})
