// @ts-check
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readJson, writeFileDurably } from './files.js'
import { identityOf, isAlive } from './process_identity.js'

/** MariaDB may need this long to write its buffers back. */
const STORE_DEADLINE_MS = 20_000
/**
 * Its launcher is gone, so no caller waits for its unfinished requests; the database keeps
 * unfinished jobs.
 */
const APPLICATION_DEADLINE_MS = 5000
const KILL_DEADLINE_MS = 5000
const POLL_MS = 50

/** @param {string} runDir @param {string} name */
const fileOf = (runDir, name) => join(runDir, `${name}.pid.json`)

/**
 * Stores a started process, so that the next launcher can stop it if this one is killed.
 *
 * @param {string} runDir
 * @param {string} name
 * @param {number} pid
 */
export function recordProcess(runDir, name, pid) {
  writeFileDurably(fileOf(runDir, name), JSON.stringify({ name, ...identityOf(pid) }))
}

/** @param {string} runDir @param {string} name */
export function forgetProcess(runDir, name) {
  rmSync(fileOf(runDir, name), { force: true })
}

/**
 * Processes that a killed launcher left behind. A recycled process id does not count.
 *
 * @param {string} runDir
 * @returns {Array<import('./process_identity.js').ProcessIdentity & { name: string }>}
 */
export function leftovers(runDir) {
  return records(runDir)
    .map((name) => readJson(join(runDir, name)))
    .filter((entry) => entry && isAlive(entry))
}

/** @param {string} runDir */
function records(runDir) {
  if (!existsSync(runDir)) return []
  return readdirSync(runDir).filter((name) => name.endsWith('.pid.json'))
}

/**
 * @param {import('./process_identity.js').ProcessIdentity} identity
 * @param {NodeJS.Signals} signal
 */
function signalGroup(identity, signal) {
  if (!isAlive(identity)) return
  try {
    // Every process is started as the leader of its own group, so this signals its children too.
    process.kill(-identity.pid, signal)
  } catch {
    // It ended between the check and the signal.
  }
}

/**
 * @param {import('./process_identity.js').ProcessIdentity[]} identities
 * @param {number} deadlineMs
 */
async function waitUntilGone(identities, deadlineMs) {
  const deadline = Date.now() + deadlineMs
  while (identities.some(isAlive) && Date.now() < deadline) await delay(POLL_MS)
}

/**
 * Stops what a killed launcher left behind and forgets it.
 *
 * @param {string} runDir
 * @returns {Promise<string[]>} the names of what was stopped
 */
export async function sweepLeftovers(runDir) {
  const found = leftovers(runDir)
  // The service goes first: without its stores it would only write errors while it ends.
  const isStore = (/** @type {{ name: string }} */ entry) =>
    /^(mariadb|redis|chain)/.test(entry.name)
  const rounds = [
    { group: found.filter((entry) => !isStore(entry)), deadlineMs: APPLICATION_DEADLINE_MS },
    { group: found.filter(isStore), deadlineMs: STORE_DEADLINE_MS },
  ]
  for (const { group, deadlineMs } of rounds) {
    for (const entry of group) signalGroup(entry, 'SIGTERM')
    await waitUntilGone(group, deadlineMs)
    for (const entry of group) signalGroup(entry, 'SIGKILL')
    await waitUntilGone(group, KILL_DEADLINE_MS)
  }
  for (const name of records(runDir)) rmSync(join(runDir, name), { force: true })
  return found.map((entry) => entry.name)
}
