import { test } from '@japa/runner'
import { QUEUES } from '#modules/custody/core/queue_names'
import { ChildService } from '#tests/faults/support/child_service'
import { SettlementWorld, checkBooks } from '#tests/functional/custody/support/settlement_world'
import { holdQueues } from '#tests/support/held_queues'

/** Stored and grouped; signed; sent. */
const PLACES = ['custody.void_grouped', 'custody.signed', 'custody.sent']

test.group('custody | the process that voids dies', (group) => {
  // Most of it is the start of another process, which takes as long as the machine is busy.
  group.teardown(checkBooks)

  test('at {$self}: others go on, and the hold ends with the one outcome of its number')
    .with(PLACES)
    .run(async ({ assert }, place) => {
      const world = await SettlementWorld.open()
      // The workers here wait, so that nothing is sent for the transfer but its void.
      const release = await holdQueues(QUEUES.settle)
      let id: string
      try {
        id = (await world.send({ amount: '4' })).data.operation.id
        const env = { FAILPOINT: `${place}:1:kill`, QUEUE_PREFIX: '{crash_voids}' }
        const child = ChildService.command(['custody:void-transfer', id], env)
        assert.equal((await child.ended).signal, 'SIGKILL', 'expected it to die at the failpoint')
        // What was signed is sent by whoever looks after the chain, and may be final already.
        if (place === 'custody.void_grouped') {
          assert.equal(await world.departing('/bob'), '4.00')
          assert.equal((await world.operation(id)).state, 'pending')
        }
      } finally {
        await release()
      }
      const { state, failureMessage } = await world.ended(id)
      assert.deepEqual(
        [state, failureMessage],
        ['failed', 'It was cancelled before it was executed.']
      )
      assert.equal(await world.departing('/bob'), '0.00')
      assert.equal((await world.onChain())[1], 0n)
    })
})
