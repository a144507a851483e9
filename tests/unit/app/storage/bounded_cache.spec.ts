import { test } from '@japa/runner'
import { boundedCache } from '#app/storage/bounded_cache'

test.group('storage | bounded caches', () => {
  test('the value unasked for longest gives way, and its owner hears of it', ({ assert }) => {
    const gone: string[] = []
    const cache = boundedCache<string>(2, { dispose: (value, _key, why) => gone.push(value + why) })
    cache.set('a', 'A')
    cache.set('b', 'B')
    cache.get('a')
    cache.set('c', 'C')
    assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], ['A', undefined, 'C'])
    assert.deepEqual(gone, ['Bevict'])
    assert.equal(cache.size, 2)
  })

  test('a value that is too old is not told', async ({ assert }) => {
    const cache = boundedCache<string>(2, { ttl: 1 })
    cache.set('a', 'A')
    await new Promise((resolve) => setTimeout(resolve, 10))
    assert.isUndefined(cache.get('a'))
  })

  test('ten times as many as it may hold leave it full', ({ assert }) => {
    const cache = boundedCache<true>(1000)
    for (let key = 0; key < 10_000; key++) cache.set(String(key), true)
    assert.equal(cache.size, 1000)
    assert.isTrue(cache.has('9999') && cache.has('9000') && !cache.has('8999'))
  })
})
