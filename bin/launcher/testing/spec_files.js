// @ts-check
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../base/paths.js'

const BROWSER_SPEC = /(^|\/)tests\/browser\//

/** What one file of a kind costs, compared with a unit test. */
const WEIGHTS = /** @type {Array<[RegExp, number]>} */ ([
  [/(^|\/)tests\/faults\//, 40],
  [BROWSER_SPEC, 10],
  [/(^|\/)tests\/functional\//, 5],
  [/(^|\/)tests\/properties\//, 3],
])

/** @param {string} file */
export function weightOf(file) {
  return WEIGHTS.find(([pattern]) => pattern.test(file))?.[1] ?? 1
}

/**
 * @param {string[]} files
 * @returns {boolean} whether one of them opens pages in a browser
 */
export function needBrowser(files) {
  return files.some((file) => BROWSER_SPEC.test(file))
}

/** @param {string} directory relative to the project */
function specsBelow(directory) {
  const absolute = join(PROJECT_ROOT, directory)
  if (!existsSync(absolute)) return []
  return readdirSync(absolute, { recursive: true })
    .map((file) => join(directory, String(file)))
    .filter((file) => file.endsWith('.spec.ts'))
}

/** @returns {string[]} every spec file, relative to the project, sorted */
export function findSpecFiles() {
  const modules = join(PROJECT_ROOT, 'modules')
  const rooms = existsSync(modules) ? readdirSync(modules) : []
  return ['tests', ...rooms.map((room) => `modules/${room}/tests`)].flatMap(specsBelow).sort()
}

/**
 * Spreads the files over the workers so that each gets about the same weight: heaviest file first,
 * each to the lightest worker.
 *
 * @param {string[]} files
 * @param {number} workerCount
 * @returns {string[][]} at most `workerCount` groups, none of them empty
 */
export function spreadOver(files, workerCount) {
  const groups = Array.from({ length: workerCount }, () => ({
    files: /** @type {string[]} */ ([]),
    weight: 0,
  }))
  const heaviestFirst = [...files].sort((a, b) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1))
  for (const file of heaviestFirst) {
    const lightest = groups.reduce((best, group) => (group.weight < best.weight ? group : best))
    lightest.files.push(file)
    lightest.weight += weightOf(file)
  }
  return groups.map((group) => group.files).filter((group) => group.length > 0)
}
