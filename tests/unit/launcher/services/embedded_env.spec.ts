import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { identityOf } from '../../../../bin/launcher/base/process_identity.js'
import { layoutOf } from '../../../../bin/launcher/base/paths.js'
import { generateSecrets } from '../../../../bin/launcher/base/secrets.js'
import { Settings } from '../../../../bin/launcher/base/settings.js'
import { embeddedEnv, loadingEnv } from '../../../../bin/launcher/services/embedded_env.js'

test.group('launcher | the environment of commands', (group) => {
  let layout = layoutOf('.data')
  const secrets = generateSecrets()

  group.each.setup(() => {
    layout = layoutOf(mkdtempSync(join(tmpdir(), 'launcher-env-')))
    return () => rmSync(layout.root, { recursive: true })
  })

  function install(ports: Record<string, number>) {
    writeFileSync(layout.secretsFile, JSON.stringify(secrets))
    writeFileSync(layout.portsFile, JSON.stringify(ports))
  }

  test('a command beside a service reaches its stores and signs as it does', ({ assert }) => {
    install({ database: 23_306, redis: 26_380, chain: 28_545 })
    const owner = { command: 'npm start', state: 'running', url: 'http://127.0.0.1:4321' }
    writeFileSync(layout.lockFile, JSON.stringify({ ...identityOf(process.pid), ...owner }))
    assert.deepEqual(embeddedEnv(new Settings({ PATH: '/bin' }, {}), layout), {
      PATH: '/bin',
      EMBEDDED_SERVICES: 'database,redis,chain',
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: '3333',
      APP_URL: 'http://127.0.0.1:4321',
      APP_KEY: secrets.appKey,
      DB_HOST: '127.0.0.1',
      DB_PORT: '23306',
      DB_USER: 'service_runtime',
      DB_PASSWORD: secrets.databaseRuntimePassword,
      DB_MIGRATION_USER: 'service',
      DB_MIGRATION_PASSWORD: secrets.databasePassword,
      DB_DATABASE: 'service',
      REDIS_HOST: '127.0.0.1',
      REDIS_PORT: '26380',
      REDIS_PASSWORD: secrets.redisPassword,
      CHAIN_RPC_URL: 'http://127.0.0.1:28545',
      CHAIN_ID: '31337',
      OPERATOR_KEY: secrets.operatorKey,
    })
  })

  test('what is configured is never mixed with what is embedded', ({ assert }) => {
    install({ database: 23_306, redis: 26_380, chain: 28_545 })
    const settings = new Settings(
      { NODE_ENV: 'production', DB_HOST: 'db', REDIS_HOST: 'redis', REDIS_PORT: '7000' },
      { CHAIN_RPC_URL: 'https://chain.example' }
    )
    const env = embeddedEnv(settings, layout)
    assert.containSubset(env, { DB_HOST: 'db', DB_PORT: '3306', REDIS_PORT: '7000' })
    assert.notProperty(env, 'DB_PASSWORD')
    assert.notProperty(env, 'REDIS_PASSWORD')
    assert.notProperty(env, 'CHAIN_RPC_URL')
    assert.notProperty(env, 'OPERATOR_KEY')
  })

  test('a cluster or sentinels of the operator stand for the embedded Redis: {$self}')
    .with(['REDIS_NODES', 'REDIS_SENTINELS'])
    .run(({ assert }, name) => {
      install({ database: 23_306, redis: 26_380, chain: 28_545 })
      const env = embeddedEnv(new Settings({ [name]: 'a:1,b:2' }, {}), layout)
      assert.containSubset(env, { [name]: 'a:1,b:2', EMBEDDED_SERVICES: 'database,chain' })
      for (const key of ['REDIS_HOST', 'REDIS_PORT', 'REDIS_PASSWORD']) {
        assert.notProperty(env, key)
      }
    })

  test('where nothing was started a command gets and leaves behind nothing', ({ assert }) => {
    assert.deepEqual(embeddedEnv(new Settings({ PATH: '/bin' }, {}), layout), { PATH: '/bin' })
    install({})
    const env = embeddedEnv(new Settings({}, {}), layout)
    for (const key of ['DB_HOST', 'REDIS_HOST', 'CHAIN_RPC_URL', 'OPERATOR_KEY']) {
      assert.notProperty(env, key)
    }
  })

  test('the service loads without an installation, with what is configured', ({ assert }) => {
    const env = loadingEnv(new Settings({ PORT: '4000' }, { DB_HOST: 'db' }))
    assert.containSubset(env, { NODE_ENV: 'development', PORT: '4000', DB_PORT: '3306' })
    for (const key of ['HOST', 'APP_URL', 'APP_KEY', 'DB_USER', 'DB_DATABASE', 'REDIS_HOST']) {
      assert.property(env, key)
    }
  })
})
