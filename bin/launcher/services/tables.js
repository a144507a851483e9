// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeFileDurably } from '../base/files.js'
import { PROJECT_ROOT } from '../base/paths.js'
import { migrate } from './application.js'
import { seenFileOf } from './mariadb.js'

const MIGRATION = /(^|[/\\])migrations[/\\].+\.[jt]s$/

/** @typedef {import('./prerequisites.js').Run} Run */

/** @param {import('../base/paths.js').Layout} layout */
function stampFile(layout) {
  return join(layout.run, 'tables.json')
}

/**
 * Brings the tables up to date. Looking whether they are boots the service a third time, so an
 * embedded database is not asked again when it has seen the very migrations that the same release
 * had left it with. One that was put back has seen others. Those of modules in packages are learnt
 * at the start after them, and told by the lock file, except of packages in a folder.
 *
 * @param {Run} run
 * @param {string} node
 * @param {Record<string, string>} env
 * @param {import('../base/terminal.js').Step} step
 */
export async function ensureTables(run, node, env, step) {
  const { layout } = run
  const seen = takeSeen(seenFileOf(layout))
  const own = ownMigrations()
  const added = migrationsInFolders(PROJECT_ROOT)
  if (seen.length > 0 && readJson(stampFile(layout))?.state === stateOf(seen, own, added)) {
    return step.note('as they were')
  }
  await migrate(run, node, env)
  const state = stateOf([...seen, ...own], own, added)
  writeFileDurably(stampFile(layout), JSON.stringify({ state }))
}

/**
 * The migrations that the database had seen when it started; none when it is new, or not embedded. They
 * are told at each start of it, and what another one has told must not be read later.
 *
 * @param {string} file
 * @returns {string[]}
 */
function takeSeen(file) {
  if (!existsSync(file)) return []
  const names = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  rmSync(file)
  return names
}

/** The migrations of this release, but for those of modules in packages, as the database calls them. */
function ownMigrations() {
  return ['database', 'modules'].flatMap((room) => {
    const files = readdirSync(join(PROJECT_ROOT, room), { recursive: true }).map(String)
    const migrations = files.filter((name) => MIGRATION.test(name))
    return migrations.map((name) => `${room}/${name.replaceAll('\\', '/').replace(/\.[jt]s$/, '')}`)
  })
}

/**
 * The migrations of packages that were installed from a folder (`npm install ../module`), by their paths. The
 * lock file names the folder alone, and does not change when one is added there.
 *
 * @param {string} root of the project
 * @returns {string[]}
 */
export function migrationsInFolders(root) {
  const { packages = {} } = readJson(join(root, 'package-lock.json')) ?? {}
  const folders = Object.keys(packages).filter((place) => {
    const { link, resolved } = packages[place]
    return place !== '' && (link === true || resolved?.startsWith('file:'))
  })
  return folders
    .filter((place) => existsSync(join(root, place)))
    .flatMap((place) => filesBelow(join(root, place)).map((name) => `${place}/${name}`))
    .filter((name) => MIGRATION.test(name))
}

/**
 * The files of a package, without those of the packages that it has installed.
 *
 * @param {string} directory
 * @returns {string[]}
 */
function filesBelow(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const { name } = entry
    if (!entry.isDirectory()) return [name]
    if (name === 'node_modules' || name === '.git') return []
    return filesBelow(join(directory, name)).map((below) => `${name}/${below}`)
  })
}

/**
 * What decides whether migrations are pending: those that the database has seen, and those that there
 * are.
 *
 * @param {readonly string[]} seen
 * @param {readonly string[]} own
 * @param {readonly string[]} added of packages in folders
 */
function stateOf(seen, own, added) {
  const hash = createHash('sha256')
  // Which modules there are, also those of packages.
  for (const file of ['adonisrc.ts', 'package-lock.json']) {
    hash.update(readFileSync(join(PROJECT_ROOT, file)))
  }
  for (const names of [seen, own, added])
    hash.update(`${[...new Set(names)].sort().join('\0')}\0\0`)
  return hash.digest('hex')
}
