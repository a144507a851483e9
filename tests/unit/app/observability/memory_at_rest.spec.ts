import { getHeapStatistics } from 'node:v8'
import { test } from '@japa/runner'
import { giveMemoryBackAtRest } from '#app/observability/memory_at_rest'
import { until } from '#tests/support/client'

const LOOK_MS = 100
const MEGABYTES = 64

/** Grows the heap by objects that nobody needs afterwards. */
function work() {
  const lists = Array.from({ length: MEGABYTES }, () => Array.from({ length: 16_384 }, () => ({})))
  return lists.length
}

test.group('observability | memory at rest', () => {
  test('what work took is given back at rest, again and again', async ({ assert }) => {
    const megabytes = () => getHeapStatistics().total_heap_size / 2 ** 20
    const end = giveMemoryBackAtRest(LOOK_MS)
    try {
      for (const round of [1, 2]) {
        assert.equal(work(), MEGABYTES)
        const worked = megabytes()
        await until(`less than ${worked} MiB in round ${round}`, () => {
          return megabytes() < worked - MEGABYTES / 4
        })
      }
    } finally {
      end()
    }
  })
})
