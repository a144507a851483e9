import { test } from '@japa/runner'
import fc from 'fast-check'
import { CopiedMap } from '#modules/venue/core/engine/copied_map'
import { LayeredMap } from '#modules/venue/core/engine/layered_map'
import { forAll } from '#tests/support/for_all'

/** Undefined removes; few keys, so that they are written again and again. */
const change = fc.tuple(fc.nat({ max: 400 }).map(String), fc.option(fc.nat(), { nil: undefined }))
/** Commands of a few changes each, far more in all than one layer holds. */
const commands = fc.array(fc.array(change, { maxLength: 60 }), { maxLength: 40, size: 'max' })

const sorted = <Value>(map: ReadonlyMap<string, Value>) =>
  [...map].sort(([one], [other]) => (one < other ? -1 : 1))

test.group('venue | engine | layered map', () => {
  test('it is a map that never changes, however many follow from it', ({ assert }) => {
    forAll([commands], { numRuns: 40 }, (all) => {
      const plain = new Map<string, number>()
      let layered: ReadonlyMap<string, number> = new Map()
      const before: [ReadonlyMap<string, number>, [string, number][]][] = []
      for (const changes of all) {
        const copied = new CopiedMap(layered)
        for (const [key, value] of changes) {
          copied.put(key, value)
          if (value === undefined) plain.delete(key)
          else plain.set(key, value)
          assert.equal(copied.get(key), value)
        }
        layered = copied.now
        before.push([layered, sorted(plain)])
      }
      for (const [map, entries] of before) {
        assert.deepEqual(sorted(map), entries)
        assert.equal(map.size, entries.length)
        assert.deepEqual([...map.keys()].sort(), entries.map(([key]) => key).sort())
        assert.sameMembers(
          [...map.values()],
          entries.map(([, value]) => value)
        )
        for (const [key, value] of entries) assert.isTrue(map.has(key) && map.get(key) === value)
        assert.isFalse(map.has('none'))
        let visited = 0
        map.forEach((value, key) => (visited += Number(map.get(key) === value)))
        assert.equal(visited, entries.length)
      }
    })
  })

  test('what was changed and changed back is the map it was', ({ assert }) => {
    const given = LayeredMap.of(new Map([['a', 1]]))
    const copied = new CopiedMap<number>(given)
    copied.put('a', 2)
    copied.put('b', 3)
    copied.put('a', 1)
    copied.put('b', undefined)
    assert.strictEqual(copied.now, given)
  })
})
