import { test } from '@japa/runner'
import type { Principal } from '#app/extension/principal'
import { SharedSight } from '#app/extension/shared_sight'

const unrestricted = { statements: null } as Principal
const restricted = { statements: [] as Principal['statements'] } as Principal

test.group('extension | shared sight', () => {
  test('only unrestricted credentials asking for the same share a reading', async ({ assert }) => {
    const loaded: [Principal, unknown][] = []
    const sight = new SharedSight(async (principal, query: { realmId: string }) => {
      loaded.push([principal, query.realmId])
      return query.realmId
    })
    const ask = (principal: Principal, realmId: string) => sight.read(principal, { realmId })
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => ask(unrestricted, 'a')),
      ask(unrestricted, 'b'),
      ...Array.from({ length: 3 }, () => ask(restricted, 'a')),
    ])
    assert.deepEqual(answers, ['a', 'a', 'a', 'a', 'a', 'b', 'a', 'a', 'a'])
    const count = (by: Principal, id: string) =>
      loaded.filter(([principal, realmId]) => principal === by && realmId === id).length
    // The first one is alone, the other four come together after it.
    assert.equal(count(unrestricted, 'a'), 2)
    assert.equal(count(unrestricted, 'b'), 1)
    assert.equal(count(restricted, 'a'), 3)
  })
})
