import { test } from '@japa/runner'
import { distinctJobs } from '#modules/ledger/services/poster/distinct_jobs'

const job = (id: string, queue: string, payload: Record<string, string>) => ({ id, queue, payload })

test.group('ledger | distinct_jobs', () => {
  test('one purpose is one job, the first', ({ assert }) => {
    const first = job('job_1', 'event-dispatch', { realmId: 'r1' })
    const other = job('job_3', 'event-dispatch', { realmId: 'r2' })
    const workflow = job('job_4', 'object-workflow', { operationId: 'r1' })
    const jobs = [first, job('job_2', 'event-dispatch', { realmId: 'r1' }), other, workflow]
    assert.deepEqual(distinctJobs(jobs), [first, other, workflow])
  })

  test('jobs of one queue for different operations are all kept', ({ assert }) => {
    const jobs = Array.from({ length: 5 }, (_, index) =>
      job(`job_${index}`, 'settlement', { operationId: `op_${index}` })
    )
    assert.deepEqual(distinctJobs(jobs), jobs)
  })

  test('jobs that name operations become one that names all, by queue and rail', ({ assert }) => {
    const start = (id: string) => job(`job_${id}`, 'settlement', { operationIds: id })
    const follow = (id: string, rail: string) =>
      job(`job_${id}`, 'confirmation', { operationIds: id, rail })
    const merged = distinctJobs([start('a'), follow('x', 'r'), start('b'), follow('y', 's')])
    assert.deepEqual(merged, [
      job('job_a', 'settlement', { operationIds: 'a,b' }),
      follow('x', 'r'),
      follow('y', 's'),
    ])
  })
})
