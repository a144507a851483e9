import { test } from '@japa/runner'
import { Settings, httpAddress, parseEnvFile } from '../../../../bin/launcher/base/settings.js'

test.group('launcher | settings', () => {
  test('reads quoted values, exports and comments of a .env file', ({ assert }) => {
    const text = [
      '# a comment',
      'PORT=4000 # the port',
      'export HOST=0.0.0.0',
      'DB_PASSWORD="with # and spaces" # not part of it',
      "APP_KEY='single'",
      'URL=http://x/#anchor',
      'EMPTY=',
      'not a setting',
    ].join('\n')
    assert.deepEqual(parseEnvFile(text), {
      PORT: '4000',
      HOST: '0.0.0.0',
      DB_PASSWORD: 'with # and spaces',
      APP_KEY: 'single',
      URL: 'http://x/#anchor',
      EMPTY: '',
    })
  })

  test('the process environment wins over the file, and blank means unset', ({ assert }) => {
    const settings = new Settings({ PORT: '1', DB_HOST: ' ' }, { PORT: '2', DB_HOST: 'db' })
    assert.equal(settings.get('PORT'), '1')
    assert.equal(settings.get('DB_HOST'), 'db')
    assert.isUndefined(settings.get('REDIS_HOST'))
  })

  test('a child gets defaults only for what is configured nowhere', ({ assert }) => {
    const settings = new Settings({ PATH: '/bin', PORT: '1' }, { DB_HOST: 'db' })
    const env = settings.childEnv({ PORT: '3333', DB_HOST: '127.0.0.1', APP_KEY: 'generated' })
    assert.deepEqual(env, { PATH: '/bin', PORT: '1', APP_KEY: 'generated' })
  })

  test('a blank setting does not reach a child, where it would hide the file', ({ assert }) => {
    const env = new Settings({ DB_HOST: '', EDITOR: '' }, { DB_HOST: 'db' }).childEnv({})
    assert.deepEqual(env, { EDITOR: '' })
  })

  test('an isolated run never sees a configured database', ({ assert }) => {
    const processEnv = {
      PATH: '/bin',
      HOME: '/root',
      DB_HOST: 'production',
      DB_PASSWORD: 'secret',
      REDIS_HOST: 'production',
      CHAIN_RPC_URL: 'https://mainnet',
      OPERATOR_KEY: '0x1',
      OPERATOR_KEY_FILE: '/key',
      RATE_LIMIT_PER_SECOND: '1',
      TRUSTED_PROXIES: 'loopback',
      NODE_ENV: 'production',
      PORT: '80',
      HOST: '0.0.0.0',
      HOSTNAME: 'box',
    }
    const kept = Settings.isolated(processEnv).childEnv({})
    assert.deepEqual(kept, { PATH: '/bin', HOME: '/root', HOSTNAME: 'box' })
  })

  test('the shown address is one a browser can open', ({ assert }) => {
    const address = (env: NodeJS.ProcessEnv) => httpAddress(new Settings(env, {})).url
    assert.equal(address({}), 'http://127.0.0.1:3333')
    assert.equal(address({ HOST: '0.0.0.0', PORT: '80' }), 'http://localhost:80')
    assert.equal(address({ HOST: '::1' }), 'http://[::1]:3333')
    assert.equal(address({ APP_URL: 'https://ledger.example' }), 'https://ledger.example')
  })
})
