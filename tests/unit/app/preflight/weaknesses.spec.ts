import { randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import { estimatedBits } from '#app/preflight/app_key'
import { isLoopback, isPublic } from '#app/preflight/addresses'
import { driftWeaknesses, hostClockWeaknesses } from '#app/preflight/clock_check'
import { LIMITS } from '#app/limits'
import {
  binaryLogWeaknesses,
  databaseVersionWeaknesses,
  grantWeaknesses,
  storageWeaknesses,
  type ServerVariables,
} from '#app/preflight/database_check'
import { grantedRoles } from '#app/preflight/grants'
import { diskWeaknesses, runtimeWeaknesses } from '#app/preflight/machine_check'
import { preflight } from '#app/preflight/preflight'
import { settingsWeaknesses, type HostSettings } from '#app/preflight/settings_check'
import { processWeaknesses, type ProcessSettings } from '#app/processes/process_settings'
import { tableWeaknesses } from '#app/preflight/tables_check'
import { refused, type PreflightCheck, type Weakness } from '#app/preflight/weakness'

test.group('app | preflight | processes', () => {
  const SEVERAL = { servers: 4, port: 3333, probePort: 3335, workerPort: 3334 }

  test('{because}')
    .with<{ because: string; change: Partial<ProcessSettings>; found: string[] }[]>([
      { because: 'four servers with ports of their own are sound', change: {}, found: [] },
      { because: 'one server needs none', change: { servers: 1, probePort: undefined }, found: [] },
      { because: 'several need them', change: { probePort: undefined }, found: ['PROBE_PORT'] },
      { because: 'no server at all', change: { servers: 0 }, found: ['SERVERS'] },
      { because: 'half a server', change: { servers: 1.5 }, found: ['SERVERS'] },
      { because: 'too many', change: { servers: 65 }, found: ['SERVERS'] },
      { because: 'the last is taken', change: { workerPort: 3338 }, found: ['PROBE_PORT'] },
      { because: 'the last is no port', change: { probePort: 65_533 }, found: ['PROBE_PORT'] },
    ])
    .run(({ assert }, { change, found }) => {
      assert.deepEqual(settingsOf(processWeaknesses({ ...SEVERAL, ...change })), found)
    })
})

const settingsOf = (found: readonly Weakness[]) => found.map(({ setting }) => setting)

const SOUND: HostSettings = {
  appUrl: 'https://ledger.example.com',
  appKey: randomBytes(32).toString('base64url'),
  database: { hosts: ['db.example.com'], tls: true },
  redis: { hosts: ['redis.example.com'], tls: true },
  embedded: [],
}

test.group('app | preflight | settings', () => {
  test('sound settings have no weakness', ({ assert }) => {
    assert.deepEqual(settingsWeaknesses(SOUND), [])
    const local = { hosts: ['127.0.0.1', 'localhost'], tls: false }
    assert.deepEqual(settingsWeaknesses({ ...SOUND, database: local, redis: local }), [])
  })

  test('{change.because} is refused by {setting}')
    .with<{ change: Partial<HostSettings> & { because: string }; setting: string[] }[]>([
      { change: { because: 'http', appUrl: 'http://ledger.example.com' }, setting: ['APP_URL'] },
      { change: { because: 'loopback http', appUrl: 'http://127.0.0.1:1' }, setting: ['APP_URL'] },
      { change: { because: 'a short key', appKey: 'x7Rk2' }, setting: ['APP_KEY'] },
      {
        change: { because: 'an open way to the database', database: { hosts: ['db'], tls: false } },
        setting: ['DB_TLS'],
      },
      {
        change: {
          because: 'an open way to Redis',
          redis: { hosts: ['127.0.0.1', '10.0.0.7'], tls: false },
        },
        setting: ['REDIS_TLS'],
      },
      {
        change: { because: 'embedded services', embedded: ['database', 'redis', 'chain'] },
        setting: ['DB_HOST', 'REDIS_HOST', 'CHAIN_RPC_URL'],
      },
    ])
    .run(({ assert }, { change, setting }) => {
      const found = settingsWeaknesses({ ...SOUND, ...change })
      assert.deepEqual(settingsOf(found), setting)
      for (const { wrong, remedy, grade } of found) {
        assert.equal(grade, 'refused')
        assert.isNotEmpty(wrong)
        assert.isNotEmpty(remedy)
      }
    })

  test('keys that are random enough pass, whatever they are written in', ({ assert }) => {
    for (let round = 0; round < 500; round++) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        const key = randomBytes(32).toString(encoding)
        assert.isAtLeast(estimatedBits(key), 256, key)
        assert.isAtLeast(estimatedBits(`base64:${key}`), 256, key)
      }
    }
  })

  test('a key that only looks long is refused: {$self}')
    .with([
      'a'.repeat(64),
      'ab'.repeat(64),
      '0123456789abcdef'.repeat(4),
      'passwordpasswordpasswordpasswordpasswordpassword',
      'changemechangemechangemechangemechangeme!!',
      '1234567890123456789012345678901234567890123456789012345678901234',
      randomBytes(16).toString('hex'),
      randomBytes(24).toString('base64url'),
      randomBytes(31).toString('hex'),
    ])
    .run(({ assert }, key) => {
      assert.isBelow(estimatedBits(key), 256)
    })

  test('addresses of this machine, private networks and all others differ', ({ assert }) => {
    const kinds = (host: string) => [isLoopback(host), isPublic(host)]
    for (const host of ['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', 'a.localhost']) {
      assert.deepEqual(kinds(host), [true, false], host)
    }
    const near = ['10.1.2.3', '172.31.0.1', '192.168.1.1', 'fd00::1', 'db', 'db.internal']
    for (const host of near) assert.deepEqual(kinds(host), [false, false], host)
    const far = ['8.8.8.8', '172.32.0.1', 'ledger.example.com', '2a00::1', '0.0.0.0', '::']
    for (const host of far) assert.deepEqual(kinds(host), [false, true], host)
  })
})

test.group('app | preflight | database', () => {
  const USER = 'TO `app`@`%`'

  test('rights that reach the triggers are refused: {grant}')
    .with([
      { grant: 'GRANT ALL PRIVILEGES ON *.*', power: 'ALL PRIVILEGES' },
      { grant: 'GRANT ALL PRIVILEGES ON `service`.*', power: 'ALL PRIVILEGES' },
      { grant: 'GRANT SELECT, TRIGGER ON `service`.*', power: 'TRIGGER' },
      { grant: 'GRANT SELECT (a, b), DROP ON `service`.`journal_legs`', power: 'DROP' },
      { grant: 'GRANT ALTER ON `serv%`.*', power: 'ALTER' },
      { grant: 'GRANT SUPER ON *.*', power: 'SUPER' },
      { grant: 'GRANT CREATE USER ON *.*', power: 'CREATE USER' },
      { grant: 'GRANT SELECT, UPDATE ON *.*', power: 'UPDATE on mysql' },
      { grant: 'GRANT INSERT ON `mysql`.`global_priv`', power: 'INSERT on mysql' },
    ])
    .run(({ assert }, { grant, power }) => {
      const [found] = grantWeaknesses('app', [`${grant} ${USER}`], 'service')
      assert.equal(found!.grade, 'refused')
      assert.include(found!.wrong, `(${power})`)
    })

  test('rows of this database, and anything elsewhere, are left alone', ({ assert }) => {
    const grants = [
      "GRANT USAGE ON *.* TO `app`@`%` IDENTIFIED BY PASSWORD '*6BB4837EB74329105EE4568DDA7DC67ED2CA2AD9'",
      'GRANT SELECT, INSERT, UPDATE, DELETE ON `service`.* TO `app`@`%`',
      'GRANT ALL PRIVILEGES ON `other`.* TO `app`@`%`',
      'GRANT TRIGGER ON `service\\_old`.* TO `app`@`%`',
      'GRANT `readers` TO `app`@`%`',
    ]
    assert.deepEqual(grantWeaknesses('app', grants, 'service'), [])
    assert.deepEqual(grantedRoles(grants), ['`readers`'])
  })

  test('a binary log that loses commits is refused, as is one nobody copies', ({ assert }) => {
    const sound = {
      log_bin: 'ON',
      binlog_format: 'ROW',
      binlog_expire_logs_seconds: '864000',
      expire_logs_days: '10.000000',
    }
    const found = (change: Record<string, string>, backup = 'confirmed') =>
      settingsOf(binaryLogWeaknesses({ ...sound, ...change }, backup))
    assert.deepEqual(found({}), [])
    assert.deepEqual(found({ binlog_expire_logs_seconds: '0', expire_logs_days: '0' }), [])
    assert.deepEqual(found({ log_bin: 'OFF' }), ['log_bin'])
    assert.deepEqual(found({ binlog_format: 'MIXED' }), ['binlog_format'])
    const brief = { binlog_expire_logs_seconds: '3600', expire_logs_days: '0.041667' }
    assert.deepEqual(found(brief), ['binlog_expire_logs_seconds'])
    assert.deepEqual(found({}, ' '), ['BINLOG_BACKUP'])
  })
})

test.group('app | preflight | servers and machine', () => {
  const ROOM = LIMITS.databaseRoomBytes
  const DURABLE = {
    innodb_flush_log_at_trx_commit: '1',
    innodb_doublewrite: 'ON',
    sync_binlog: '1',
    log_bin: 'ON',
    wsrep_on: 'OFF',
    innodb_buffer_pool_size: `${ROOM}`,
    innodb_log_file_size: `${ROOM}`,
  }

  test('a database that {because}: {found}')
    .with<{ because: string; change: ServerVariables; found: string[] }[]>([
      { because: 'keeps what it acknowledged', change: {}, found: [] },
      {
        because: 'acknowledges before the disk has it',
        change: { innodb_flush_log_at_trx_commit: '2' },
        found: ['refused innodb_flush_log_at_trx_commit'],
      },
      {
        because: 'does so in a Galera cluster',
        change: { innodb_flush_log_at_trx_commit: '0', wsrep_on: 'ON' },
        found: ['warned innodb_flush_log_at_trx_commit'],
      },
      {
        because: 'may tear pages',
        change: { innodb_doublewrite: 'OFF' },
        found: ['refused innodb_doublewrite'],
      },
      {
        because: 'may lose the end of its binary log',
        change: { sync_binlog: '0' },
        found: ['warned sync_binlog'],
      },
      {
        because: 'writes no binary log need not keep it safe',
        change: { sync_binlog: '0', log_bin: 'OFF' },
        found: [],
      },
      {
        because: 'has the sizes that MariaDB has by itself',
        change: { innodb_buffer_pool_size: '134217728', innodb_log_file_size: '100663296' },
        found: ['warned innodb_buffer_pool_size', 'warned innodb_log_file_size'],
      },
      {
        because: 'has a log of two files with room together',
        change: { innodb_log_file_size: `${ROOM / 2}`, innodb_log_files_in_group: '2' },
        found: [],
      },
      {
        because: 'is of MySQL, whose files are not what counts',
        change: { innodb_redo_log_capacity: '104857600' },
        found: ['warned innodb_redo_log_capacity'],
      },
    ])
    .run(({ assert }, { change, found }) => {
      const told = storageWeaknesses({ ...DURABLE, ...change })
      const grades = told.map(({ grade, setting }) => `${grade} ${setting}`)
      assert.deepEqual(grades, found)
    })

  test('{version} is {verdict}')
    .with([
      { version: '10.11.6-MariaDB-0+deb12u1', verdict: 'new enough' },
      { version: '10.6.0-MariaDB', verdict: 'new enough' },
      { version: '11.4.2-MariaDB-ubu2404', verdict: 'new enough' },
      { version: '10.5.23-MariaDB', verdict: 'too old' },
      { version: '8.0.36', verdict: 'new enough' },
      { version: '9.1.0-commercial', verdict: 'new enough' },
      { version: '5.7.44-log', verdict: 'too old' },
    ])
    .run(({ assert }, { version, verdict }) => {
      const found = databaseVersionWeaknesses(version).map(({ grade }) => grade)
      assert.deepEqual(found, verdict === 'too old' ? ['refused'] : [])
    })

  test('an old runtime is refused, and little room and missing tables are told', ({ assert }) => {
    assert.deepEqual(runtimeWeaknesses('24.0.0'), [])
    assert.lengthOf(runtimeWeaknesses('22.20.4'), 1)
    assert.deepEqual(diskWeaknesses('/srv', 2 ** 30), [])
    assert.include(diskWeaknesses('/srv', 2 ** 29)[0]?.wrong, '/srv has 512 MiB left')
    assert.deepEqual(tableWeaknesses([]), [])
    const [told] = tableWeaknesses(['modules/ledger/0001_first', 'modules/ledger/0002_second'])
    assert.containSubset(told, { setting: 'migrations', grade: 'warned' })
    assert.match(told!.wrong, /^2 migrations have not run, the first is .*0001_first/)
  })
})

test.group('app | preflight | clock and report', () => {
  test('a clock is refused when surely wrong, told when nobody can know', ({ assert }) => {
    const drift = (aheadMs: number, uncertaintyMs: number) =>
      driftWeaknesses('the database', { aheadMs, uncertaintyMs }, 2000).length
    assert.equal(drift(1900, 0), 0)
    assert.equal(drift(-2600, 500), 1)
    assert.equal(drift(2400, 500), 0)
    assert.equal(drift(2600, 500), 1)
    const grades = [true, false, null].map((state) => hostClockWeaknesses(state)[0]?.grade)
    assert.deepEqual(grades, [undefined, 'refused', 'warned'])
  })

  test('all reasons come together, with what could not be checked in time', async ({ assert }) => {
    const check = (name: string, look: PreflightCheck['check']): PreflightCheck => ({
      name,
      stage: 'production',
      check: look,
    })
    const report = await preflight(
      [
        check('first', () => [refused('A', 'is wrong.', 'Mend it.')]),
        check('second', async () => [refused('B', 'is wrong.', 'Mend it.')]),
        check('silent', () => new Promise(() => {})),
        check('broken', () => {
          throw new Error('connect ECONNREFUSED')
        }),
      ],
      20
    )
    assert.deepEqual(settingsOf(report.refused), ['A', 'B'])
    assert.deepEqual(report.unchecked, [
      { name: 'silent', reason: 'no answer within 20 ms' },
      { name: 'broken', reason: 'connect ECONNREFUSED' },
    ])
  })
})
