// @ts-check
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PROJECT_ROOT = resolve(fileURLToPath(new URL('../../../', import.meta.url)))

/** Linux refuses a longer socket path (108 bytes with the closing zero). */
const SOCKET_PATH_LIMIT = 100

/**
 * Where one installation keeps everything it owns. Two installations share nothing but the project.
 *
 * @typedef {ReturnType<typeof layoutOf>} Layout
 * @param {string} dataDir absolute, or relative to the project
 */
export function layoutOf(dataDir) {
  const root = resolve(PROJECT_ROOT, dataDir)
  return {
    root,
    logs: join(root, 'logs'),
    run: join(root, 'run'),
    mysql: join(root, 'mysql'),
    redis: join(root, 'redis'),
    chain: join(root, 'chain'),
    coverage: join(root, 'coverage'),
    scratch: join(root, 'scratch'),
    secretsFile: join(root, 'secrets.json'),
    portsFile: join(root, 'ports.json'),
    lockFile: join(root, 'launcher.lock'),
  }
}

/** The names a reset may delete: nothing that the launcher did not create itself. */
export const OWNED_ENTRIES = [
  'logs',
  'run',
  'mysql',
  'mysql.new',
  'redis',
  'chain',
  'coverage',
  'scratch',
  'secrets.json',
  'ports.json',
  'launcher.lock',
  'test',
  'bench',
  'fuzz',
  'cluster',
]

/** @param {Layout} layout */
export function createLayout(layout) {
  mkdirSync(layout.root, { recursive: true, mode: 0o700 })
  for (const directory of [layout.logs, layout.run, layout.redis, layout.chain]) {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  }
}

/**
 * A directory for unix sockets, only for this user. It moves to the system's temporary directory
 * when the data directory lies too deep for a socket path.
 *
 * @param {Layout} layout
 * @throws when somebody else already owns the directory
 */
export function socketDirectory(layout) {
  if (join(layout.run, 'mysql.sock').length <= SOCKET_PATH_LIMIT) return layout.run
  const { uid } = userInfo()
  const installation = createHash('sha256').update(layout.root).digest('hex').slice(0, 12)
  const directory = join(tmpdir(), `svc-${uid}-${installation}`)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const stat = lstatSync(directory)
  if (!stat.isDirectory() || stat.uid !== uid) {
    throw new Error(
      `${directory} belongs to another user. Set TMPDIR to a directory of your own and try again.`
    )
  }
  return directory
}

/** @param {string} path as shown to a person: relative when it lies inside the project */
export function shown(path) {
  const local = relative(PROJECT_ROOT, path)
  return local.startsWith('..') ? path : local
}
