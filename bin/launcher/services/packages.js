// @ts-check
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { userInfo } from 'node:os'
import { LaunchError } from '../base/errors.js'
import { runOrFail, runToEnd } from '../base/run_command.js'

const EXTRA_PATHS = ['/usr/sbin', '/usr/local/sbin', '/sbin', '/usr/local/bin', '/usr/bin']

/**
 * The programs that the launcher runs, and the Debian packages that have them. The `core` packages
 * of MariaDB install no system service.
 */
const PROGRAMS = {
  'mariadbd': ['mariadb-server-core'],
  'mariadb-install-db': ['mariadb-server-core'],
  'my_print_defaults': ['mariadb-client-core'],
  'redis-server': ['redis-server'],
  'mariadb-backup': ['mariadb-backup'],
  'mariadb-binlog': ['mariadb-client'],
  'chromium-headless-shell': ['chromium-headless-shell'],
  'promtool': ['prometheus'],
  'wrk': ['wrk'],
}

/**
 * @typedef {object} Need programs a run cannot do without
 * @property {string} what in words, for a person
 * @property {Array<keyof typeof PROGRAMS>} programs
 * @property {string} otherwise what a person can do instead of installing them
 */

/**
 * Installs without letting the packages start their services (such as a Redis on port 6379), and
 * leaves no trace of that in the system. Arguments: whether the lists of packages are `known`, and the
 * packages.
 */
const INSTALL_SCRIPT = `
set -e
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  printf '#!/bin/sh\\nexit 101\\n' > "$policy"
  chmod 755 "$policy"
  trap 'rm -f "$policy"' EXIT
fi
lists=$1
shift
[ "$lists" = known ] || apt-get update
apt-get install -y --no-install-recommends "$@"
if [ -d /run/systemd/system ]; then
  for service in redis-server prometheus; do
    case " $* " in *" $service "*) systemctl disable "$service" >/dev/null 2>&1 || true;; esac
  done
fi
`

/** Whether this run has loaded the lists of packages: it installs several times within a minute or two. */
let listsAreKnown = false

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * @param {string} program
 * @returns {string | null} its path
 */
export function findProgram(program) {
  const directories = [...(process.env.PATH ?? '').split(delimiter), ...EXTRA_PATHS]
  for (const directory of directories) {
    if (!directory) continue
    const path = join(directory, program)
    if (isExecutable(path)) return path
  }
  return null
}

/**
 * @param {Array<keyof typeof PROGRAMS>} programs
 * @returns {string[]}
 */
function missingPackages(programs) {
  const missing = programs.filter((program) => findProgram(program) === null)
  return [...new Set(missing.flatMap((program) => PROGRAMS[program]))]
}

/**
 * @param {{ database: boolean, redis: boolean }} embedded
 * @returns {Need} what the embedded stores run on
 */
export function storesNeed({ database, redis }) {
  /** @type {Need['programs']} */
  const programs = []
  if (database) programs.push('mariadbd', 'mariadb-install-db', 'my_print_defaults')
  if (redis) programs.push('redis-server')
  const otherwise =
    'point DB_HOST and REDIS_HOST (or REDIS_NODES, REDIS_SENTINELS) to existing servers'
  return { what: 'MariaDB and Redis are', programs, otherwise }
}

/** @param {string[]} packages */
function installCommand(packages) {
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`
}

/**
 * @param {Need} need
 * @param {string[]} packages
 */
export function cannotInstall({ what, otherwise }, packages) {
  return new LaunchError(
    `${what} needed (${packages.join(', ')} missing) and cannot be installed from here.\n` +
      `Run:  ${installCommand(packages)}\n` +
      `or ${otherwise}, then start again.`
  )
}

/**
 * Makes sure that programs are installed, and installs their packages if they are not.
 *
 * @param {import('./prerequisites.js').Run} run
 * @param {Need} need
 * @param {import('../base/terminal.js').Step} step
 * @throws {LaunchError} naming the command to run when the launcher may not install packages
 */
export async function ensurePrograms({ session, layout, settings }, need, step) {
  const packages = missingPackages(need.programs)
  if (packages.length === 0) return step.note('present')
  const env = settings.childEnv({})
  const prefix = await privilegePrefix(session, layout, env)
  if (prefix === null) throw cannotInstall(need, packages)
  const manual = installCommand(packages)
  step.note(`apt-get install ${packages.join(' ')}`)
  const lists = listsAreKnown ? 'known' : 'unknown'
  const script = ['sh', '-c', INSTALL_SCRIPT, 'install', lists, ...packages]
  const [command = 'sh', ...args] = [...prefix, ...script]
  await runOrFail(session, layout, {
    name: 'apt',
    command,
    args,
    env,
    finishFirst: true,
    whatFailed: `Installing ${packages.join(', ')} failed (run "${manual}" to see it by itself)`,
  })
  listsAreKnown = true
  const still = missingPackages(need.programs)
  if (still.length > 0) {
    throw new LaunchError(`${still.join(', ')} did not bring the expected programs. Run: ${manual}`)
  }
  step.note(`installed ${packages.join(', ')}`)
}

/**
 * @param {import('../base/session.js').Session} session
 * @param {import('../base/paths.js').Layout} layout
 * @param {Record<string, string>} env
 * @returns {Promise<string[] | null>} what to put before a command to run it as root; null: impossible
 */
async function privilegePrefix(session, layout, env) {
  if (!existsSync('/usr/bin/apt-get') && findProgram('apt-get') === null) return null
  if (userInfo().uid === 0) return []
  const sudo = findProgram('sudo')
  if (sudo === null) return null
  const probe = { name: 'sudo', command: sudo, args: ['-n', 'true'], env }
  const { code } = await runToEnd(session, layout, probe)
  return code === 0 ? [sudo, '-n'] : null
}
