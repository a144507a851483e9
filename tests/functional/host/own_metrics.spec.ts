import { test } from '@japa/runner'
import { Registry } from 'prom-client'
import { HttpMeter } from '#app/http/http_meter'
import { Client, TestRealm } from '#tests/support/client'

const guest = Client.anonymous()

async function scrape(): Promise<string> {
  const reply = await guest.get('/metrics')
  return String(reply.body)
}

/** The value of one line; 0 when the line is not there. */
function valueOf(text: string, line: string): number {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `))
  return Number(found?.slice(line.length + 1) ?? 0)
}

test.group('host | metrics of a process', () => {
  test('what is posted is counted by operation and by group', async ({ assert }) => {
    const counted = {
      transfers: 'ledger_operations_total{type="transfer",state="completed"}',
      pending: 'ledger_operations_total{type="create",state="pending"}',
      groups: 'ledger_group_requests_count',
      waits: 'ledger_group_wait_seconds_count',
      commits: 'ledger_commit_seconds_count',
    }
    const before = await scrape()
    const realm = await TestRealm.open()
    const from = await realm.object('/from')
    await realm.fund(from.path, '10.00')
    const to = await realm.object('/to')
    await realm.move(from.path, to.path, '1.00')
    const after = await scrape()
    for (const line of Object.values(counted)) {
      assert.isAbove(valueOf(after, line), valueOf(before, line), line)
    }
  })

  test('requests that a limit refuses are counted by the limit', async ({ assert }) => {
    assert.match(await scrape(), /^http_rate_limited_total{limit="credential"} \d+$/m)
  })

  test('the pool and the event loop are told', async ({ assert }) => {
    const text = await scrape()
    assert.match(text, /^database_connections{state="used"} \d+$/m)
    assert.match(text, /^database_connections{state="waiting"} \d+$/m)
    assert.isAbove(valueOf(text, 'database_connections_max'), 0)
    assert.match(text, /^nodejs_eventloop_lag_p99_seconds \d/m)
    assert.match(text, /^database_transaction_restarts_total \d+$/m)
    assert.match(text, /^realtime_connections \d+$/m)
  })

  test('any number of routes and statuses leaves the histogram as small', async ({ assert }) => {
    const meter = new HttpMeter()
    const registry = new Registry()
    for (const instrument of meter.instruments()) registry.registerMetric(instrument)
    for (let route = 0; route < 200; route++) {
      for (const status of [200, 201, 400, 404, 409, 500])
        meter.count('GET', `/${route}`, status, 1)
    }
    const text = await registry.metrics()
    const lines = text.split('\n').filter((line) => /^http_request_duration_seconds/.test(line))
    assert.isAtMost(lines.length, 6 * 15)
    assert.equal(valueOf(text, 'http_requests_total{method="GET",route="/7",status="409"}'), 1)
    assert.equal(valueOf(text, 'http_request_seconds_total{method="GET",route="/7"}'), 6)
  })
})
