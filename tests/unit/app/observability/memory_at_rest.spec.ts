import { getHeapStatistics } from 'node:v8'
import { test } from '@japa/runner'
import { giveMemoryBackAtRest } from '#app/observability/memory_at_rest'
import { until } from '#tests/support/client'

const LOOK_MS = 100
const MEGABYTES = 64
const LITTLE = 12

/** Grows the heap by objects that nobody needs afterwards. */
function work(megabytes = MEGABYTES) {
  const lists = Array.from({ length: megabytes }, () => Array.from({ length: 16_384 }, () => ({})))
  return lists.length
}

const megabytes = () => getHeapStatistics().total_heap_size / 2 ** 20

test.group('observability | memory at rest', () => {
  test('what work took is given back at rest, again and again', async ({ assert }) => {
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

  test('what the little of a rest has added is given back, too', async ({ assert }) => {
    // So seldom that a few milliseconds of work are a part of rest.
    const end = giveMemoryBackAtRest(10 * LOOK_MS, 0)
    try {
      const before = megabytes() + MEGABYTES / 4
      assert.equal(work(), MEGABYTES)
      await until(`less than ${before} MiB after the first look`, () => megabytes() < before)
      assert.equal(work(LITTLE), LITTLE)
      const grown = megabytes()
      await until(`less than ${grown} MiB by ${LITTLE / 2}`, () => {
        return megabytes() < grown - LITTLE / 2
      })
    } finally {
      end()
    }
  })
})
