import { test } from '@japa/runner'
import { armFailpoints, failpoint } from '#app/failpoints/failpoint'

test.group('app | failpoint', (group) => {
  group.each.teardown(() => armFailpoints(''))

  test('an unarmed place does nothing', ({ assert }) => {
    assert.isUndefined(failpoint('poster.loaded'))
  })

  test('it acts the nth time the place is reached, and once', ({ assert }) => {
    armFailpoints('poster.loaded:3:error,job.handled:1:error')
    failpoint('poster.loaded')
    failpoint('poster.loaded')
    failpoint('poster.written')
    assert.throws(() => failpoint('poster.loaded'), 'Failpoint poster.loaded')
    assert.isUndefined(failpoint('poster.loaded'))
    assert.throws(() => failpoint('job.handled'), 'Failpoint job.handled')
  })

  test('a text that arms nothing is refused: {$self}')
    .with([
      'poster.loaded',
      'poster.nowhere:1:kill',
      'poster.loaded:0:kill',
      'poster.loaded:1:stop',
    ])
    .run(({ assert }, text) => {
      assert.throws(() => armFailpoints(text), /is not name:nth/)
    })
})
