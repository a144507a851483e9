// @ts-check
import { LaunchError } from '../base/errors.js'
import { embeddedPort, freePort } from '../base/ports.js'
import { startPart } from '../base/supervisor.js'
import { whyUnreachable } from '../base/tcp.js'
import { CHAIN_NAME, anvilBinary, startChain } from './chain.js'
import { OWNER_USER, RUNTIME_USER, seenFileOf, startMariadb } from './mariadb.js'
import { startRedis } from './redis.js'

export const DATABASE = 'service'
export const CHAIN_ID = 31_337
const LOOPBACK = '127.0.0.1'
/** Where the operator's own database and Redis are reached, unless that is configured. */
export const OUTSIDE_DATABASE = { DB_PORT: '3306', DB_USER: 'root', DB_DATABASE: DATABASE }
const OUTSIDE_REDIS = { REDIS_PORT: '6379' }

/**
 * Ports of the embedded services: below the system's range for outgoing connections, and different
 * from those of a system MariaDB, Redis or EVM node.
 */
const PREFERRED_PORTS = { database: 23_306, redis: 26_380, chain: 28_545, worker: 23_334 }

/**
 * @typedef {import('./prerequisites.js').Run} Run
 * @typedef {import('../base/secrets.js').Secrets} Secrets
 * @typedef {{ env: Record<string, string>, parts: Array<import('../base/supervisor.js').Part> }} Started
 */

/** @returns {Record<string, string>} what an embedded service sees: nothing of our configuration */
export function bareEnvironment() {
  const kept = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TZ', 'USER', 'LOGNAME']
  return Object.fromEntries(
    kept.flatMap((key) => {
      const value = process.env[key]
      return value === undefined ? [] : [[key, value]]
    })
  )
}

/**
 * The settings that every process of an installation gets.
 *
 * @param {{ host: string, port: number, url: string }} address
 * @param {{ appKey: string }} secrets
 */
export function serviceEnv({ host, port, url }, { appKey }) {
  const at = { HOST: host, PORT: String(port), APP_URL: url }
  return { NODE_ENV: 'development', ...at, APP_KEY: appKey }
}

/**
 * The names of the embedded services, as the service gets them: production refuses each.
 *
 * @param {import('../base/settings.js').Settings} settings
 */
export function embeddedEnvNames(settings) {
  const parts = Object.entries(embeddedParts(settings))
  return { EMBEDDED_SERVICES: parts.flatMap(([name, is]) => (is ? [name] : [])).join(',') }
}

/** @param {import('../base/settings.js').Settings} settings */
export function embeddedParts(settings) {
  return {
    database: settings.get('DB_HOST') === undefined,
    redis: configuredRedis(settings) === null,
    chain: settings.get('CHAIN_RPC_URL') === undefined,
  }
}

/**
 * Where the operator's own Redis is: one server, some nodes of a cluster, or sentinels. The service
 * judges the settings; here it only matters whether anything answers there.
 *
 * @param {import('../base/settings.js').Settings} settings
 * @returns {{ variable: string, addresses: Array<{ host: string, port: number }> } | null}
 */
export function configuredRedis(settings) {
  const host = settings.get('REDIS_HOST')
  if (host !== undefined) {
    const port = Number(settings.get('REDIS_PORT') ?? OUTSIDE_REDIS.REDIS_PORT)
    return { variable: 'REDIS_HOST and REDIS_PORT', addresses: [{ host, port }] }
  }
  for (const [variable, port] of /** @type {const} */ ([
    ['REDIS_NODES', '6379'],
    ['REDIS_SENTINELS', '26379'],
  ])) {
    const text = settings.get(variable)
    if (text === undefined) continue
    const addresses = text.split(',').map((each) => {
      const [, name = each, own = port] = /^(.*?)(?::(\d+))?$/.exec(each.trim()) ?? []
      return { host: name.replace(/^\[(.*)\]$/, '$1'), port: Number(own) }
    })
    return { variable, addresses }
  }
  return null
}

/**
 * What the service needs besides the operator's own settings of Redis.
 *
 * @param {import('../base/settings.js').Settings} settings
 * @returns {Record<string, string>}
 */
export function outsideRedisEnv(settings) {
  return settings.get('REDIS_HOST') === undefined ? {} : OUTSIDE_REDIS
}

/**
 * @param {Run} run
 * @param {'database' | 'redis' | 'chain' | 'worker'} name
 * @param {string} variable
 */
export function portFor({ layout, settings }, name, variable) {
  return embeddedPort({
    portsFile: layout.portsFile,
    name,
    preferred: PREFERRED_PORTS[name],
    configured: settings.get(variable),
    variable,
  })
}

/**
 * @param {string} what
 * @param {string} host
 * @param {number} port
 * @param {string} variables
 */
async function assertReachable(what, host, port, variables) {
  const reason = await whyUnreachable(host, port)
  if (reason === null) return
  throw new LaunchError(
    `${what} at ${host}:${port} is not reachable (${reason}). Start it or correct ${variables}; without them an embedded one is used.`
  )
}

/**
 * One node that is down must not keep the others from being used.
 *
 * @param {string} what
 * @param {{ variable: string, addresses: Array<{ host: string, port: number }> }} configured
 */
async function assertAnyReachable(what, { variable, addresses }) {
  const looks = addresses.map(({ host, port }) => assertReachable(what, host, port, variable))
  await Promise.any(looks).catch(({ errors }) => {
    throw errors[0]
  })
}

/**
 * @param {Run} run
 * @param {Secrets} secrets
 * @returns {Promise<Started>}
 */
function startDatabase(run, secrets) {
  const { session, terminal, layout, settings } = run
  return terminal.step('Database', async (step) => {
    const host = settings.get('DB_HOST')
    if (host !== undefined) {
      const port = Number(settings.get('DB_PORT') ?? OUTSIDE_DATABASE.DB_PORT)
      await assertReachable('The database', host, port, 'DB_HOST and DB_PORT')
      step.note(`using ${host}:${port}`)
      return { env: OUTSIDE_DATABASE, parts: [] }
    }
    const port = await portFor(run, 'database', 'EMBEDDED_DB_PORT')
    const options = {
      port,
      password: secrets.databasePassword,
      runtimePassword: secrets.databaseRuntimePassword,
      databases: [DATABASE],
      seenFile: seenFileOf(layout),
      durable: true,
    }
    const part = await startPart(() => startMariadb(session, layout, bareEnvironment(), options))
    step.note(`MariaDB on ${LOOPBACK}:${port}`)
    return { env: embeddedDatabaseEnv(port, secrets), parts: [part] }
  })
}

/**
 * The settings of the database for its owner, who may do everything there.
 *
 * @param {number} port
 * @param {Secrets} secrets
 * @param {string} database
 */
export function databaseEnv(port, secrets, database) {
  return {
    DB_HOST: LOOPBACK,
    DB_PORT: String(port),
    DB_USER: OWNER_USER,
    DB_PASSWORD: secrets.databasePassword,
    DB_DATABASE: database,
  }
}

/**
 * @param {number} port
 * @param {Secrets} secrets
 */
export function embeddedDatabaseEnv(port, secrets) {
  return {
    ...databaseEnv(port, secrets, DATABASE),
    DB_USER: RUNTIME_USER,
    DB_PASSWORD: secrets.databaseRuntimePassword,
    DB_MIGRATION_USER: OWNER_USER,
    DB_MIGRATION_PASSWORD: secrets.databasePassword,
  }
}

/**
 * The environment of commands that change tables.
 *
 * @param {Record<string, string>} env
 * @param {import('../base/settings.js').Settings} settings
 */
export function asTableOwner(env, settings) {
  const name = settings.get('DB_MIGRATION_USER') ?? env.DB_MIGRATION_USER
  if (name === undefined) return env
  const password = settings.get('DB_MIGRATION_PASSWORD') ?? env.DB_MIGRATION_PASSWORD ?? ''
  return { ...env, DB_USER: name, DB_PASSWORD: password }
}

/**
 * The environment of processes that serve: an attacker who reads it does not find the owner of the
 * tables.
 *
 * @param {Record<string, string>} env
 */
export function withoutTableOwner(env) {
  const { DB_MIGRATION_USER: _user, DB_MIGRATION_PASSWORD: _password, ...rest } = env
  return rest
}

/**
 * @param {number} port
 * @param {Secrets} secrets
 */
export function redisEnv(port, secrets) {
  return { REDIS_HOST: LOOPBACK, REDIS_PORT: String(port), REDIS_PASSWORD: secrets.redisPassword }
}

/**
 * @param {Run} run
 * @param {Secrets} secrets
 * @returns {Promise<Started>}
 */
function startQueueStore(run, secrets) {
  const { session, terminal, layout, settings } = run
  return terminal.step('Queue store', async (step) => {
    const configured = configuredRedis(settings)
    if (configured !== null) {
      await assertAnyReachable('Redis', configured)
      step.note(
        `using ${configured.addresses.map(({ host, port }) => `${host}:${port}`).join(', ')}`
      )
      return { env: outsideRedisEnv(settings), parts: [] }
    }
    const port = await portFor(run, 'redis', 'EMBEDDED_REDIS_PORT')
    const password = secrets.redisPassword
    const options = { port, password, durable: true }
    const part = await startPart(() => startRedis(session, layout, bareEnvironment(), options))
    step.note(`Redis on ${LOOPBACK}:${port}`)
    return { env: redisEnv(port, secrets), parts: [part] }
  })
}

/**
 * The key that signs custody transactions. A generated key is used only with a chain of the
 * developer's own, never with a production chain.
 *
 * @param {import('../base/settings.js').Settings} settings
 * @param {Secrets} secrets
 * @param {boolean} isEmbedded
 * @returns {Record<string, string>}
 */
export function operatorEnv(settings, secrets, isEmbedded) {
  if (settings.get('OPERATOR_KEY_FILE') !== undefined) return {}
  if (!isEmbedded && settings.get('NODE_ENV') === 'production') return {}
  return { OPERATOR_KEY: secrets.operatorKey }
}

/**
 * @param {Run} run
 * @param {Secrets} secrets
 * @returns {Promise<Started>}
 */
function startEvmNode(run, secrets) {
  const { session, terminal, layout, settings } = run
  return terminal.step('EVM node', async (step) => {
    const configured = settings.get('CHAIN_RPC_URL')
    const operator = operatorEnv(settings, secrets, configured === undefined)
    if (configured !== undefined) {
      step.note('using CHAIN_RPC_URL')
      return { env: operator, parts: [] }
    }
    const binary = anvilBinary()
    if (binary === null) {
      step.note('not available on this platform: custody stays unconfigured (set CHAIN_RPC_URL)')
      return { env: {}, parts: [] }
    }
    const chainId = Number(settings.get('CHAIN_ID') ?? CHAIN_ID)
    const port = await portFor(run, 'chain', 'EMBEDDED_CHAIN_PORT')
    const warn = (/** @type {string} */ warning) => terminal.print(`  ! ${warning}`)
    const options = { binary, name: CHAIN_NAME, port, chainId, persistent: true, warn }
    const part = await startPart(() => startChain(session, layout, bareEnvironment(), options))
    step.note(`anvil on ${LOOPBACK}:${port}, chain ${chainId}`)
    return { env: { ...chainEnv(port, chainId), ...operator }, parts: [part] }
  })
}

/**
 * @param {number} port
 * @param {number} chainId
 */
export function chainEnv(port, chainId) {
  return { CHAIN_RPC_URL: `http://${LOOPBACK}:${port}`, CHAIN_ID: String(chainId) }
}

/**
 * Starts (or finds) the three stores that the service needs, at the same time.
 *
 * @param {Run} run
 * @param {Secrets} secrets
 * @returns {Promise<Started>} `env` holds what the service needs to reach them
 */
export async function startStores(run, secrets) {
  const results = await Promise.allSettled([
    startDatabase(run, secrets),
    startQueueStore(run, secrets),
    startEvmNode(run, secrets),
  ])
  const started = results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  return {
    env: Object.assign({}, ...started.map(({ env }) => env)),
    parts: started.flatMap(({ parts }) => parts),
  }
}

const CHAIN_DEADLINE_MS = 3000

/**
 * Starts an EVM node on any free port, which runs until it is stopped or the run ends.
 *
 * @param {Run} run
 * @param {string} name
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<unknown> }>} empty where the node is not available
 */
export async function startTemporaryChain({ session, layout }, name) {
  const binary = anvilBinary()
  if (binary === null) return { env: {}, stop: async () => {} }
  const port = await freePort()
  const warn = () => {}
  const options = { binary, name, port, chainId: CHAIN_ID, persistent: false, warn }
  const child = await startChain(session, layout, bareEnvironment(), options)
  return { env: chainEnv(port, CHAIN_ID), stop: () => child.stop(CHAIN_DEADLINE_MS) }
}
