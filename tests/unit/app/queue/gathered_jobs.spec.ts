import { test } from '@japa/runner'
import { GatheredJobs } from '#app/queue/gathered_jobs'

const LONG_MS = 600_000

function gathering() {
  const published: string[] = []
  const jobs = new GatheredJobs(({ id, others }) => {
    published.push([id, ...others].join(' '))
    return Promise.resolve()
  })
  const holds = (id: string, payload = 'one') =>
    jobs.holds({ id, queue: 'work', payload: { payload } }, LONG_MS)
  return { published, jobs, holds }
}

test.group('queue | gathered jobs', () => {
  test('the first of each payload goes at once, and what follows it waits', ({ assert }) => {
    const { holds } = gathering()
    assert.deepEqual(
      [holds('a'), holds('b'), holds('c', 'other'), holds('d')],
      [false, true, false, true]
    )
  })

  test('when the process ends, the newest is published with those before it, once', async ({
    assert,
  }) => {
    const { holds, jobs, published } = gathering()
    for (const id of ['a', 'b', 'c']) holds(id)
    holds('x', 'other')
    await jobs.end()
    await jobs.end()
    assert.deepEqual(published, ['c b'])
    assert.isFalse(holds('d'), 'expected the next one to be the first again')
  })
})
