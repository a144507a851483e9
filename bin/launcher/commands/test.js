// @ts-check
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { InterruptedError } from '../base/errors.js'
import { createLayout, layoutOf, shown } from '../base/paths.js'
import { Settings } from '../base/settings.js'
import { ensurePrerequisites } from '../services/prerequisites.js'
import { ensureBrowser } from '../testing/browser.js'
import { lint, lintChanged, typecheck } from '../testing/checks.js'
import { printCoverage } from '../testing/coverage.js'
import {
  oneFailure,
  processorsLine,
  results,
  slowestFiles,
  summaryLine,
  sumOf,
  tookText,
} from '../testing/results.js'
import { MOST_FILES, secondTryLines, withSecondTry } from '../testing/second_try.js'
import {
  bundlesOf,
  everySpecFile,
  findSpecFiles,
  needBrowser,
  specsOfPackage,
} from '../testing/spec_files.js'
import { ensureTools } from '../testing/tools.js'
import { touchedSpecs } from '../testing/touched_specs.js'
import { runBundles, startTestServices, sweepNestedInstallations } from '../testing/workers.js'
import { printFailure, runCommand } from './run.js'

const MAX_WORKERS = 4
const INTERRUPTED_EXIT_CODE = 130
const SLOWEST_SHOWN = 15

/**
 * @typedef {import('./run.js').LockedRun} LockedRun
 * @typedef {object} Selection
 * @property {string[]} files
 * @property {boolean} isChecked type check and lint run too
 * @property {boolean} [isWhole] nothing is left out, and a few files that fail are tried once more
 * @property {string[]} [changed] what lint looks at, when that is not everything
 * @property {string} [skipped] what does not run, and why
 * @property {string} [nothing] why no file is selected, when that is well
 */

const CHANGED = '--changed'
const COVERAGE = '--coverage'

/**
 * @param {string[]} filters parts of paths; a file runs when it contains one of them
 * @returns {Selection}
 */
function select(filters) {
  const all = findSpecFiles()
  if (filters.length === 0) return { files: all, isChecked: true, isWhole: true }
  const inProject = everySpecFile().filter((file) =>
    filters.some((filter) => file.includes(filter))
  )
  const files = [...inProject, ...filters.flatMap(specsOfPackage)]
  const skipped =
    `Skipped because of the filter "${filters.join(' ')}": ` +
    `type check, lint, ${all.length - inProject.length} spec files.`
  return { files, isChecked: false, skipped }
}

/** @returns {Promise<Selection>} what the changes since the trunk touch */
async function selectTouched() {
  const all = findSpecFiles()
  const { since, changed, files, leftOut } = await touchedSpecs(all, coreCount())
  const what = `${changed.length} changed files since ${since}`
  const touched = `${files.length + leftOut} of ${all.length} spec files are touched by ${what}.`
  const left = `Skipped: the ${leftOut} furthest ones, for which a minute is too short.`
  const skipped = leftOut > 0 ? `${touched} ${left}` : touched
  const nothing = `No spec file is touched by ${what}.`
  return { files, isChecked: changed.length > 0, changed, skipped, nothing }
}

/** Three for two cores: test processes wait for more than half of their time (docs/decisions/0048). */
function workerCount() {
  const wanted = Number(process.env.TEST_WORKERS) || Math.ceil(coreCount() * 1.5)
  return Math.max(1, Math.min(MAX_WORKERS, wanted))
}

function coreCount() {
  return availableParallelism ? availableParallelism() : cpus().length
}

/** @param {import('../base/paths.js').Layout} layout */
function clearTraces(layout) {
  // A test database is not crash safe, so that one left by a killed run is never opened again.
  const { mysql, redis, scratch, coverage } = layout
  for (const path of [mysql, redis, scratch, coverage, secondTryFile(layout)]) {
    rmSync(path, { recursive: true, force: true })
  }
  createLayout(layout)
  mkdirSync(layout.coverage, { recursive: true })
}

/**
 * Where what passed only at the second try is written too, for programs; there is none otherwise.
 *
 * @param {import('../base/paths.js').Layout} layout
 */
function secondTryFile({ root }) {
  return join(root, 'second_try.txt')
}

/**
 * Type check, lint and tests, all of them even when one fails.
 *
 * @param {LockedRun} run
 * @param {string[]} args
 */
async function runEverything(run, args) {
  await sweepNestedInstallations(run.layout)
  clearTraces(run.layout)
  const isCounting = args.includes(COVERAGE)
  const filters = args.filter((arg) => arg !== COVERAGE)
  // A whole run knows its files before the packages are there that say which ones a change touches.
  const whole = filters.length === 0 ? select([]) : null
  /** @type {Record<string, string>} */
  let browserEnv = {}
  const equip = async (/** @type {string[]} */ files) => {
    await ensureTools(run, files)
    if (needBrowser(files)) browserEnv = { CHROMIUM_PATH: await ensureBrowser(run) }
  }
  const more = async () => void (whole && (await equip(whole.files)))
  const node = await ensurePrerequisites(run, { database: true, redis: true }, more)
  const selection = whole ?? (filters.includes(CHANGED) ? await selectTouched() : select(filters))
  const { files, isChecked, isWhole, changed, skipped, nothing } = selection
  if (whole === null) await equip(files)
  const bundles = bundlesOf(files, workerCount(), isCounting)
  // They run beside the tests, which wait for processes and for each other often enough to leave
  // room.
  const checking = Promise.all(
    isChecked
      ? [typecheck(run, !changed), changed ? lintChanged(run, changed) : lint(run, true)]
      : []
  )
  // It is awaited last; an interruption meanwhile is reported by what is awaited first.
  checking.catch(() => {})
  const store = await startTestServices(run, bundles.length + MOST_FILES)
  run.lock.update({ state: 'running' })
  run.terminal.print(`\n${files.length} spec files in ${bundles.length} test processes\n`)
  const how = {
    workerCount: workerCount(),
    env: browserEnv,
    ...(isCounting && { coverageDirectory: run.layout.coverage }),
  }
  const first = sumOf(await runBundles(run, node, bundles, store, how))
  const checks = await checking
  const runAgain = async (/** @type {string[]} */ failed) => {
    run.terminal.print(`\nOnce more, alone: ${failed.join(', ')}\n`)
    const alone = { ...how, workerCount: 1, after: bundles.length }
    const each = failed.map((file) => [file])
    return sumOf(await runBundles(run, node, each, store, alone))
  }
  const tested = isWhole ? await withSecondTry(first, runAgain) : first
  run.terminal.print()
  printSlowest(run, tested)
  if (isCounting) await printCoverage(run, node)
  if (skipped !== undefined) run.terminal.print(skipped)
  if (files.length === 0 && nothing !== undefined) run.terminal.print(nothing)
  else if (tested.passed + tested.failed === 0) {
    checks.push(oneFailure('tests', 'No test was executed. A run without tests proves nothing.'))
  }
  return sumOf([...checks, tested])
}

/**
 * @param {LockedRun} run
 * @param {import('../testing/results.js').Results} sum
 */
function printSlowest({ terminal }, sum) {
  const slowest = slowestFiles(sum, SLOWEST_SHOWN)
  if (slowest.length < SLOWEST_SHOWN) return
  terminal.print('Slowest files:')
  for (const [file, took] of slowest) terminal.print(`  ${tookText(took)}  ${shown(file)}`)
  terminal.print(`  ${tookText(sum.inAll)}  all test processes`)
  terminal.print()
}

/**
 * @param {LockedRun} run
 * @param {import('../testing/results.js').Results} sum
 */
function printFailures({ terminal }, { failures }) {
  for (const { file, title, message } of failures) {
    const where = file ? `  (${shown(file)})` : ''
    terminal.print(`\n${terminal.paint.red('✖')} ${title}${where}`)
    for (const line of message.split('\n')) terminal.print(`    ${line}`)
  }
}

/**
 * @param {LockedRun} run
 * @param {import('../testing/results.js').Results} sum
 */
function printSecondTry({ terminal, layout }, sum) {
  const lines = secondTryLines(sum)
  if (lines.length === 0) return
  writeFileSync(secondTryFile(layout), `${lines.join('\n')}\n`)
  terminal.print()
  for (const line of lines) terminal.print(line.startsWith(' ') ? line : terminal.paint.red(line))
}

/**
 * Runs the whole test suite with services of its own; or the files whose path contains a filter;
 * or, with `--changed`, those that the changes touch. With `--coverage` it also counts what they go
 * through. Of a whole run the few files that failed are tried once more. The last line printed always
 * begins with `N passed, N failed`.
 *
 * @param {string[]} args filters, or `--changed`; and `--coverage`
 */
export async function test(args) {
  const settings = Settings.isolated()
  const layout = layoutOf(join(layoutOf(process.env.DATA_DIR || '.data').root, 'test'))
  const interruptedExitCode = INTERRUPTED_EXIT_CODE
  const options = { command: 'npm test', layout, settings, interruptedExitCode }
  await runCommand(options, async (run) => {
    let sum = results()
    try {
      sum = await runEverything(run, args)
    } catch (error) {
      if (run.session.interrupted || error instanceof InterruptedError) throw error
      printFailure(run.terminal, error)
      sum = oneFailure('preparation', 'The tests could not run, see above.')
    }
    await run.session.close()
    run.terminal.print(processorsLine(run.session.processorMs, performance.now()))
    printFailures(run, sum)
    printSecondTry(run, sum)
    run.terminal.print(`\n${summaryLine(sum)}`)
    return sum.failed === 0 ? 0 : 1
  })
}
