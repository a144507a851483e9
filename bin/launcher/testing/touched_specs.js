// @ts-check
import { changedFiles } from './changed_files.js'
import { dependentsIn, readSources } from './dependents.js'
import { secondsOf } from './spec_files.js'

/**
 * Seconds that the tests of one worker may take, so that a run with its services, type check and
 * lint stays below a minute.
 */
const SECONDS_OF_A_CORE = 20
const ROOM = /^(?:modules|tests\/\w+)\/([^/]+)\//

/**
 * @typedef {{ since: string, changed: string[], files: string[], leftOut: number }} Touched
 */

/**
 * The spec files that the changes since the trunk touch, nearest first, until a minute is full. A
 * spec file that changed itself always runs.
 *
 * @param {string[]} specs
 * @param {number} coreCount
 * @returns {Promise<Touched>}
 */
export async function touchedSpecs(specs, coreCount) {
  const { since, files: changed } = changedFiles()
  const { default: typescript } = await import('typescript')
  const importsOf = (/** @type {string} */ text) =>
    typescript.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  const distances = distancesFrom(changed, dependentsIn(readSources(), importsOf), specs)
  const touched = nearestFirst(specs, distances, changed.map(roomOf))
  const files = withinBudget(touched, distances, coreCount * SECONDS_OF_A_CORE)
  return { since, changed, files, leftOut: touched.length - files.length }
}

/**
 * How many steps lie between each file and the changes. A file that nothing depends on by name,
 * such as a migration or a template, is as near to the tests of its room as if they named it.
 *
 * @param {string[]} changed
 * @param {import('./dependents.js').Dependents} dependents
 * @param {string[]} specs
 * @returns {Map<string, number>}
 */
export function distancesFrom(changed, dependents, specs) {
  const distances = new Map(changed.map((file) => [file, 0]))
  const reach = (/** @type {Iterable<string>} */ files, /** @type {number} */ distance) => {
    for (const file of files) if (!distances.has(file)) distances.set(file, distance)
  }
  for (const file of changed) {
    const isMet = specs.includes(file) || [...dependents(file)].length > 0
    const isBesides = file.endsWith('.md') || !file.includes('/')
    if (isMet || isBesides) continue
    reach(
      specs.filter((spec) => roomOf(spec) === roomOf(file)),
      1
    )
  }
  // A map is walked in the order of its entries, including those that are added on the way: the
  // nearest first.
  for (const [file, distance] of distances) reach(dependents(file), distance + 1)
  return distances
}

/**
 * Among equally near files, those of the changed rooms come first, and of these the quick ones.
 *
 * @param {string[]} specs
 * @param {Map<string, number>} distances
 * @param {string[]} rooms
 */
export function nearestFirst(specs, distances, rooms) {
  const ranked = specs.flatMap((spec) => {
    const distance = distances.get(spec)
    if (distance === undefined) return []
    return [{ spec, rank: [distance, rooms.includes(roomOf(spec)) ? 0 : 1, secondsOf(spec)] }]
  })
  const difference = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
    a.map((part, at) => part - (b[at] ?? 0)).find((part) => part !== 0) ?? 0
  return ranked.sort((a, b) => difference(a.rank, b.rank)).map(({ spec }) => spec)
}

/** @param {string} file of a module, or of its tests; what is in neither belongs to the host */
function roomOf(file) {
  return ROOM.exec(file)?.[1] ?? 'host'
}

/**
 * @param {string[]} specs nearest first
 * @param {Map<string, number>} distances
 * @param {number} seconds
 */
export function withinBudget(specs, distances, seconds) {
  let left = seconds
  return specs.filter((spec) => {
    const hasChanged = distances.get(spec) === 0
    if (!hasChanged && secondsOf(spec) > left) return false
    left -= secondsOf(spec)
    return true
  })
}
