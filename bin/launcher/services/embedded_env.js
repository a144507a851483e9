// @ts-check
import { readJson } from '../base/files.js'
import { lockOwner } from '../base/lock.js'
import { layoutOf } from '../base/paths.js'
import { generateSecrets } from '../base/secrets.js'
import { Settings, httpAddress } from '../base/settings.js'
import {
  CHAIN_ID,
  OUTSIDE_DATABASE,
  asTableOwner,
  chainEnv,
  embeddedDatabaseEnv,
  embeddedEnvNames,
  embeddedParts,
  operatorEnv,
  outsideRedisEnv,
  redisEnv,
  serviceEnv,
} from './stack.js'

/**
 * The environment that a command beside a running `npm start` needs to reach the same services:
 * ports and secrets of the installation, for what is not configured. Without it, a person would
 * have to copy them by hand to run `node ace ledger:check`.
 *
 * @param {Settings} settings
 * @param {import('../base/paths.js').Layout} layout
 * @returns {Record<string, string>} the environment of the command; unchanged where nothing was started yet
 */
export function embeddedEnv(settings, layout) {
  const secrets = readJson(layout.secretsFile)
  const ports = readJson(layout.portsFile) ?? {}
  if (secrets === undefined) return settings.childEnv({})
  const embedded = embeddedParts(settings)
  const address = httpAddress(settings)
  const hasChain = embedded.chain && ports.chain !== undefined
  return settings.childEnv({
    ...embeddedEnvNames(settings),
    // PORT may have been given to `npm start` alone.
    ...serviceEnv({ ...address, url: lockOwner(layout.lockFile)?.url ?? address.url }, secrets),
    ...(embedded.database
      ? ports.database !== undefined && embeddedDatabaseEnv(ports.database, secrets)
      : OUTSIDE_DATABASE),
    ...(embedded.redis
      ? ports.redis !== undefined && redisEnv(ports.redis, secrets)
      : outsideRedisEnv(settings)),
    ...(hasChain && chainEnv(ports.chain, Number(settings.get('CHAIN_ID') ?? CHAIN_ID))),
    ...((hasChain || !embedded.chain) && operatorEnv(settings, secrets, embedded.chain)),
  })
}

const NO_PORT = 1

/**
 * The environment in which the service loads where nothing was started yet: nothing answers at these ports.
 *
 * @param {Settings} settings
 * @returns {Record<string, string>}
 */
export function loadingEnv(settings) {
  const secrets = generateSecrets()
  const { database, redis } = embeddedParts(settings)
  return settings.childEnv({
    ...serviceEnv(httpAddress(settings), secrets),
    ...(database ? embeddedDatabaseEnv(NO_PORT, secrets) : OUTSIDE_DATABASE),
    ...(redis ? redisEnv(NO_PORT, secrets) : outsideRedisEnv(settings)),
    // That the stores are away is no news.
    LOG_LEVEL: 'fatal',
  })
}

/** Commands that write files of the repository from what the modules declare, and ask no store. */
const WRITING_COMMAND = /^(client:generate|metrics:table)$/
/** Commands that change tables. */
const OWNER_COMMAND = /^(migration|db|schema):/

/**
 * Gives this process the environment of the installation that it was started beside. Tests bring
 * their own.
 *
 * @param {string} [command] of ace
 */
export function reachInstallation(command = '') {
  const settings = Settings.load()
  if (settings.get('NODE_ENV') === 'test') return
  const layout = layoutOf(settings.get('DATA_DIR') ?? '.data')
  const isInstalled = readJson(layout.secretsFile) !== undefined
  const env =
    WRITING_COMMAND.test(command) && !isInstalled
      ? loadingEnv(settings)
      : embeddedEnv(settings, layout)
  Object.assign(process.env, OWNER_COMMAND.test(command) ? asTableOwner(env, settings) : env)
}
