import { test } from '@japa/runner'
import { BatchedReads } from '#app/storage/batched_reads'

function controlled() {
  const stored = new Map([['a', 1]])
  const asked: (readonly string[])[] = []
  const ends: ((failure?: Error) => void)[] = []
  const reads = new BatchedReads((keys) => {
    asked.push(keys)
    const seen = new Map(stored)
    return new Promise<Map<string, number>>((resolve, reject) => {
      ends.push((failure) => (failure ? reject(failure) : resolve(seen)))
    })
  })
  return { stored, asked, ends, reads }
}

/** Lets everything that is due happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test.group('storage | batched reads', () => {
  test('what is asked during a reading is read together after it', async ({ assert }) => {
    const { stored, asked, ends, reads } = controlled()
    const first = reads.read('a')
    stored.set('a', 2).set('b', 3)
    const later = [reads.read('a'), reads.read('b'), reads.read('a'), reads.read('missing')]
    ends[0]!()
    assert.equal(await first, 1)
    await settle()
    ends[1]!()
    assert.deepEqual(await Promise.all(later), [2, 3, 2, undefined])
    assert.deepEqual(asked, [['a'], ['a', 'b', 'missing']])
  })

  test('a reading that fails fails for those it was for, and nobody else', async ({ assert }) => {
    const { asked, ends, reads } = controlled()
    const first = reads.read('a')
    const next = reads.read('b')
    ends[0]!(new Error('gone'))
    await assert.rejects(() => first, 'gone')
    await settle()
    ends[1]!()
    assert.isUndefined(await next)
    assert.deepEqual(asked, [['a'], ['b']])
  })
})
