// @ts-check
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/**
 * A process id alone is reused by the system; together with the moment the process started it is
 * unique. Every pid file holds both, so that a stale file can never get a stranger killed.
 *
 * @typedef {{ pid: number, startMark: string }} ProcessIdentity
 */

const HAS_PROC = existsSync('/proc/self/stat')

/** @param {number} pid */
function startMarkFromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name in parentheses may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [state] = fields
    if (state === 'Z' || state === 'X') return null
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
