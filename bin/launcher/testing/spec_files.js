// @ts-check
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { PROJECT_ROOT } from '../base/paths.js'

const BROWSER_SPEC = /(^|\/)tests\/browser\//
const FAULT_SPEC = /(^|\/)tests\/faults\//
const UNCOUNTED_SPEC =
  /(^|\/)tests\/(browser|faults|properties)\/|^tests\/(functional\/host\/fuzz|unit\/custody\/contracts\/(foundry|artifacts))\.spec\.ts$/
/** These specs only compute, or ask one question after the other: none of them has to answer in time. */
const PATIENT_SPEC = /(^|\/)tests\/(unit|properties)\/|^tests\/functional\/host\/fuzz\.spec\.ts$/

/** What these are about happens in the books: their money is only there to be moved. */
const BOOKS_SPEC =
  /^tests\/(functional|faults)\/(analytics|approvals|auth|ledger|monitors|payment_links|realtime|reconciliation|schedules|venue|webhooks)\//
/** Whoever speaks of these means what is on the chain, or may be; or dies wherever a job can. */
const CHAIN_WORDS =
  /zone|boundar|withdraw|defund|chain|pool|txHash|vault|custody|asset: 'live'|LiveDesk|JOB_FAILPOINTS/i

/** These speak of chains of hashes, of time zones, of a name or a refusal: what they prove needs no chain. */
export const WITHOUT_CHAIN = [
  'analytics/value_history',
  'auth/audit_chain',
  'auth/audit_reading',
  'auth/new_user',
  'auth/permissions',
  'auth/scoped_tokens',
  'auth/signing_key_history',
  'ledger/labels',
  'ledger/movements',
  'ledger/object_limits',
  'ledger/own_books',
  'ledger/signed_operations',
  'payment_links/closed_realm',
  'payment_links/list_links',
  'schedules/schedules',
  'venue/refusals',
  'venue/scenarios',
  'venue/venue_checks',
].map((name) => `tests/functional/${name}.spec.ts`)

/** Measured on two cores, rounded. Files that are missing here are judged by their kind. */
export const SLOW_SECONDS = /** @type {Record<string, number>} */ ({
  'tests/functional/host/fuzz.spec.ts': 42,
  'tests/faults/ledger/failpoints.spec.ts': 115,
  'tests/faults/ledger/killed_under_load.spec.ts': 62,
  'tests/faults/custody/live_realm.spec.ts': 75,
  'tests/faults/venue/workers.spec.ts': 36,
  'tests/browser/payment.spec.ts': 66,
  'tests/browser/console.spec.ts': 48,
  'tests/browser/console_actions.spec.ts': 90,
  'tests/browser/console_buttons.spec.ts': 50,
  'tests/browser/console_reading.spec.ts': 40,
  'tests/faults/launcher/restart.spec.ts': 80,
  'tests/functional/host/added_module.spec.ts': 125,
  'tests/functional/host/guides.spec.ts': 46,
  'tests/faults/venue/trading_failpoints.spec.ts': 55,
  'tests/unit/custody/contracts/foundry.spec.ts': 220,
  'tests/faults/custody/random_movements.spec.ts': 50,
  'tests/faults/custody/rpc_faults.spec.ts': 48,
  'tests/browser/pages.spec.ts': 32,
  'tests/functional/custody/withdrawal_faults.spec.ts': 32,
  'tests/faults/custody/node_killed.spec.ts': 31,
  'tests/faults/host/production.spec.ts': 86,
  'tests/faults/ledger/foreseen_groups.spec.ts': 30,
  'tests/faults/custody/transaction_faults.spec.ts': 25,
  'tests/faults/venue/live_crash.spec.ts': 25,
  'tests/unit/custody/contracts/artifacts.spec.ts': 95,
  'tests/functional/ledger/books.spec.ts': 15,
  'tests/functional/venue/scenarios.spec.ts': 5,
  'tests/functional/custody/realm_halt.spec.ts': 10,
  'tests/functional/custody/deposits.spec.ts': 9,
  'tests/functional/custody/time_lock.spec.ts': 9,
  'tests/functional/custody/withdrawals.spec.ts': 9,
  'tests/functional/ledger/export.spec.ts': 9,
  'tests/functional/auth/audit.spec.ts': 8,
  'tests/functional/ledger/bulk_transfer.spec.ts': 8,
  'tests/functional/ledger/isolation_zones.spec.ts': 8,
})

/**
 * Seconds that a file of each kind takes, and a unit test. Files that wait for a chain are slow, and
 * begin early.
 */
const SECONDS = /** @type {Array<[RegExp, number]>} */ ([
  [FAULT_SPEC, 15],
  [BROWSER_SPEC, 5],
  [/(^|\/)tests\/functional\/custody\//, 6],
  [/(^|\/)tests\/functional\/ledger\//, 3],
  [/(^|\/)tests\/functional\//, 2],
  [/(^|\/)tests\/properties\//, 1.5],
])
const SECONDS_WITHOUT_CHAIN = 1.5
const SECONDS_OF_A_UNIT = 0.4

/** @param {string} file */
export function secondsOf(file) {
  const ofItsKind = SECONDS.find(([pattern]) => pattern.test(file))?.[1] ?? SECONDS_OF_A_UNIT
  const most = FAULT_SPEC.test(file) || needChain([file]) ? ofItsKind : SECONDS_WITHOUT_CHAIN
  return SLOW_SECONDS[file] ?? most
}

/**
 * @param {string[]} files
 * @returns {boolean} whether one of them opens pages in a browser
 */
export function needBrowser(files) {
  return files.some((file) => BROWSER_SPEC.test(file))
}

/**
 * Counting coverage makes a process slower by a quarter, and one that only computes by two fifths.
 * Tests of faults, browsers and models, and the fuzzer, go through code that other tests go through
 * too, and those of the contracts through none that is counted.
 *
 * @param {string[]} files
 * @returns {boolean} whether the coverage of a process that runs them is worth counting
 */
export function isCounted(files) {
  return files.some((file) => !UNCOUNTED_SPEC.test(file))
}

/**
 * @param {string[]} files
 * @returns {boolean} whether they may run in what the others leave of the machine
 */
export function arePatient(files) {
  return files.every((file) => PATIENT_SPEC.test(file))
}

/**
 * Whether a process that runs these files needs a chain. Where none is configured paper money moves in the
 * books alone, as for whoever installs the service without one: a deposit then takes an eighth of a
 * processor, and a realm half. That the chain carries both is proved where it is spoken of.
 *
 * @param {string[]} files relative to the project
 */
export function needChain(files) {
  const isOfBooks = (/** @type {string} */ file) =>
    BOOKS_SPEC.test(file) && (WITHOUT_CHAIN.includes(file) || !speaksOfChain(file))
  return !files.every(isOfBooks)
}

/** @type {Map<string, boolean>} the files are sorted by what they take, and none is read twice */
const speaking = new Map()

/** @param {string} file */
function speaksOfChain(file) {
  const path = join(PROJECT_ROOT, file)
  const isSpeaking =
    speaking.get(file) ?? (existsSync(path) && CHAIN_WORDS.test(readFileSync(path, 'utf8')))
  speaking.set(file, isSpeaking)
  return isSpeaking
}

/**
 * Specs that have a command of their own: what one proves changes with a release, the other needs a
 * Python.
 */
const NAMED_SPEC = /^tests\/(upgrade|python)\//

/** @param {string} directory relative to the project */
function specsBelow(directory) {
  const absolute = join(PROJECT_ROOT, directory)
  if (!existsSync(absolute)) return []
  return readdirSync(absolute, { recursive: true })
    .map((file) => join(directory, String(file)))
    .filter((file) => file.endsWith('.spec.ts'))
}

/**
 * The spec files of a module in an npm package, which run in the service that has installed it.
 *
 * @param {string} filter `node_modules/@operator/visits`, or a part of it
 */
export function specsOfPackage(filter) {
  const path = normalize(filter)
  return path.startsWith('node_modules/') ? specsBelow(path).sort() : []
}

/** @returns {string[]} the spec files of a run, relative to the project, sorted */
export function findSpecFiles() {
  return everySpecFile().filter((file) => !NAMED_SPEC.test(file))
}

/** @returns {string[]} with those that run only when they are named */
export function everySpecFile() {
  const modules = join(PROJECT_ROOT, 'modules')
  const rooms = existsSync(modules) ? readdirSync(modules) : []
  return ['tests', ...rooms.map((room) => `modules/${room}/tests`)].flatMap(specsBelow).sort()
}

/**
 * The fewer files share a process and its database, the fewer of their leftovers run beside the
 * others. The fewer processes, the fewer chains, contracts and tables are set up: each costs some
 * five seconds of processors.
 */
const MAX_BUNDLE_SECONDS = 330
const MIN_BUNDLE_SECONDS = 120
/** A process for less than this costs more than it. */
const LITTLE_SECONDS = 30
/** Bundles that each worker still takes, whenever it takes one: the last ones end at about one time. */
const TURNS_LEFT = 2

/**
 * Packs the files into bundles, each for a process with a database of its own, and a chain where one is
 * needed. The slowest files come first and the smallest bundles last, so that no process is left alone
 * with much at the end. Where coverage is counted, files that are not worth counting are apart: they
 * would be slower beside one that is. So are those that are patient, and those that need a chain.
 *
 * @param {string[]} files
 * @param {number} workerCount
 * @param {boolean} isCounting
 * @returns {string[][]} none of them empty
 */
export function bundlesOf(files, workerCount, isCounting) {
  const most = Math.min(MAX_BUNDLE_SECONDS, totalOf(files) / workerCount)
  /** @param {number} left seconds of all files that are in no bundle yet */
  const limitOf = (left) =>
    Math.min(most, Math.max(MIN_BUNDLE_SECONDS, left / (TURNS_LEFT * workerCount)))
  /** @param {string} file */
  const kindOf = (file) =>
    [arePatient([file]), isCounting && isCounted([file]), !needChain([file])].map(Number).join()
  const kinds = files.map(kindOf)
  const alike = (/** @type {string} */ kind) => files.filter((_, index) => kinds[index] === kind)
  return [...new Set(kinds)]
    .sort()
    .flatMap((kind) => packed(alike(kind), most, limitOf))
    .sort((one, other) => totalOf(other) - totalOf(one))
}

/** @param {string[]} files */
function totalOf(files) {
  return files.reduce((sum, file) => sum + secondsOf(file), 0)
}

/**
 * @param {string[]} files
 * @param {number} most seconds of a bundle
 * @param {(left: number) => number} limitOf the seconds with which the next bundle is full
 */
function packed(files, most, limitOf) {
  const slowestFirst = [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1))
  const bundles = /** @type {string[][]} */ ([])
  let left = totalOf(files)
  let room = 0
  for (const file of slowestFirst) {
    if (room <= 0) {
      bundles.push([])
      room = limitOf(left)
    }
    bundles.at(-1)?.push(file)
    room -= secondsOf(file)
    left -= secondsOf(file)
  }
  const lastTwo = bundles.slice(-2)
  const isLittle = totalOf(lastTwo[1] ?? []) < LITTLE_SECONDS && totalOf(lastTwo.flat()) <= most
  return isLittle ? [...bundles.slice(0, -2), lastTwo.flat()] : bundles
}
