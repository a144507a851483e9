import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { Metrics } from '#app/observability/metrics'
import { ProbeServer } from '#app/observability/probe_server'
import { Probes } from '#app/observability/probes'
import { Inside } from '#app/observability/inside'
import { JobMeter } from '#app/queue/job_meter'
import { OwedJobs } from '#app/queue/owed_jobs'
import { QueueHost } from '#app/queue/queue_host'
import { ServedQueues } from '#app/queue/served_queues'
import { ModuleHost } from '#app/extension/module_host'
import { Database } from '#app/storage/database'
import { LIMITS } from '#app/limits'
import { Secret } from '@adonisjs/core/helpers'
import { until, pluck } from '#tests/support/client'

const HOST = '127.0.0.1'
const TOKEN = 'a'.repeat(32)
/** Who asks at once. */
const ALL = 20

async function serverThat(inside: Inside, modules?: ModuleHost) {
  const make = app.container.make.bind(app.container)
  const probes = new Probes(
    modules ?? (await make(ModuleHost)),
    await make(Database),
    await make(QueueHost),
    await make(OwedJobs),
    await make(ServedQueues),
    await make(Metrics),
    inside,
    logger.use()
  )
  const server = new ProbeServer(probes, logger.use())
  return { server, probes, origin: `http://${HOST}:${await server.listen(HOST, 0)}` }
}

test.group('host | probes of a worker', () => {
  const CALLS: [
    what: string,
    method: string,
    path: string,
    token: string | null,
    status: number,
  ][] = [
    ['life is told to anybody', 'GET', '/health/live', null, 200],
    ['readiness is told to anybody', 'GET', '/health/ready', null, 200],
    ['a query does not matter', 'GET', '/health/live?probe=1', null, 200],
    ['figures are told for the token', 'GET', '/metrics', TOKEN, 200],
    ['figures are hidden without the token', 'GET', '/metrics', null, 404],
    ['figures are hidden for another token', 'GET', '/metrics', 'b'.repeat(32), 404],
    ['nothing of the API is served', 'GET', '/api/v1/realms', TOKEN, 404],
    ['nothing is changed here', 'POST', '/health/live', TOKEN, 404],
  ]
  for (const [what, method, path, token, status] of CALLS) {
    test(what, async ({ assert, cleanup }) => {
      const inside = new Inside({ production: true, metricsToken: new Secret(TOKEN) })
      const { server, origin } = await serverThat(inside)
      cleanup(() => server.close())
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      const answer = await fetch(`${origin}${path}`, { method, headers })
      assert.equal(answer.status, status, await answer.text())
    })
  }

  test('the figures are those of the process, with its jobs', async ({ assert, cleanup }) => {
    const { server, origin } = await serverThat(new Inside({ production: false }))
    cleanup(() => server.close())
    const meter = await app.container.make(JobMeter)
    meter.began('probed', 40)
    meter.ended('probed', 'done', 2000)
    const answer = await fetch(`${origin}/metrics`)
    const text = await answer.text()
    assert.include(text, 'queue_jobs_total{queue="probed",result="done"} 1\n')
    assert.include(text, 'queue_job_duration_seconds_sum{queue="probed"} 2\n')
    assert.include(text, 'queue_job_age_seconds_bucket{le="0.1",queue="probed"} 1\n')
  })

  test('readiness says what is wrong to insiders, else a word', async ({ assert, cleanup }) => {
    const { server, origin } = await serverThat(
      new Inside({ production: true, metricsToken: new Secret(TOKEN) })
    )
    cleanup(() => server.close())
    const stranger = await (await fetch(`${origin}/health/ready`)).json()
    assert.deepEqual(Object.keys(stranger as object), ['status'])
    const operator = await fetch(`${origin}/health/ready`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    const { checks } = (await operator.json()) as { checks: { name: string }[] }
    assert.includeMembers(pluck(checks, 'name'), ['database', 'redis', 'outbox'])
  })

  test('however many ask at once, readiness is checked once', async ({ assert, cleanup }) => {
    const modules = new ModuleHost()
    let runs = 0
    let asked = 0
    // It takes until all have asked: on a slow machine what is kept would be old by then.
    const check = async () => {
      const detail = `run ${++runs}`
      await until('all to have asked', () => asked >= ALL)
      return { ok: true, detail }
    }
    modules.add({
      name: 'counted',
      title: 'Counted',
      healthChecks: [{ name: 'counted', fatal: false, check }],
    })
    const { server, probes, origin } = await serverThat(new Inside({ production: false }), modules)
    cleanup(() => server.close())
    const ready = probes.ready.bind(probes)
    probes.ready = (authorization) => {
      asked++
      return ready(authorization)
    }
    const ask = async () => (await fetch(`${origin}/health/ready`)).text()
    const first = await Promise.all(Array.from({ length: ALL }, ask))
    assert.lengthOf([...new Set(first)], 1)
    assert.equal(runs, 1)
    await until('the next run', async () => (await ask()).includes('run 2'))
    const before = await probes.report()
    await until('a run that begins here', async () => (await probes.report()) !== before)
    const kept = await probes.report()
    // However late the timers are, this one fires before the one that ends the report.
    await delay(LIMITS.healthKeptMs / 2)
    assert.strictEqual(await probes.report(), kept, 'expected the answer to be kept')
  })

  test('a caller that keeps sending does not keep the port from closing', async ({ assert }) => {
    const { server, origin } = await serverThat(new Inside({ production: false }))
    const sending = request(`${origin}/metrics`, { method: 'POST' })
    const ended = new Promise((resolve) => sending.on('error', resolve).on('close', resolve))
    sending.write('x')
    await server.close()
    await ended
    await assert.rejects(() => fetch(`${origin}/health/live`))
  })
})
