// @ts-check
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../base/errors.js'
import { describeExit } from '../base/child.js'
import { entryPoint, withProjectBinaries } from '../base/node_runtime.js'
import { freePort } from '../base/ports.js'
import { generateSecrets } from '../base/secrets.js'
import { sweepLeftovers } from '../base/run_registry.js'
import { STAGE } from '../base/session.js'
import { startMariadb } from '../services/mariadb.js'
import { startRedis } from '../services/redis.js'
import { bareEnvironment, databaseEnv, redisEnv, startTemporaryChain } from '../services/stack.js'
import { resultsOfWorker, tookText } from './results.js'
import { arePatient, isCounted, needChain } from './spec_files.js'

const STOP_DEADLINE_MS = 3000
/** An installation that a test started needs this long to stop in order. */
const GROUP_DEADLINE_MS = 15_000
/**
 * A test process that hangs must fail the run, and not hold it for ever. A test has ten minutes, and
 * set-up comes on top.
 */
const SILENCE_DEADLINE_MS = 15 * 60_000
/**
 * Hundreds of requests at once live longer than the usual room for what is young, and are then
 * copied again and again.
 */
const YOUNG_SPACE = '--max-semi-space-size=64'

/**
 * @typedef {import('../services/prerequisites.js').Run} Run
 * @typedef {Awaited<ReturnType<typeof startTestServices>>} SharedStore
 */

/** @param {number} number */
const databaseOf = (number) => `service_test_${number}`

/**
 * Stops the services of installations that tests created and a killed run left behind.
 *
 * @param {import('../base/paths.js').Layout} layout
 */
export async function sweepNestedInstallations({ scratch }) {
  for (const worker of namesIn(scratch)) {
    for (const name of namesIn(join(scratch, worker))) {
      await sweepLeftovers(join(scratch, worker, name, 'run'))
    }
  }
}

/** @param {string} directory */
function namesIn(directory) {
  const isDirectory = existsSync(directory) && statSync(directory).isDirectory()
  return isDirectory ? readdirSync(directory) : []
}

/**
 * Starts the database server that all test processes share, with a database for each bundle. It is
 * fast and not durable, because nothing here outlives the run. Tests about crashes start their own,
 * durable ones. With `TEST_DB_URL` the server is the one that stands there.
 *
 * @param {Run} run
 * @param {number} bundleCount
 */
export async function startTestServices({ session, layout, terminal }, bundleCount) {
  return terminal.step('Test services', async (step) => {
    const secrets = generateSecrets()
    const databases = Array.from({ length: bundleCount }, (_, index) => databaseOf(index + 1))
    const given = process.env.TEST_DB_URL
    if (given !== undefined) {
      const { version, env } = await emptyDatabases(given, databases)
      step.note(`${version}, ${bundleCount} databases`)
      return {
        secrets,
        databaseEnv: (/** @type {string} */ name) => ({ ...env, DB_DATABASE: name }),
      }
    }
    const port = await freePort()
    await startMariadb(session, layout, bareEnvironment(), {
      port,
      password: secrets.databasePassword,
      databases,
      fresh: true,
      durable: false,
    })
    step.note(`MariaDB, ${bundleCount} databases`)
    return {
      secrets,
      databaseEnv: (/** @type {string} */ name) => databaseEnv(port, secrets, name),
    }
  })
}

/**
 * Makes the databases of the tests, empty ones, on a server that runs elsewhere.
 *
 * @param {string} url `mysql://user:password@host:port` of a user that may make databases
 * @param {string[]} databases
 */
async function emptyDatabases(url, databases) {
  const { createConnection } = await import('mysql2/promise')
  const { hostname, port, username, password } = new URL(url)
  const env = {
    DB_HOST: hostname,
    DB_PORT: port || '3306',
    DB_USER: decodeURIComponent(username),
    DB_PASSWORD: decodeURIComponent(password),
  }
  const connection = await createConnection(url).catch((error) => {
    throw new LaunchError(`TEST_DB_URL: ${error.message || error.code}`)
  })
  try {
    for (const name of databases) {
      await connection.query(`DROP DATABASE IF EXISTS ${name}`)
      await connection.query(
        `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci`
      )
    }
    const [rows] = await connection.query('SELECT VERSION() AS version')
    return { version: String(/** @type {any} */ (rows)[0].version), env }
  } finally {
    await connection.end()
  }
}

/**
 * Starts a queue store for one bundle, because tests empty it and drop all its connections.
 *
 * @param {Run} run
 * @param {SharedStore} store
 * @param {number} number
 */
async function startQueueStore({ session, layout }, { secrets }, number) {
  const port = await freePort()
  const password = secrets.redisPassword
  const options = { name: `redis_${number}`, port, password, durable: false }
  const child = await startRedis(session, layout, bareEnvironment(), options)
  return { env: redisEnv(port, secrets), stop: () => child.stop(STOP_DEADLINE_MS) }
}

/**
 * The environment of one bundle, which shares no database, queue, chain or port with another.
 *
 * @param {Run} run
 * @param {SharedStore} store
 * @param {number} number
 * @param {string[]} files
 */
async function environmentOf(run, store, number, files) {
  const { secrets } = store
  const port = await freePort()
  const dataDir = join(run.layout.scratch, `bundle_${number}`)
  mkdirSync(dataDir, { recursive: true })
  const queues = await startQueueStore(run, store, number)
  const chain = needChain(files)
    ? await startTemporaryChain(run, `chain_${number}`)
    : { env: {}, stop: async () => {} }
  const env = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    APP_KEY: secrets.appKey,
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    // A configured .env belongs to the real service, and must not configure a test.
    ENV_PATH: dataDir,
    QUEUE_PREFIX: `{test${number}}`,
    TEST_DATA_DIR: dataDir,
    TEST_REPORT: join(dataDir, 'report.json'),
    OPERATOR_KEY: generateSecrets().operatorKey,
    ...store.databaseEnv(databaseOf(number)),
    ...queues.env,
    ...chain.env,
  }
  return { env, stop: () => Promise.all([queues.stop(), chain.stop()]) }
}

/**
 * Runs one test process to its end.
 *
 * @param {Run} run
 * @param {string} node
 * @param {{ number: number, files: string[], env: Record<string, string>, prefix: string, inBackground: boolean }} worker
 */
async function runWorker({ session, terminal, layout, settings }, node, worker) {
  const { number, files, env, prefix, inBackground } = worker
  const reportFile = env.TEST_REPORT ?? ''
  rmSync(reportFile, { force: true })
  const child = session.spawn(
    {
      name: `tests_${number}`,
      title: `Test process ${number}`,
      command: node,
      args: [YOUNG_SPACE, ...entryPoint('bin/test.ts')],
      env: withProjectBinaries(settings.childEnv({ ...env, TEST_FILES: files.join('\n') })),
      logFile: join(layout.logs, `tests_${number}.log`),
      runDir: layout.run,
      onLine: (line) => terminal.print(`${prefix}${line}`),
      inBackground,
    },
    { stage: STAGE.application, deadlineMs: STOP_DEADLINE_MS }
  )
  const onAbort = () => void child.stop(STOP_DEADLINE_MS)
  session.signal.addEventListener('abort', onAbort, { once: true })
  const silence = setTimeout(() => {
    terminal.print(`${prefix}silent for ${SILENCE_DEADLINE_MS / 60_000} minutes: stopped`)
    void child.stop(STOP_DEADLINE_MS)
  }, SILENCE_DEADLINE_MS)
  child.process.stdout?.on('data', () => silence.refresh())
  const exit = await child.exited
  clearTimeout(silence)
  // A test that failed half way may have left an EVM node, or a whole launcher, running.
  await child.endGroup(GROUP_DEADLINE_MS)
  session.throwIfInterrupted()
  const exitedWell = exit.code === 0
  return resultsOfWorker({ reportFile, files, exit: describeExit(exit), exitedWell })
}

/**
 * Runs the bundles in the given order, as many at a time as there are workers, and one more: tests of
 * faults wait as long as they compute. The one more begins with the patient specs, at lower priority:
 * it gets what the others leave, and delays none of them. Whoever has nothing left of their own kind
 * helps with the other.
 *
 * @param {Run} run
 * @param {string} node
 * @param {string[][]} bundles the files of each process
 * @param {SharedStore} store
 * @param {{ workerCount: number, env: Record<string, string>, coverageDirectory?: string, after?: number }} how
 *   `after` is the number of bundles that have run on this store before
 */
export async function runBundles(run, node, bundles, store, how) {
  const { workerCount, env, coverageDirectory, after = 0 } = how
  const numbered = bundles.map((files, index) => ({ files, number: after + index + 1 }))
  const patient = numbered.filter(({ files }) => arePatient(files))
  const others = numbered.filter(({ files }) => !arePatient(files))
  const isBesides = workerCount > 1 && others.length > 0
  const ended = /** @type {import('./results.js').Results[]} */ ([])
  const work = async (/** @type {Array<typeof numbered>} */ queues, isOneMore = false) => {
    const take = () => queues.find((queue) => queue.length > 0)?.shift()
    for (let next = take(); next; next = take()) {
      const { files, number } = next
      const own = await environmentOf(run, store, number, files)
      const prefix = bundles.length > 1 ? run.terminal.paint.dim(`[${number}] `) : ''
      const counted = coverageDirectory !== undefined && isCounted(files)
      // The migrations run once where they are counted, and once where they are not.
      const tables = join(run.layout.scratch, `tables${counted ? '_counted' : ''}.json`)
      const coverage = counted ? { NODE_V8_COVERAGE: coverageDirectory } : {}
      const all = { ...own.env, ...env, ...coverage, TEST_TABLES: tables }
      const inBackground = isOneMore && arePatient(files)
      const worker = { number, files, env: all, prefix, inBackground }
      const result = await runWorker(run, node, worker)
      ended.push(result)
      await own.stop()
      if (bundles.length > 1) {
        const took = tookText(result.inAll)
        run.terminal.print(`${prefix}ended, ${ended.length} of ${bundles.length}: ${took}`)
      }
    }
  }
  const workers = Array.from({ length: workerCount }, () => work([others, patient]))
  await Promise.all([...workers, isBesides && work([patient, others], true)])
  return ended
}
