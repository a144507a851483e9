// @ts-check
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path/posix'

/**
 * @typedef {import('node:module').ResolveHookSync} Resolve
 * @typedef {Record<string, [path: string, format?: string | null]>} Known by folder, kind and name
 */

/**
 * Where imports of packages by packages lead. Node.js looks for each of two thousand in the file
 * system, which took an eighth of the processor time of a start. The places are written down when a
 * process exits, and count until npm changes the packages. What leads out of them is not written down,
 * and a file that cannot be written only costs time.
 *
 * @param {string} packages URL of `node_modules/`
 * @param {URL} place of the file
 * @returns {Resolve}
 */
export function resolutionsOf(packages, place) {
  const seal = sealOf(new URL('.package-lock.json', packages))
  if (seal === null) return (specifier, context, next) => next(specifier, context)
  const known = read(place, seal)
  let isLonger = false
  process.once('exit', () => {
    // Another process may have written down others meanwhile.
    if (isLonger) write(place, { seal, known: { ...read(place, seal), ...known } })
  })
  return (specifier, context, next) => {
    const { parentURL = '', conditions } = context
    const isOfPackage = parentURL.startsWith(packages) && !specifier.startsWith('node:')
    if (!isOfPackage) return next(specifier, context)
    const folder = dirname(parentURL.slice(packages.length))
    const key = `${folder} ${conditions.includes('require') ? 'requires' : 'imports'} ${specifier}`
    const [path, format] = known[key] ?? []
    if (path !== undefined) {
      return { url: `${packages}${path}`, format: format ?? undefined, shortCircuit: true }
    }
    const found = next(specifier, context)
    if (found.url.startsWith(packages)) {
      known[key] = [found.url.slice(packages.length), found.format]
      isLonger = true
    }
    return found
  }
}

/**
 * npm writes this file with each change of the packages.
 *
 * @param {URL} file
 * @returns {string | null} null: another program has installed them
 */
function sealOf(file) {
  try {
    const { mtimeMs, size } = statSync(file)
    return `${mtimeMs} ${size} ${process.version}`
  } catch {
    return null
  }
}

/**
 * @param {URL} place
 * @param {string} seal
 * @returns {Known}
 */
function read(place, seal) {
  try {
    const kept = JSON.parse(readFileSync(place, 'utf8'))
    return kept.seal === seal ? kept.known : {}
  } catch {
    return {}
  }
}

/**
 * Complete or not at all, because other processes start at the same moment.
 *
 * @param {URL} place
 * @param {{ seal: string, known: Known }} content
 */
function write(place, content) {
  const draft = new URL(`${place.href}.${process.pid}`)
  try {
    mkdirSync(new URL('.', place), { recursive: true })
    writeFileSync(draft, JSON.stringify(content))
    renameSync(draft, place)
  } catch {
    // The directory is read only, or the disk is full.
  }
}
