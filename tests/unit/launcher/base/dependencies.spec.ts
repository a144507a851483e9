import { test } from '@japa/runner'
import { installationMatches } from '../../../../bin/launcher/base/dependencies.js'

const locked = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/b': { version: '2.0.0', optional: true },
}

test.group('launcher | dependencies', () => {
  test('an installation that equals the lock file is kept', ({ assert }) => {
    assert.isTrue(
      installationMatches(locked, {
        'node_modules/a': { version: '1.0.0' },
        'node_modules/b': { version: '2.0.0' },
      })
    )
  })

  test('an optional package of another platform may be absent', ({ assert }) => {
    assert.isTrue(installationMatches(locked, { 'node_modules/a': { version: '1.0.0' } }))
  })

  test('a missing, changed or surplus package each asks for an installation', ({ assert }) => {
    assert.isFalse(installationMatches(locked, {}))
    assert.isFalse(installationMatches(locked, { 'node_modules/a': { version: '1.0.1' } }))
    const surplus = {
      'node_modules/a': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0' },
    }
    assert.isFalse(installationMatches(locked, surplus))
  })

  test('an interrupted installation, which has no record, is repeated', ({ assert }) => {
    assert.isFalse(installationMatches(locked, undefined))
  })
})
