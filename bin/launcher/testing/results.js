// @ts-check
import { readJson } from '../base/files.js'

/**
 * @typedef {{ file: string, title: string, message: string }} Failure
 * @typedef {object} Results
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {Failure[]} failures
 * @property {Failure[]} secondTry first failures of what passed at the second try; it counts as passed
 * @property {Record<string, Took & { passed: number, failed: number }>} took by file, with its tests
 * @property {Took} inAll
 * @typedef {{ ms: number, cpuMs: number }} Took on the clock, and of processors
 */

const NOTHING = { ms: 0, cpuMs: 0 }

/**
 * @param {Partial<Results>} [given]
 * @returns {Results}
 */
export function results(given = {}) {
  const none = { passed: 0, failed: 0, skipped: 0, failures: [], secondTry: [], took: {} }
  return { ...none, inAll: NOTHING, ...given }
}

/**
 * @param {string} title
 * @param {string} message
 * @param {string} [file]
 * @returns {Results}
 */
export function oneFailure(title, message, file = '') {
  return results({ failed: 1, failures: [{ file, title, message }] })
}

/**
 * @param {Results[]} parts
 * @returns {Results}
 */
export function sumOf(parts) {
  return parts.reduce(
    (sum, part) => ({
      passed: sum.passed + part.passed,
      failed: sum.failed + part.failed,
      skipped: sum.skipped + part.skipped,
      failures: [...sum.failures, ...part.failures],
      secondTry: [...sum.secondTry, ...part.secondTry],
      took: { ...sum.took, ...part.took },
      inAll: { ms: sum.inAll.ms + part.inAll.ms, cpuMs: sum.inAll.cpuMs + part.inAll.cpuMs },
    }),
    results()
  )
}

/**
 * The results of a test process. A process that died, wrote no report, or ended badly without
 * naming a failure counts as a failure: silence is never success.
 *
 * @param {{ reportFile: string, files: string[], exit: string, exitedWell: boolean }} run
 * @returns {Results}
 */
export function resultsOfWorker({ reportFile, files, exit, exitedWell }) {
  const report = readJson(reportFile)
  if (!report) {
    return oneFailure(
      'test process ended without a report',
      `${exit}; it had these files:\n${files.join('\n')}`
    )
  }
  const counted = results(report)
  if (counted.failed > 0 || exitedWell) return counted
  return sumOf([counted, oneFailure('test process ended badly', exit)])
}

/**
 * @param {Results} sum
 * @param {number} count
 * @returns {Array<[string, Took]>} the files that took longest
 */
export function slowestFiles({ took }, count) {
  const slowestFirst = Object.entries(took).sort(([, a], [, b]) => b.ms - a.ms)
  return slowestFirst.slice(0, count)
}

/** @param {Took} took */
export function tookText({ ms, cpuMs }) {
  const seconds = (/** @type {number} */ value) => String(Math.round(value / 1000)).padStart(4)
  return `${seconds(ms)} s ${seconds(cpuMs)} s of a processor`
}

/**
 * What a run took of the processors, by kind of process, the largest first.
 *
 * @param {ReadonlyMap<string, number>} processorMs
 * @param {number} ms of the clock
 */
export function processorsLine(processorMs, ms) {
  const seconds = (/** @type {number} */ value) => `${Math.round(value / 1000)} s`
  const kinds = [...processorMs].sort(([, a], [, b]) => b - a)
  const inAll = kinds.reduce((sum, [, took]) => sum + took, 0)
  const each = kinds.map(([kind, took]) => `${kind} ${seconds(took)}`)
  return `${seconds(inAll)} of a processor in ${seconds(ms)}: ${each.join(', ')}`
}

/** @param {Results} sum */
export function summaryLine({ passed, failed, skipped, secondTry }) {
  const besides = [
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(secondTry.length > 0 ? [`${secondTry.length} only at the second try`] : []),
  ]
  return [`${passed} passed, ${failed} failed`, ...besides].join(', ')
}
