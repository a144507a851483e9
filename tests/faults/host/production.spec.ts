import { randomBytes } from 'node:crypto'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Assert } from '@japa/assert'
import type { DrillReport } from '#modules/ledger/services/backup_drill'
import {
  Client,
  TestRealm,
  accepted,
  eventually,
  until,
  type AnyData,
  pluck,
} from '#tests/support/client'
import { LocalSigner } from '#modules/custody/chain/local_signer'
import { OperatorKey } from '#modules/custody/chain/operator_key'
import { startAnvil, type Anvil } from '../../unit/custody/support/anvil.ts'
import { Issuer } from '../../unit/auth/support/issuer.ts'
import { ChildService } from '../support/child_service.ts'
import { nodeWithTls } from './support/tls_node.ts'
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

test.group('host | a weak production', () => {
  test('server, worker and doctor refuse it, with all reasons at once', async ({ assert }) => {
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

  test('a setting that says nothing stops commands and development too', async ({ assert }) => {
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

  test('without settings, server and doctor list those missing, no stack', async ({ assert }) => {
    const names = ['APP_URL', 'APP_KEY', 'DB_HOST', 'DB_PORT']
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

  test('the doctor tells a development what production would refuse', async ({ assert }) => {
    const doctor = ChildService.command(['doctor'])
    const { code } = await doctor.ended
    assert.include(doctor.output, 'log_bin: The database writes no binary log')
    assert.equal(code, 0, doctor.output)
  })

  test('programs read what the doctor found, and what is not well now', async ({ assert }) => {
    const doctor = ChildService.command(['doctor', '--json', '--production'])
    const { code } = await doctor.ended
    const found = JSON.parse(doctor.output.split('\n').find((line) => line.startsWith('{'))!)
    assert.equal(code, 1)
    assert.containSubset(found, { production: true, starts: false })
    assert.includeMembers(found.settings.sound, [
      'the version of the database',
      'the tables',
      'Node.js',
    ])
    const refused = found.settings.refused as AnyData[]
    assert.includeMembers(
      refused.map(({ setting }) => setting),
      // The database of the tests promises nothing after a loss of power.
      ['log_bin', 'innodb_flush_log_at_trx_commit', 'innodb_doublewrite']
    )
    for (const weakness of refused) {
      assert.sameMembers(Object.keys(weakness), ['setting', 'wrong', 'remedy', 'grade'])
    }
    const health = found.health.checks as AnyData[]
    assert.includeMembers(pluck(health, 'name'), ['database', 'redis'])
  })

  test('a process with another APP_KEY than the others does not start', async ({ assert }) => {
    // Somebody has signed in, so that there is a key that signs.
    await TestRealm.with({})
    const stranger = { APP_KEY: randomBytes(32).toString('base64url') }
    const part = ChildService.worker(stranger)
    const { code } = await part.ended
    assert.equal(code, 1, part.output)
    assert.include(part.output, 'APP_KEY: The token signing key of this database was sealed')
  })

  test('outside production too, the development provider stays local', async ({ assert }) => {
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
  let server: ChildService
  let realmId: string
  let backup: { directory: string; takenAt: string }

  group.setup(async () => {
    stores = await TlsStores.start()
    anvil = await startAnvil({ chainId: LIVE_CHAIN_ID })
    node = await nodeWithTls(anvil.url, stores.certificate)
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

  test('its owner makes the tables though the database writes a binary log', async ({ assert }) => {
    const owner = { ...env, ...stores.ownerEnv }
    const migration = ChildService.command(['migration:run', '--force'], owner)
    const { code } = await migration.ended
    assert.equal(code, 0, migration.output)
  })

  test('starts, over TLS to database, Redis and chain', async ({ assert }) => {
    const address = new LocalSigner(new OperatorKey(process.env.OPERATOR_KEY!)).address
    const keyed = ChildService.serverThatEnds(env)
    assert.containSubset(await keyed.ended, { code: 1 })
    assert.include(keyed.output, `OPERATOR_SIGNERS=${address}`)
    server = await ChildService.server({ ...env, OPERATOR_KEY: '', OPERATOR_SIGNERS: address })
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    await until('database, Redis and chain to be well', async () => {
      const answer = await fetch(`${server.url}/health/ready`, { headers })
      const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean }[] }
      const well = pluck(
        checks.filter(({ ok }) => ok),
        'name'
      )
      return ['database', 'redis', 'chain'].every((name) => well.includes(name))
    })
    assert.notInclude(server.output, 'could not be checked')
  })

  test('its first page leads strangers to what is public, and names nothing of the inside', async ({
    assert,
  }) => {
    const guest = Client.anonymous(server.url)
    const page = await (await fetch(server.url)).text()
    const leads = [...page.matchAll(/<a[^>]* href="([^"]+)"/g)].map(([, href]) => href!)
    assert.sameMembers(leads, ['/docs', '/console', '/openapi.json', '/asyncapi.json'])
    for (const href of leads) assert.isBelow((await guest.get(href)).status, 400, href)
    const { host, port } = new URL(server.url)
    const inside = [host, `:${port}`, env.DB_HOST!, `:${env.DB_PORT}`, `:${env.REDIS_PORT}`]
    const words = [...inside, env.CHAIN_RPC_URL!, METRICS_TOKEN, '127.0.0.1', 'localhost', '/dev/']
    for (const word of words) assert.notInclude(page, word)
    assert.include(page, 'curl -s https://ledger.example.com/api/v1/permissions')
    // What it tells a stranger to ask is answered, and the rest of the service is not described.
    assert.equal((await guest.get('/api/v1/permissions')).status, 200)
    for (const hidden of ['/metrics', '/dev/identity']) {
      assert.equal((await guest.get(hidden)).status, 404, hidden)
    }
    const ready = (await guest.get('/health/ready')).body as object
    assert.deepEqual(Object.keys(ready), ['status'])
  })

  test('is backed up while it runs', async () => {
    const directory = await stores.backUp()
    backup = { directory, takenAt: new Date().toISOString().slice(0, 19) }
  })

  test('opens paper realms, and no live one without what its chain needs', async ({ assert }) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { aud: env.IDP_AUDIENCE, iat: now, exp: now + 60 }
    const body = { googleIdToken: await issuer.idToken(claims), orgName: 'Ann' }
    const guest = Client.anonymous(server.url)
    const { token } = accepted(await guest.post('/api/v1/auth/google', body))
    const ann = Client.withToken(token as string, server.url)
    const open = (asset: string) => ann.post<AnyData>('/api/v1/realms', { name: asset, asset })
    realmId = accepted(await open('paper')).id as string
    await playsInTheLedger(assert, ann)
    const live = await open('live')
    assert.containSubset(live, { status: 503, body: { error: { code: 'SETTLEMENT_UNAVAILABLE' } } })
    await server.stop()
  })

  /** A chain of value carries no play money: a paper realm works, and no transaction is for it. */
  async function playsInTheLedger(assert: Assert, ann: Client) {
    const worker = ChildService.worker(env)
    const post = (path: string, body: Record<string, unknown>) =>
      ann.post<AnyData>(`/api/v1${path}`, { realmId, ...body })
    await post('/objects', { path: '/a', type: 'denominated' })
    const fund = { objectPath: '/a', amount: '5.00' }
    const funded = await eventually('the object to be there', async () => {
      const reply = await post('/fund-account', fund)
      return reply.status === 201 ? reply.data : null
    })
    assert.notProperty(funded, 'poolAddress')
    await eventually('the deposit to be booked', async () => {
      const reply = await ann.get<AnyData>(`/api/v1/operations/${funded.operation.id}`)
      return reply.data.operation.state === 'completed' ? true : null
    })
    worker.kill()
    await worker.ended
    const sent = await stores.read(
      "SELECT purpose FROM custody_transactions WHERE purpose NOT LIKE 'deploy:%'"
    )
    assert.deepEqual(sent, [])
    const pools = await stores.read('SELECT state FROM custody_pools WHERE paper = 1')
    assert.deepEqual(pools, [{ state: 'refused' }])
  }

  test('an older backup is proved beside live books, as it is and replayed', async ({ assert }) => {
    const drill = async (...flags: string[]) => {
      const scratch = join(stores.directory, 'tmp')
      const args = ['backup:drill', '--json', `--from=${backup.directory}`, `--scratch=${scratch}`]
      const command = ChildService.command([...args, ...flags], { ...env, PATH: process.env.PATH! })
      const { code } = await command.ended
      assert.equal(code, 0, command.output)
      return JSON.parse(command.output.slice(command.output.indexOf('{\n'))) as DrillReport
    }
    const whole = await drill()
    assert.containSubset(whole, { ok: true, findings: [], strange: [] })
    assert.containSubset(whole.rpo, { entries: '0', realms: 0, seconds: 0 })
    assert.isAbove(whole.replayedFiles!, 0)
    const old = await drill(`--until=${backup.takenAt}Z`)
    assert.containSubset(old, { ok: true, rpo: { realms: 1 } })
    const entries = Number(old.rpo.entries)
    assert.isAbove(entries, 0, 'expected the operations after the backup to be told')
  })

  test('other certificates are not believed, and the doctor says so', async ({ assert }) => {
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
