import { test } from '@japa/runner'
import { pluck } from '#tests/support/client'
import { exposureWeaknesses } from '#modules/auth/preflight'

const LOCAL = {
  production: false,
  issuer: '',
  host: '127.0.0.1',
  appUrl: 'http://127.0.0.1:3333',
  devIdentityExposed: false,
}

test.group('auth | exposure of the development provider', () => {
  test('it stays on this machine: {$self}')
    .with([
      { change: { host: '0.0.0.0' }, refused: ['HOST'] },
      { change: { host: '::' }, refused: ['HOST'] },
      { change: { host: '192.168.1.5' }, refused: ['HOST'] },
      { change: { appUrl: 'https://ledger.example.com' }, refused: ['APP_URL'] },
      { change: { host: '0.0.0.0', appUrl: 'http://203.0.113.4' }, refused: ['APP_URL', 'HOST'] },
      { change: {}, refused: [] },
      { change: { host: '::1', appUrl: 'http://[::1]:3333' }, refused: [] },
      { change: { appUrl: 'http://ledger.internal' }, refused: [] },
      { change: { host: '0.0.0.0', devIdentityExposed: true }, refused: [] },
      { change: { host: '0.0.0.0', issuer: 'https://id.example' }, refused: [] },
      { change: { host: '0.0.0.0', production: true }, refused: [] },
    ])
    .run(({ assert }, { change, refused }) => {
      const found = exposureWeaknesses({ ...LOCAL, ...change })
      assert.deepEqual(pluck(found, 'setting'), refused)
    })
})
