import { test } from '@japa/runner'
import { refusalOf } from '#tests/functional/auth/support/people'

const PATHS = [
  '/api/v1/auth/google',
  '/api/v1/auth/refresh',
  '/api/v1/auth/logout',
  '/dev/identity/token',
]

/** Sent as written, past every convenience of a client. */
async function send(path: string, init: RequestInit) {
  const response = await fetch(`${process.env.APP_URL}${path}`, { method: 'POST', ...init })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text) as { error: { code: string } } }
}

test.group('auth | bodies', () => {
  test('{$self} refuses what is no JSON object')
    .with(PATHS)
    .run(async ({ assert }, path) => {
      const json = { 'content-type': 'application/json' }
      const bodies: RequestInit[] = [
        { headers: json, body: '{"refreshToken":' },
        { headers: json, body: '[]' },
        { headers: json, body: 'null' },
        { headers: json, body: '"text"' },
        { headers: json, body: '' },
        { headers: json },
        { headers: { 'content-type': 'text/plain' }, body: '{}' },
        { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'email=a' },
        {},
      ]
      for (const init of bodies) {
        const { status, body } = await send(path, init)
        assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'], String(init.body))
      }
    })

  test('{$self} refuses another method and says which one works')
    .with(PATHS)
    .run(async ({ client, assert }, path) => {
      const response = await client.get(path)
      assert.containSubset(refusalOf(response), { status: 405, code: 'METHOD_NOT_ALLOWED' })
      assert.equal(response.header('allow'), 'POST')
    })

  test('{$self} refuses a body larger than the limit')
    .with(PATHS)
    .run(async ({ assert }, path) => {
      const { status, body } = await send(path, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ refreshToken: 'x'.repeat(1024 * 1024) }),
      })
      assert.deepEqual([status, body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
    })
})
