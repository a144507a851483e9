// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readJson, writeFileDurably } from '../base/files.js'
import { PROJECT_ROOT } from '../base/paths.js'
import { migrate } from './application.js'
import { seenFileOf } from './mariadb.js'

/** What the command of the migrations says when it has found nothing to do. */
const NOTHING_TO_DO = 'Already up to date'
const MIGRATION = /(^|[/\\])migrations[/\\].+\.[jt]s$/

/** @typedef {import('./prerequisites.js').Run} Run */

/** @param {import('../base/paths.js').Layout} layout */
function stampFile(layout) {
  return join(layout.run, 'tables.json')
}

/**
 * Brings the tables up to date. Looking whether they are boots the service a third time, so an
 * embedded database is not asked again when it has seen the very migrations that it had seen when the
 * same release found nothing to do. One that was put back has seen others.
 *
 * @param {Run} run
 * @param {string} node
 * @param {Record<string, string>} env
 * @param {import('../base/terminal.js').Step} step
 */
export async function ensureTables(run, node, env, step) {
  const { layout } = run
  const state = stateOf(seenFileOf(layout))
  if (state !== null && readJson(stampFile(layout))?.state === state) {
    return step.note('as they were')
  }
  let isDone = false
  await migrate(run, node, env, (line) => {
    isDone ||= line.includes(NOTHING_TO_DO)
  })
  if (state !== null && isDone) writeFileDurably(stampFile(layout), JSON.stringify({ state }))
}

/**
 * What decides whether migrations are pending: those that the database has seen, and those that there
 * are.
 *
 * @param {string} seen
 * @returns {string | null} null when the database has not told
 */
function stateOf(seen) {
  if (!existsSync(seen)) return null
  const hash = createHash('sha256').update(readFileSync(seen))
  // Which modules there are, also those of packages.
  for (const file of ['adonisrc.ts', 'package-lock.json']) {
    hash.update(readFileSync(join(PROJECT_ROOT, file)))
  }
  for (const room of ['database', 'modules']) {
    const files = readdirSync(join(PROJECT_ROOT, room), { recursive: true }).map(String)
    for (const file of files.filter((name) => MIGRATION.test(name)).sort()) hash.update(`\0${file}`)
  }
  return hash.digest('hex')
}
