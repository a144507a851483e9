import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { Issuer } from '../../unit/auth/support/issuer.ts'
import { ChildService } from '../support/child_service.ts'
import { TlsStores } from './support/tls_stores.ts'

const LIVE_CHAIN_ID = 8453
/** Opens the details of health. */
const METRICS_TOKEN = 'a token of the tests, long enough to be no guess'.replaceAll(' ', '-')
/** The first account of the mnemonic that anvil prints. */
const PUBLIC_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** Settings that say nothing, each for a reason of its own. */
function unreadable() {
  return {
    AUDIT_RETENTION_DAYS: '0',
    CONFIRMATIONS: 'some',
    CORS_ORIGINS: 'app.example.com',
    DB_CA_FILE: '/nowhere.pem',
    DB_POOL_MAX: '0',
    FAILPOINT: 'any',
    IDP_JWKS_URL: 'keys',
    PLATFORM_ADMIN_EMAILS: 'ann@example.com,bob',
    REDIS_CA_FILE: '/nowhere.pem',
    REQUIRE_SIGNATURES: 'everywhere',
    RETURN_URL_SCHEMES: 'shop,javascript',
    TRUSTED_PROXIES: '10.0.0.0/99',
    VENUE_BUILDER_ADDRESS: 'me',
    VENUE_FEED_SEED: 'two words',
    VENUE_FUNDING_USD: '1',
    VENUE_KEY_SECRET: 'short',
    VENUE_LIVE_URL: 'http://venue.example.com',
    VENUE_MASTER_KEY: 'short',
  }
}

/** The services of this test process, which are good for tests: its owner of everything above all. */
const WEAK = {
  NODE_ENV: 'production',
  APP_URL: 'http://ledger.example.com',
  APP_KEY: 'changeme'.repeat(8),
  REDIS_HOST: '192.0.2.1',
  EMBEDDED_SERVICES: 'database,chain',
  OPERATOR_KEY: PUBLIC_KEY,
  METRICS_TOKEN: 'short',
  RATE_LIMIT_PER_SECOND: '-1',
  RATE_LIMIT_SIGN_IN_PER_MINUTE: '1.5',
  ...unreadable(),
}
const REASONS = [
  ...Object.keys(unreadable()).map((setting) => `${setting}: It `),
  'METRICS_TOKEN: It has 5 characters',
  'RATE_LIMIT_PER_SECOND: -1 is no number of requests',
  'RATE_LIMIT_SIGN_IN_PER_MINUTE: 1.5 is no number of requests',
  'APP_URL: http://ledger.example.com is not https',
  'APP_KEY: It has about',
  'REDIS_TLS: The way to Redis at 192.0.2.1 is not encrypted',
  'DB_HOST: The embedded database',
  'CHAIN_RPC_URL: The embedded chain',
  'DB_USER: "service" may do more than read and write rows (ALL PRIVILEGES',
  'log_bin: The database writes no binary log',
  'BINLOG_BACKUP: ',
  'IDP_ISSUER and IDP_AUDIENCE: ',
  'CHAIN_RPC_URL: http://127.0.0.1:',
  'CHAIN_ID: CHAIN_ID 31337 is a development chain',
  'OPERATOR_KEY: OPERATOR_KEY is a publicly known development key',
]

/** A node behind TLS, as a proxy of the operator's gives it. */
async function withTls(url: string, { key, cert }: { key: string; cert: string }): Promise<Server> {
  const files = { key: readFileSync(key), cert: readFileSync(cert) }
  const server = createServer(files, async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

test.group('host | a weak production', () => {
  test('server, worker and doctor refuse it, each with all reasons in one message', async ({
    assert,
  }) => {
    // One after the other: several starts at once leave none of them the time to look.
    const starts = {
      server: () => ChildService.serverThatEnds(WEAK),
      worker: () => ChildService.worker(WEAK),
      doctor: () => ChildService.command(['doctor'], WEAK),
    }
    for (const [name, start] of Object.entries(starts)) {
      const part = start()
      const { code } = await part.ended
      for (const reason of REASONS) assert.include(part.output, reason, name)
      assert.equal(code, 1, `${name}: ${part.output}`)
      assert.notMatch(part.output, /\n\s+at /, 'reasons are told, not a stack')
    }
  })

  test('a setting that says nothing stops a command and a development server too', async ({
    assert,
  }) => {
    const broken = { APP_KEY: 'short', AUDIT_RETENTION_DAYS: '0', TRUSTED_PROXIES: 'x' }
    for (const part of [
      ChildService.serverThatEnds(broken),
      ChildService.command(['ledger:check'], broken),
    ]) {
      const { code } = await part.ended
      for (const name of Object.keys(broken)) assert.include(part.output, `${name}: It `)
      assert.equal(code, 1)
      assert.notMatch(part.output, /\n\s*(⁃ )?at /)
    }
  })

  test('without settings, server and doctor list what is missing, without a stack', async ({
    assert,
  }) => {
    const names = ['APP_URL', 'APP_KEY', 'DB_HOST', 'REDIS_PORT']
    const none = Object.fromEntries(names.map((name) => [name, '']))
    for (const part of [
      ChildService.serverThatEnds(none),
      ChildService.command(['doctor'], none),
    ]) {
      const { code } = await part.ended
      for (const name of names) assert.match(part.output, new RegExp(`\\n  - .*"${name}"`))
      assert.equal(code, 1)
      assert.notMatch(part.output, /\n\s*(⁃ )?at /)
    }
  })

  test('the doctor tells a development installation what production would refuse', async ({
    assert,
  }) => {
    for (const { flags, expected } of [
      { flags: [], expected: 0 },
      { flags: ['--production'], expected: 1 },
    ]) {
      const doctor = ChildService.command(['doctor', ...flags])
      const { code } = await doctor.ended
      assert.include(doctor.output, 'log_bin: The database writes no binary log')
      assert.equal(code, expected)
    }
  })

  test('outside production too, the development provider is for this machine alone', async ({
    assert,
  }) => {
    const server = ChildService.serverThatEnds({ HOST: '0.0.0.0' })
    assert.containSubset(await server.ended, { code: 1 })
    assert.include(server.output, 'HOST: The service listens on 0.0.0.0')
    assert.include(server.output, 'DEV_IDENTITY_EXPOSED=true')
  })
})

test.group('host | a sound production', (group) => {
  let stores: TlsStores
  let anvil: Anvil
  let node: Server
  let issuer: Issuer
  let env: Record<string, string>

  group.setup(async () => {
    stores = await TlsStores.start()
    anvil = await startAnvil({ chainId: LIVE_CHAIN_ID })
    node = await withTls(anvil.url, stores.certificate)
    issuer = await Issuer.open()
    env = {
      ...stores.env,
      NODE_ENV: 'production',
      APP_URL: 'https://ledger.example.com',
      CHAIN_RPC_URL: `https://localhost:${(node.address() as AddressInfo).port}`,
      CHAIN_ID: String(LIVE_CHAIN_ID),
      NODE_EXTRA_CA_CERTS: stores.authority,
      IDP_ISSUER: issuer.url,
      IDP_AUDIENCE: 'service',
      IDP_JWKS_URL: `${issuer.url}/keys`,
      METRICS_TOKEN,
      // The clock of the machine that runs the tests is not what is tested.
      PATH: join(stores.directory, 'tmp'),
      LOG_LEVEL: 'warn',
    }
    return async () => {
      await issuer.close()
      await new Promise((resolve) => node.close(resolve))
      await anvil.kill()
      await stores.stop()
    }
  })

  test('its owner makes the tables, though the database writes a binary log', async ({
    assert,
  }) => {
    const owner = { ...env, ...stores.ownerEnv }
    const migration = ChildService.command(['migration:run', '--force'], owner)
    const { code } = await migration.ended
    assert.equal(code, 0, migration.output)
  })

  test('starts, over TLS to database, Redis and chain', async ({ assert }) => {
    const server = await ChildService.server(env)
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const answer = await fetch(`${server.url}/health/ready`, { headers })
    const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean }[] }
    const ok = (name: string) => checks.find((check) => check.name === name)?.ok
    assert.deepEqual([ok('database'), ok('redis'), ok('chain')], [true, true, true])
    await server.stop()
    assert.notInclude(server.output, 'could not be checked')
  })

  test('certificates of another name or authority are not believed, and the doctor says so', async ({
    assert,
  }) => {
    const stranger = { ...env, NODE_EXTRA_CA_CERTS: '', DB_CA_FILE: '' }
    const unknown = ChildService.command(['doctor'], stranger)
    await unknown.ended
    assert.match(unknown.output, /rights of the database user could not be checked: .*certificate/)
    await stores.certify('elsewhere.example')
    await stores.reload()
    const renamed = ChildService.command(['doctor'], env)
    await renamed.ended
    assert.match(renamed.output, /rights of the database user could not be checked: .*altnames/)
    assert.match(renamed.output, /Redis could not be checked: .*altnames/)
  })
})
