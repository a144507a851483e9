import { test } from '@japa/runner'
import type { ServiceError } from '#app/http/errors/service_error'
import {
  cutPage,
  decodePageCursor,
  encodeCursor,
  namedParts,
  type PageCursor,
} from '#app/storage/cursor'

const TIME = '2026-01-01 00:00:00.000001'
const LIST = ['orders', 'realm_id = ?', ['a']]
const [DIGEST] = namedParts([], LIST)
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test.group('storage | cursor', () => {
  test('a cursor comes back as it was made', ({ assert }) => {
    const text = encodeCursor([TIME, 7, TIME, 'op_1'], LIST)
    assert.deepEqual(decodePageCursor(text, LIST), { cut: TIME, total: 7, after: [TIME, 'op_1'] })
  })

  test('a cursor of another list, or of the same with another filter, is refused', ({ assert }) => {
    const text = encodeCursor([TIME, 7, TIME, 'op_1'], LIST)
    assert.throws(() => decodePageCursor(text, ['orders', 'realm_id = ?', ['b']]))
  })

  test('refuses anything that no list made')
    .with([
      '',
      'x',
      'W10',
      'e30',
      'A'.repeat(600),
      base64([TIME, TIME]),
      base64(['garbage', 1, 'x', 'y', DIGEST]),
      base64([TIME, 1, TIME, 'ä', DIGEST]),
      base64([TIME, -1, TIME, 'op_1', DIGEST]),
      base64([TIME, '1', TIME, 'op_1', DIGEST]),
      base64([TIME, 1, TIME, 'op_1', DIGEST, 'more']),
      `${base64([TIME, 1, TIME, 'op_1', DIGEST])}A`,
      `${base64([TIME, 1, TIME, 'op_1', DIGEST])}.`,
    ])
    .run(({ assert }, text) => {
      assert.plan(1)
      try {
        decodePageCursor(text, LIST)
      } catch (error) {
        assert.equal((error as ServiceError).code, 'VALIDATION_ERROR')
      }
    })

  test('the last page has no next cursor', ({ assert }) => {
    const cutAfter = (rows: number[]) => cutPage(rows, 2, LIST, (id) => [TIME, 3, TIME, `op_${id}`])
    assert.deepEqual(cutAfter([3, 2]), { page: [3, 2], nextCursor: null })
    const { page, nextCursor } = cutAfter([3, 2, 1])
    assert.deepEqual(page, [3, 2])
    const after: PageCursor = { cut: TIME, total: 3, after: [TIME, 'op_2'] }
    assert.deepEqual(decodePageCursor(nextCursor!, LIST), after)
  })
})
