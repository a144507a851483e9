import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { strictBase64 } from '#modules/auth/core/strict_base64'

test.group('auth | strict base64', () => {
  test('gives back exactly the bytes that were encoded', ({ assert }) => {
    for (const size of [31, 32, 33, 64]) {
      const bytes = randomBytes(size)
      assert.deepEqual(strictBase64(bytes.toString('base64'), size), bytes)
    }
  })

  test('refuses every other spelling of the same bytes', ({ assert }) => {
    const bytes = Buffer.alloc(32, 0xfb)
    const text = bytes.toString('base64')
    const spellings = [
      bytes.toString('base64url'),
      text.slice(0, -1),
      `${text}=`,
      ` ${text}`,
      `${text}\n`,
      `${text.slice(0, 20)}\n${text.slice(20)}`,
      `${text.slice(0, 42)}t=`,
      text.replace('=', '*'),
    ]
    for (const spelling of spellings) assert.isNull(strictBase64(spelling, 32), spelling)
  })

  test('refuses another size', ({ assert }) => {
    for (const size of [0, 31, 33, 64]) {
      assert.isNull(strictBase64(Buffer.alloc(size).toString('base64'), 32))
    }
  })
})
