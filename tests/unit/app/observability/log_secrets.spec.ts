import { test } from '@japa/runner'
import { Logger } from '@adonisjs/core/logger'
import loggerConfig from '#config/logger'

/** What the service's own logger writes, with every level on. */
function logger() {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const log = new Logger({ ...loggerConfig.loggers.app, level: 'trace', destination })
  return { log, lines }
}

const NAMES = ['password', 'token', 'idToken', 'refreshToken', 'rawKey', 'authorization']
const VALUE = 'what nobody may read'

test.group('observability | log secrets', () => {
  for (const name of NAMES) {
    const secret = { [name]: VALUE }
    const written: [where: string, write: (log: Logger) => void][] = [
      ['a record', (log) => log.info(secret, 'said')],
      ['a part of a record', (log) => log.warn({ about: { ...secret, kept: 1 } }, 'said')],
      ['an error', (log) => log.error({ err: Object.assign(new Error('failed'), secret) }, 'said')],
      [
        'an error by another name',
        (log) => log.info({ why: Object.assign(new Error(), secret) }, 'said'),
      ],
      ['what a logger was made with', (log) => log.child(secret).info({ a: 1 }, 'said')],
    ]
    for (const [where, write] of written) {
      test(`${name} in ${where} is not written`, ({ assert }) => {
        const { log, lines } = logger()
        write(log)
        assert.lengthOf(lines, 1)
        assert.notInclude(lines[0]!, VALUE)
        assert.include(lines[0]!, `"${name}":"[redacted]"`)
        assert.include(lines[0]!, '"msg":"said"')
      })
    }
  }

  test('everything else is written as it was given, and the record itself is left alone', ({
    assert,
  }) => {
    const { log, lines } = logger()
    const record = { about: { token: VALUE, kept: [1, { deep: true }] }, none: null, text: 'token' }
    log.child({ request_id: 'r1' }).info(record, 'said')
    const { about, none, text, request_id: id } = JSON.parse(lines[0]!)
    assert.deepEqual(
      { about, none, text, id },
      {
        about: { token: '[redacted]', kept: [1, { deep: true }] },
        none: null,
        text: 'token',
        id: 'r1',
      }
    )
    assert.equal(record.about.token, VALUE)
  })

  test('what was thrown and is no error is written too', ({ assert }) => {
    for (const err of ['a text', null, undefined, 7, { token: VALUE }]) {
      const { log, lines } = logger()
      log.error({ err }, 'said')
      assert.include(lines[0]!, '"msg":"said"', String(err))
      assert.notInclude(lines[0]!, VALUE)
    }
  })

  test('an error keeps its type, message, stack and fields', ({ assert }) => {
    const { log, lines } = logger()
    const cause = new Error('deeper')
    log.error({ err: Object.assign(new TypeError('failed', { cause }), { code: 'E_ONE' }) }, 'said')
    const { err } = JSON.parse(lines[0]!)
    assert.equal(err.type, 'TypeError')
    assert.include(err.message, 'failed')
    assert.include(err.message, 'deeper')
    assert.include(err.stack, 'log_secrets.spec')
    assert.equal(err.code, 'E_ONE')
  })
})
