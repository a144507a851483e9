import { test } from '@japa/runner'
import { addMove, undoes, undoing, type Gains } from '#modules/custody/core/foreign_moves'

const gainsOf = (...moves: [from: string, to: string, amount: bigint][]) => {
  const gains: Gains = new Map()
  for (const [from, to, amount] of moves) addMove(gains, { from, to, amount })
  return gains
}

test.group('custody | what others moved', () => {
  test('only what brings value back to whom it was taken from undoes a theft', ({ assert }) => {
    const gains = gainsOf(['home', 'zone', 5n], ['zone', 'loot', 5n])
    const by = (from: string, to: string, amount: bigint) => undoes(gains, { from, to, amount })
    assert.isTrue(by('loot', 'home', 5n))
    assert.isTrue(by('loot', 'home', 2n))
    assert.isFalse(by('loot', 'home', 6n), 'more than was taken')
    assert.isFalse(by('loot', 'zone', 1n), 'the way there has lost nothing')
    assert.isFalse(by('zone', 'home', 1n), 'of somebody who gained nothing')
    assert.isFalse(by('home', 'loot', 1n), 'once more')
    addMove(gains, { from: 'loot', to: 'home', amount: 5n })
    assert.isFalse(by('loot', 'home', 1n), 'it is back already')
  })

  test('what is proposed undoes all that the pool lets the admin take', ({ assert }) => {
    const gains = gainsOf(['a', 'loot', 5n], ['b', 'loot', 3n], ['b', 'nest', 1n])
    const all = undoing(gains, new Map([['loot', 100n], ['nest', 100n]])) // prettier-ignore
    for (const move of all) {
      assert.isTrue(
        undoes(gains, move),
        JSON.stringify(move, (_, v) => String(v))
      )
      addMove(gains, move)
    }
    assert.deepEqual(
      [...gains.values()].filter((gained) => gained !== 0n),
      []
    )
    const some = undoing(gainsOf(['a', 'loot', 5n]), new Map([['loot', 2n]]))
    assert.deepEqual(some, [{ from: 'loot', to: 'a', amount: 2n }])
    assert.isEmpty(undoing(gainsOf(['a', 'loot', 5n]), new Map()), 'what stood there is kept')
  })
})
