// @ts-check
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'

/**
 * A process id alone is reused by the system; together with the moment the process started it is
 * unique. Every pid file holds both, so that a stale file can never get a stranger killed.
 *
 * @typedef {{ pid: number, startMark: string }} ProcessIdentity
 */

const HAS_PROC = existsSync('/proc/self/stat')

/**
 * @param {number | string} pid
 * @returns {string[]} state, parent, group, …; the fields after the command name
 */
function statOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The command name in parentheses may itself hold spaces and parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const CLOCK_TICK_MS = 10
let countedMs = 0

/**
 * What the children of this process that have ended since the last call, and theirs, took of
 * processors.
 *
 * @returns {number} milliseconds; 0 where that is unknown
 */
export function processorMsOfEnded() {
  if (!HAS_PROC) return 0
  const [user, system] = statOf('self').slice(13, 15).map(Number)
  const before = countedMs
  countedMs = ((user ?? 0) + (system ?? 0)) * CLOCK_TICK_MS
  return countedMs - before
}

/** @param {string | undefined} state a zombie waits for its parent, but runs no more */
const isOver = (state) => state === 'Z' || state === 'X'

/** @param {number} pid */
function startMarkFromProc(pid) {
  try {
    const fields = statOf(pid)
    if (isOver(fields[0])) return null
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${bootId}:${fields[19]}`
  } catch {
    return null
  }
}

/** @param {number} pid */
function startMarkFromPs(pid) {
  try {
    const options = { encoding: /** @type {const} */ ('utf8'), stdio: /** @type {any} */ ('pipe') }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], options).trim() || null
  } catch {
    return null
  }
}

/**
 * @param {number} pid
 * @returns {string | null} null when no such process runs (a zombie does not run)
 */
export function startMarkOf(pid) {
  return HAS_PROC ? startMarkFromProc(pid) : startMarkFromPs(pid)
}

/**
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
export function identityOf(pid) {
  return { pid, startMark: startMarkOf(pid) ?? 'gone' }
}

/** @param {ProcessIdentity} identity */
export function isAlive(identity) {
  return startMarkOf(identity.pid) === identity.startMark
}

/**
 * @param {number} groupId
 * @returns {boolean} whether any process of the group still runs; false where that is unknown
 */
export function isGroupAlive(groupId) {
  if (!HAS_PROC) return false
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const [state, , group] = statOf(name)
      return Number(group) === groupId && !isOver(state)
    } catch {
      return false
    }
  })
}
