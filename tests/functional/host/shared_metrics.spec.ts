import app from '@adonisjs/core/services/app'
import logger from '@adonisjs/core/services/logger'
import { test } from '@japa/runner'
import { newId } from '#app/ids/ids'
import type { Sample, SharedMetrics } from '#app/observability/shared_metrics'
import { SharedReadings } from '#app/observability/shared_readings'
import { Metrics } from '#app/observability/metrics'
import { Outbox } from '#app/queue/outbox'
import { OwedJobs } from '#app/queue/owed_jobs'
import { Database } from '#app/storage/database'
import { eventually } from '#tests/support/client'
import { scrape } from '#tests/support/metrics'
import { writeRows } from '#tests/support/rows'

/** A source of its own, which counts how often it is read. */
function countingSource(read: (times: number) => Promise<readonly Sample[]>) {
  let times = 0
  const source: SharedMetrics = {
    name: newId('job').slice(0, 40),
    gauges: { counted: { help: 'Counts.' } },
    read: () => read(++times),
  }
  return { source, times: () => times }
}

const value = (times: number) => Promise.resolve([{ name: 'counted', value: times }])

/** As many processes as there are objects: nothing is kept between scrapes but the table. */
async function processes(count: number): Promise<SharedReadings[]> {
  const database = await app.container.make(Database)
  return Array.from({ length: count }, () => new SharedReadings(database, logger.use()))
}

async function agedBy(seconds: number) {
  await writeRows`UPDATE metric_readings
      SET claimed_at = claimed_at - INTERVAL ${seconds} SECOND,
        measured_at = measured_at - INTERVAL ${seconds} SECOND`
}

test.group('host | shared metrics', () => {
  test('many processes scraped at once read a source once, and all tell it', async ({ assert }) => {
    const { source, times } = countingSource(value)
    const all = await processes(5)
    await Promise.all(all.map((one) => one.current([source])))
    assert.equal(times(), 1)
    for (const one of all) {
      const [reading] = await one.current([source])
      assert.deepEqual(reading!.samples, [{ name: 'counted', value: 1 }])
    }
    assert.equal(times(), 1)
  })

  test('what is old is read again, by one process', async ({ assert }) => {
    const { source, times } = countingSource(value)
    const [one, other] = await processes(2)
    await one!.current([source])
    await agedBy(60)
    const readings = await Promise.all([one!.current([source]), other!.current([source])])
    assert.equal(times(), 2)
    const values = readings.flatMap(([reading]) => reading!.samples.map((sample) => sample.value))
    assert.include(values, 2)
  })

  test('a source that fails keeps its last values; their age tells of it', async ({ assert }) => {
    const { source } = countingSource((times) =>
      times === 1 ? value(1) : Promise.reject(new Error('The node is away'))
    )
    const [one] = await processes(1)
    await one!.current([source])
    await agedBy(60)
    const [reading] = await one!.current([source])
    assert.deepEqual(reading!.samples, [{ name: 'counted', value: 1 }])
    assert.isAtLeast(reading!.ageSeconds, 60)
  })

  test('a source that hangs holds up neither the scrape nor the others', async ({ assert }) => {
    const hanging = countingSource(() => new Promise(() => {}))
    const sound = countingSource(value)
    const [one] = await processes(1)
    const read = await eventually('the sound source', async () => {
      const readings = await one!.current([hanging.source, sound.source])
      return readings.find((reading) => reading.source === sound.source.name)
    })
    assert.deepEqual(read.samples, [{ name: 'counted', value: 1 }])
  })

  test('a value that is no number is left out, and not told as 0', async ({ assert }) => {
    const { source } = countingSource(async () => [{ name: 'counted', value: Number.NaN }])
    const [one] = await processes(1)
    const [reading] = await one!.current([source])
    assert.deepEqual(reading!.samples, [])
  })

  test('what is owed is told by queue, by age and what is wrong', async ({ assert, cleanup }) => {
    const ids = [newId('job'), newId('job'), newId('job')]
    const database = await app.container.make(Database)
    await database.transaction((session) =>
      Outbox.store(
        session,
        ids.map((id) => ({ id, queue: 'nobody-works-this', payload: {} }))
      )
    )
    cleanup(async () => {
      await writeRows`DELETE FROM outbox WHERE id IN (${ids})`
    })
    // Not due for an hour, so that the poller leaves them as they are.
    const changes = [
      'created_at = created_at - INTERVAL 90 SECOND',
      'tries = 6',
      'tries = 6, failing_since = UTC_TIMESTAMP(6) - INTERVAL 90 SECOND',
    ]
    for (const [index, change] of changes.entries()) {
      const later = 'due_at = UTC_TIMESTAMP(6) + INTERVAL 1 HOUR'
      await writeRows(`UPDATE outbox SET ${later}, ${change} WHERE id = ?`, [ids[index]!])
    }
    const owed = await app.container.make(OwedJobs)
    const [counts] = (await owed.counts(100)).filter((one) => one.queue === 'nobody-works-this')
    assert.containSubset(counts, { owed: 3, failing: 1, unrun: 1 })
    assert.isAtLeast(counts!.failingSeconds, 90)
    const text = await scrape()
    const [, age] = /^outbox_oldest_seconds{queue="nobody-works-this"} (\d+)$/m.exec(text)!
    assert.isAtLeast(Number(age), 90)
    for (const [name, jobs] of Object.entries({ jobs: 3, failing_jobs: 1, unrun_jobs: 1 })) {
      assert.include(text, `outbox_${name}{queue="nobody-works-this"} ${jobs}\n`)
    }
    assert.match(text, /^outbox_overdue_seconds \d+$/m)
  })

  test('every shared metric is described as one', async ({ assert }) => {
    const metrics = await app.container.make(Metrics)
    const shared = metrics.described().filter((each) => each.shared)
    assert.containSubset(shared, [
      { name: 'outbox_jobs', labels: ['queue'] },
      { name: 'metrics_reading_age_seconds', labels: ['source'] },
    ])
  })
})
