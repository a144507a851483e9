import { test } from '@japa/runner'
import { armFailpoints, placesOf } from '#app/failpoints/failpoint'

const failpoint = placesOf(['planted.here', 'planted.there'])

test.group('app | failpoint', (group) => {
  group.each.teardown(() => armFailpoints(''))

  test('an unarmed place does nothing', ({ assert }) => {
    assert.isUndefined(failpoint('planted.here'))
  })

  test('it acts the nth time the place is reached, and once', ({ assert }) => {
    armFailpoints('planted.here:3:error,job.handled:1:error')
    failpoint('planted.here')
    failpoint('planted.here')
    failpoint('planted.there')
    assert.throws(() => failpoint('planted.here'), 'Failpoint planted.here')
    assert.isUndefined(failpoint('planted.here'))
  })

  test('who is held at a place goes on when the failpoints are armed anew', async ({ assert }) => {
    armFailpoints('planted.here:1:hold')
    let hasPassed = false
    const passing = Promise.resolve(failpoint('planted.here')).then(() => (hasPassed = true))
    await new Promise(setImmediate)
    assert.isFalse(hasPassed)
    armFailpoints('')
    await passing
  })

  test('a misspelled place does not compile', ({ assert }) => {
    // @ts-expect-error nobody has named it
    assert.isUndefined(failpoint('planted.nowhere'))
  })

  test('a name that another part has is refused', ({ assert }) => {
    assert.throws(() => placesOf(['planted.here']), 'Two places are called planted.here')
  })

  test('a text that arms nothing is refused: {$self}')
    .with(['planted.here', 'planted.nowhere:1:kill', 'planted.here:0:kill', 'planted.here:1:stop'])
    .run(({ assert }, text) => {
      assert.throws(() => armFailpoints(text), /is not name:nth/)
    })

  test('every part of the service has named its places before any is armed: {$self}')
    .with(['job.handled', 'poster.loaded', 'custody.signed', 'venue.decided', 'history.sealed'])
    .run(({ assert }, name) => {
      assert.doesNotThrow(() => armFailpoints(`${name}:1:error`))
    })
})
