import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { ModuleHost } from '#app/extension/module_host'
import { QueueHost } from '#app/queue/queue_host'
import { QUEUES } from '#modules/ledger/core/job_rows'
import { booksAreSound } from '#tests/support/sound_books'
import { Reap } from '#modules/ledger/services/reap'
import { ChildService } from '#tests/faults/support/child_service'
import { WaitingRail } from '#tests/faults/support/waiting_rail'
import { TestRealm, accepted, eventually, pluck } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { writeRows } from '#tests/support/rows'

const MOVEMENTS = 4
/** Longer than a temporary realm may live. */
const LONG_AGO = 'UTC_TIMESTAMP(6) - INTERVAL 31 DAY'

async function diesAt(failpoint: string, handler: string, ...args: string[]) {
  const env = { FAILPOINT: failpoint, QUEUE_PREFIX: '{crash_handlers}' }
  const child = ChildService.handler([handler, ...args], env)
  const { signal } = await child.ended
  return signal
}

test.group('ledger | handlers killed in the middle', (group) => {
  group.setup(async () => {
    const host = await app.container.make(ModuleHost)
    host.add({ name: 'waiting_rail', title: 'Waiting', settlementRails: [new WaitingRail()] })
  })

  test('a movement whose handler died at {$self} still ends, once')
    .with(['settlement.asked:2:kill', 'confirmation.asked:2:kill'])
    .run(async ({ assert }, failpoint) => {
      const realm = await TestRealm.with({ '/alice': '100', '/held/bob': '0' })
      const queues = await app.container.make(QueueHost)
      const held = [QUEUES.settlement, QUEUES.confirmation].map((name) => queues.queue(name))
      // The workers here wait, so that the process that dies is the one at work.
      await Promise.all(held.map((queue) => queue.pause()))
      const ids: string[] = []
      try {
        for (let number = 0; number < MOVEMENTS; number++) {
          const opened = await realm.move('/alice', '/held/bob', '10')
          ids.push(accepted(opened).operation.id)
        }
        assert.equal(await diesAt(failpoint, 'movements', ...ids), 'SIGKILL')
      } finally {
        await Promise.all(held.map((queue) => queue.resume()))
      }
      for (const id of ids) {
        const ended = await eventually(`movement ${id}`, () => endOf(realm, id))
        assert.equal(ended, 'completed')
      }
      const total = await realm.find('/held/bob')
      assert.containSubset(total.data.balances, [{ settled: '39.80', arriving: '0.00' }])
      await booksAreSound(realm)
    })

  test('realms due when the reaper died are closed by the next', async ({ assert, cleanup }) => {
    // The reaper of this process would be faster than one that has to start first.
    const release = await holdQueues(QUEUES.reaper)
    cleanup(release)
    const realms = await Promise.all([TestRealm.open(), TestRealm.open(), TestRealm.open()])
    const ids = pluck(realms, 'id')
    await writeRows(`UPDATE realms SET created_at = ${LONG_AGO} WHERE id IN (?)`, [ids])

    assert.equal(await diesAt('reaper.closed:1:kill', 'reaper'), 'SIGKILL')
    await (await app.container.make(Reap)).run()

    for (const realm of realms) {
      const gone = await eventually('the realm to be gone', async () => {
        const { status } = await realm.client.get(`/api/v1/realms/${realm.id}`)
        return status === 404 ? status : null
      })
      assert.equal(gone, 404)
    }
    await booksAreSound(...realms)
  })
})

async function endOf(realm: TestRealm, operationId: string): Promise<string | null> {
  const { data } = await realm.client.get(`/api/v1/operations/${operationId}`)
  const { state } = data.operation
  return state === 'pending' ? null : state
}
