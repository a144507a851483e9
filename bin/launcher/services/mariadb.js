// @ts-check
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { totalmem, userInfo } from 'node:os'
import { join } from 'node:path'
import { LaunchError } from '../base/errors.js'
import { socketDirectory } from '../base/paths.js'
import { runOrFail } from '../base/run_command.js'
import { STAGE } from '../base/session.js'
import { answers } from '../base/tcp.js'
import { findProgram } from './packages.js'

/** Crash recovery of a large database is part of a start. */
const START_DEADLINE_MS = 120_000
const STOP_DEADLINE_MS = 60_000
const HANDSHAKE_PROTOCOL = 10

/** Where the framework notes which migrations have run. */
const MIGRATIONS_TABLE = 'adonis_schema'

/** The user that owns and makes the tables and their triggers. */
export const OWNER_USER = 'service'
/** The user of server and worker: it reads and writes rows, and cannot change the triggers. */
export const RUNTIME_USER = 'service_runtime'

/**
 * Where the embedded database tells, before it accepts a connection, which migrations it has seen.
 *
 * @param {import('../base/paths.js').Layout} layout
 */
export function seenFileOf(layout) {
  return join(layout.run, 'migrations_seen.txt')
}

/**
 * @typedef {object} DatabaseOptions
 * @property {number} port
 * @property {string} password of the owner
 * @property {string} [runtimePassword] none: there is only the owner, as in tests
 * @property {string[]} databases created when missing
 * @property {string} [seenFile] where the first of the databases tells which migrations it has seen
 * @property {boolean} [fresh] empties these databases; only for tests
 * @property {boolean} durable false trades crash safety for speed; only for tests
 */

/** mariadbd refuses to run as root unless an option says so, and that option needs root. */
const asRoot = () => (userInfo().uid === 0 ? ['--user=root'] : [])

/**
 * The environment of both programs. A starting mariadbd deletes the temporary tables that it finds
 * in its temporary directory, so that two servers that share one would destroy each other's running
 * queries.
 *
 * @param {import('../base/paths.js').Layout} layout
 * @param {Record<string, string>} env
 */
function withOwnTemporaries(layout, env) {
  const directory = join(layout.run, 'mariadb_tmp')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  return { ...env, TMPDIR: directory }
}

/**
 * Creates the data directory. It gets its final name only when it is complete, so that an
 * interrupted first start is simply repeated.
 *
 * @param {import('../base/session.js').Session} session
 * @param {import('../base/paths.js').Layout} layout
 * @param {Record<string, string>} env
 */
async function initialize(session, layout, env) {
  if (existsSync(layout.mysql)) return
  const draft = `${layout.mysql}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  await runOrFail(session, layout, {
    name: 'mariadb_install',
    command: program('mariadb-install-db'),
    args: [
      '--no-defaults',
      ...asRoot(),
      `--datadir=${draft}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    env: withOwnTemporaries(layout, env),
    whatFailed: 'Creating the database directory failed',
  })
  renameSync(draft, layout.mysql)
}

/**
 * Statements that the server runs before it accepts the first connection, so that no user without a
 * password can connect over the network at any moment.
 *
 * @param {DatabaseOptions} options
 */
export function initStatements(options) {
  const { password, runtimePassword, databases, fresh, durable, seenFile } = options
  const privileges = durable ? '`service%`.*' : '*.*'
  return [
    "DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host <> 'localhost');",
    'FLUSH PRIVILEGES;',
    ...databases.flatMap((name) => [
      ...(fresh ? [`DROP DATABASE IF EXISTS \`${name}\`;`] : []),
      `CREATE DATABASE IF NOT EXISTS \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;`,
    ]),
    ...user(OWNER_USER, password, [`ALL PRIVILEGES ON ${privileges}`]),
    ...(runtimePassword === undefined
      ? []
      : user(
          RUNTIME_USER,
          runtimePassword,
          databases.map((name) => `SELECT, INSERT, UPDATE, DELETE ON \`${name}\`.*`)
        )),
    ...(seenFile === undefined ? [] : tellMigrations(databases[0], seenFile)),
  ]
}

/**
 * The first start has no such table, and a statement that fails would end the server.
 *
 * @param {string | undefined} database
 * @param {string} file
 */
function tellMigrations(database, file) {
  const quoted = (/** @type {string} */ text) => `'${text.replace(/['\\]/g, '\\$&')}'`
  const table = `table_schema = '${database}' AND table_name = '${MIGRATIONS_TABLE}'`
  const tell = `SELECT name FROM \`${database}\`.${MIGRATIONS_TABLE} ORDER BY name INTO OUTFILE ${quoted(file)}`
  return [
    `SET @made = (SELECT COUNT(*) FROM information_schema.tables WHERE ${table});`,
    `EXECUTE IMMEDIATE IF(@made, ${quoted(tell)}, 'DO 0');`,
  ]
}

/**
 * A user with exactly these rights, whatever an older start gave it.
 *
 * @param {string} name
 * @param {string} password
 * @param {string[]} rights
 */
function user(name, password, rights) {
  const account = `'${name}'@'127.0.0.1'`
  return [
    `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}';`,
    `ALTER USER ${account} IDENTIFIED BY '${password}';`,
    `REVOKE ALL PRIVILEGES, GRANT OPTION FROM ${account};`,
    ...rights.map((right) => `GRANT ${right} TO ${account};`),
  ]
}

/**
 * A server that has just started holds some 35 MB of the usual sizes of these, 16, 128 and 128 MB. It allocates
 * the log buffer twice, and a first start fills both with the making of its tables; full bulks waited for room in 2 MB
 * seven times in 392 MB of log (docs/decisions/0029). Only its system tables and large temporary ones use Aria, and
 * nothing uses MyISAM.
 */
const BUFFERS = [
  '--innodb-log-buffer-size=2M',
  '--aria-pagecache-buffer-size=8M',
  '--key-buffer-size=64K',
]

const MIB = 2 ** 20

/**
 * The server's own sizes, 128 and 96 MB, hold what some seconds of load have changed. Beyond that it writes
 * each page again soon after, between the commits that callers wait for: p99 at 64 connections was 2.4 of
 * p50 with them, and 1.9 with these (docs/decisions/0052). Memory is taken as it is filled.
 */
export const ROOM = { poolMib: { least: 128, most: 512 }, logMib: 512 }

/**
 * A machine or container with little memory has other programs to hold.
 *
 * @param {number} memoryBytes what it has
 * @returns MiB
 */
export function poolMib(memoryBytes) {
  const { least, most } = ROOM.poolMib
  return Math.min(most, Math.max(least, Math.floor(memoryBytes / 4 / MIB)))
}

/** In bytes, of the machine or of the container, whichever is less. */
function memoryHere() {
  // A process without a limit is told 0, or more than any machine has.
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}

/** @param {boolean} durable */
function storageFlags(durable) {
  if (durable) {
    return [
      ...BUFFERS,
      '--innodb-flush-log-at-trx-commit=1',
      `--innodb-buffer-pool-size=${poolMib(memoryHere())}M`,
      `--innodb-log-file-size=${ROOM.logMib}M`,
    ]
  }
  return [
    ...BUFFERS,
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-flush-method=nosync',
    '--debug-no-sync',
    '--skip-innodb-doublewrite',
    '--innodb-buffer-pool-size=64M',
  ]
}

/**
 * Starts a private mariadbd on loopback and waits until it serves.
 *
 * @param {import('../base/session.js').Session} session
 * @param {import('../base/paths.js').Layout} layout
 * @param {Record<string, string>} env
 * @param {DatabaseOptions} options
 * @returns {Promise<import('../base/child.js').Child>}
 */
export async function startMariadb(session, layout, env, options) {
  await initialize(session, layout, env)
  if (options.seenFile !== undefined) rmSync(options.seenFile, { force: true })
  const initFile = join(layout.run, 'mariadb_init.sql')
  writeFileSync(initFile, `${initStatements(options).join('\n')}\n`, { mode: 0o600 })
  const child = session.spawn(
    {
      name: 'mariadb',
      title: 'The database (mariadbd)',
      command: program('mariadbd'),
      args: [
        '--no-defaults',
        ...asRoot(),
        `--datadir=${layout.mysql}`,
        `--socket=${join(socketDirectory(layout), 'mysql.sock')}`,
        `--port=${options.port}`,
        '--bind-address=127.0.0.1',
        `--pid-file=${join(layout.run, 'mariadbd.pid')}`,
        `--init-file=${initFile}`,
        '--character-set-server=utf8mb4',
        '--collation-server=utf8mb4_unicode_ci',
        '--default-time-zone=+00:00',
        '--skip-name-resolve',
        '--skip-log-bin',
        '--performance-schema=OFF',
        '--max-connections=300',
        ...storageFlags(options.durable),
      ],
      env: withOwnTemporaries(layout, env),
      logFile: join(layout.logs, 'mariadb.log'),
      runDir: layout.run,
    },
    { stage: STAGE.stores, deadlineMs: STOP_DEADLINE_MS }
  )
  await waitUntilServing(session, child, options.port)
  rmSync(initFile)
  return child
}

/**
 * Waits until the server greets a client, which it does only after the init file ran; an open port
 * alone proves nothing.
 *
 * @param {import('../base/session.js').Session} session
 * @param {import('../base/child.js').Child} child
 * @param {number} port
 */
async function waitUntilServing(session, child, port) {
  const greets = () =>
    answers({
      host: '127.0.0.1',
      port,
      isReady: (greeting) => greeting.length > 4 && greeting[4] === HANDSHAKE_PROTOCOL,
    })
  await child.serving(port, greets, START_DEADLINE_MS, session.signal)
}

/** @param {string} name */
function program(name) {
  const path = findProgram(name)
  if (path === null) throw new LaunchError(`${name} has disappeared. Install mariadb-server-core.`)
  return path
}
