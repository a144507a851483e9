import { test } from '@japa/runner'
import type { Logger } from '@adonisjs/core/logger'
import { healthReport, type HealthCheck } from '#app/observability/health'

const SOUND: HealthCheck = {
  name: 'sound',
  fatal: true,
  check: async () => ({ ok: true, detail: 'answers' }),
}

function failing(fatal: boolean, error: unknown): HealthCheck {
  return { name: 'failing', fatal, check: () => Promise.reject(error as Error) }
}

/** A log that keeps what it is told. */
function keptLog() {
  const lines: unknown[] = []
  const log = { warn: (line: unknown) => lines.push(line) } as unknown as Logger
  return { log, lines }
}

test.group('observability | health', () => {
  test('{name}')
    .with([
      { name: 'all is well', checks: [SOUND], status: 'ok' },
      {
        name: 'what every request needs is down',
        checks: [SOUND, failing(true, new Error('x'))],
        status: 'down',
      },
      {
        name: 'what some requests need is degraded',
        checks: [SOUND, failing(false, new Error('x'))],
        status: 'degraded',
      },
    ])
    .run(async ({ assert }, { checks, status }) => {
      assert.equal((await healthReport(checks, keptLog().log)).status, status)
    })

  test('what is wrong stands first, by error code; the log has the error', async ({ assert }) => {
    const secret = Object.assign(new Error('connect to https://node.example/KEY'), {
      code: 'ECONNREFUSED',
    })
    const { log, lines } = keptLog()
    const { checks } = await healthReport([SOUND, failing(false, secret)], log)
    assert.deepEqual(checks[0], {
      name: 'failing',
      fatal: false,
      ok: false,
      detail: 'failed with ECONNREFUSED; the log has more',
    })
    assert.deepEqual(lines, [{ err: secret, check: 'failing' }])
  })
})
