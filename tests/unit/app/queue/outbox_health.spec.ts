import { test } from '@japa/runner'
import { outboxFinding } from '#app/queue/outbox_health'
import type { OwedCount } from '#app/queue/owed_jobs'

const DAY = 24 * 3600

/** A queue that is owed one job, which waits in peace. */
function queue(change: Partial<OwedCount> = {}): OwedCount {
  const quiet = { failing: 0, failingSeconds: 0, unrun: 0, paused: false, oldestSeconds: 1 }
  return { queue: 'mail', owed: 1, ...quiet, ...change }
}

test.group('queue | health of the outbox', () => {
  test('{name}')
    .with([
      { name: 'nothing is owed', queues: [], overdue: 0, ok: true, says: '0 jobs owed' },
      {
        name: 'a job that waits for a payer for a day is no trouble',
        queues: [queue({ oldestSeconds: DAY })],
        overdue: 0,
        ok: true,
        says: '1 jobs owed',
      },
      {
        name: 'a failure that is just being mended is none',
        queues: [queue({ failing: 1, failingSeconds: 5 })],
        overdue: 1,
        ok: true,
        says: '1 jobs owed',
      },
      {
        name: 'a handler that fails is told with its queue and since when',
        queues: [queue(), queue({ queue: 'post', failing: 3, failingSeconds: 90 })],
        overdue: 0,
        ok: false,
        says: '3 jobs of post fail, the first for 90 s',
      },
      {
        name: 'a queue that no worker runs is told',
        queues: [queue({ unrun: 2 })],
        overdue: 0,
        ok: false,
        says: '2 jobs of mail are published, and no worker runs them',
      },
      {
        name: 'a queue that somebody has paused is told, so that it is not forgotten',
        queues: [queue({ owed: 4, paused: true })],
        overdue: 0,
        ok: false,
        says: '4 jobs of mail wait until an operator resumes it',
      },
      {
        name: 'a missing poller is told before all',
        queues: [queue({ unrun: 2 })],
        overdue: 75,
        ok: false,
        says: 'no worker publishes what is owed: a job is overdue for 75 s; 2 jobs of mail',
      },
    ])
    .run(({ assert }, { queues, overdue, ok, says }) => {
      const finding = outboxFinding(queues, overdue)
      assert.equal(finding.ok, ok)
      assert.include(finding.detail, says)
    })
})
