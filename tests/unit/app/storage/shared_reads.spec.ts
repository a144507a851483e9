import { test } from '@japa/runner'
import { SharedReads } from '#app/storage/shared_reads'
import { until } from '#tests/support/client'

/** Reads that end when they are told to; each sees what is stored when it begins. */
function controlled(patienceMs?: number) {
  const state = { stored: 0, began: 0 }
  const ends: ((failure?: Error) => void)[] = []
  const load = (_key: string) => {
    state.began++
    const { stored } = state
    return new Promise<number>((resolve, reject) => {
      ends.push((failure) => (failure ? reject(failure) : resolve(stored)))
    })
  }
  const reads = new SharedReads(load, String, patienceMs)
  return { state, reads, ends }
}

/** Lets everything that is due happen. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test.group('storage | shared reads', () => {
  test('nobody is answered by a read that began before they asked', async ({ assert }) => {
    const { state, reads, ends } = controlled()
    const first = reads.read('a')
    state.stored = 1
    const later = [reads.read('a'), reads.read('a'), reads.read('a')]
    ends[0]!()
    assert.equal(await first, 0)
    await settle()
    assert.equal(state.began, 2)
    ends[1]!()
    assert.deepEqual(await Promise.all(later), [1, 1, 1])
  })

  test('who asks while the shared read runs waits for the one after it', async ({ assert }) => {
    const { state, reads, ends } = controlled()
    void reads.read('a')
    const second = reads.read('a')
    ends[0]!()
    await settle()
    state.stored = 2
    const third = reads.read('a')
    ends[1]!()
    assert.equal(await second, 0)
    await settle()
    ends[2]!()
    assert.equal(await third, 2)
    await settle()
    void reads.read('a')
    assert.equal(state.began, 4)
  })

  test('a read that hangs holds back nobody, and still answers its callers', async ({ assert }) => {
    const { state, reads, ends } = controlled(5)
    const hung = reads.read('a')
    state.stored = 1
    const next = reads.read('a')
    await until('the next read to begin', () => state.began === 2)
    const after = reads.read('a')
    ends[0]!()
    assert.equal(await hung, 0)
    await settle()
    assert.equal(state.began, 2, 'expected the end of the late one to begin nothing')
    ends[1]!()
    assert.equal(await next, 1)
    await settle()
    ends[2]!()
    assert.equal(await after, 1)
  })

  test('a read that fails fails for those it was for, and for nobody else', async ({ assert }) => {
    const { reads, ends } = controlled()
    const first = reads.read('a')
    const next = reads.read('a')
    ends[0]!(new Error('gone'))
    await assert.rejects(() => first, 'gone')
    await settle()
    ends[1]!()
    assert.equal(await next, 0)
  })

  test('different things are read at the same time', async ({ assert }) => {
    const { state, reads, ends } = controlled()
    const both = [reads.read('a'), reads.read('b')]
    assert.equal(state.began, 2)
    for (const end of ends) end()
    assert.deepEqual(await Promise.all(both), [0, 0])
  })
})
