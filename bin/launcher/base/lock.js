// @ts-check
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readJson, writeFileDurably } from './files.js'
import { pause } from './pause.js'
import { identityOf, isAlive } from './process_identity.js'

const RETRY_MS = 200

/**
 * @typedef {'starting' | 'running' | 'stopping'} LockState
 * @typedef {{ pid: number, startMark: string, command: string, state: LockState, url?: string }} LockOwner
 * @typedef {{ update(patch: Partial<LockOwner>): void, release(): void }} Lock
 */

/** Another living process holds the lock. */
export class LockHeldError extends Error {
  /** @param {LockOwner} owner */
  constructor(owner) {
    super(`held by process ${owner.pid}`)
    this.owner = owner
  }
}

/**
 * @param {string} path
 * @returns {LockOwner | null} null when nobody alive holds it
 */
export function lockOwner(path) {
  const owner = readJson(path)
  return owner && isAlive(owner) ? owner : null
}

/**
 * Moves a dead owner's lock away. Two processes may find the same dead lock: a process that has
 * moved a lock with another content puts it back.
 *
 * @param {string} path
 * @param {string} deadContent
 */
function clearDeadLock(path, deadContent) {
  const aside = `${path}.${process.pid}.dead`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readFileSync(aside, 'utf8') !== deadContent) {
    try {
      linkSync(aside, path)
    } catch {
      // A third process took the lock meanwhile, and owns it now.
    }
  }
  rmSync(aside, { force: true })
}

/**
 * Takes the lock at once or throws. The file appears complete or not at all (hard link), so nobody
 * ever reads half a lock.
 *
 * @param {string} path
 * @param {string} command shown to whoever is refused
 * @returns {Lock}
 * @throws {LockHeldError}
 */
export function acquireLock(path, command) {
  /** @type {LockOwner} */
  let owner = { ...identityOf(process.pid), command, state: 'starting' }
  const draft = `${path}.${process.pid}.new`
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 })
  try {
    for (;;) {
      try {
        linkSync(draft, path)
        break
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
      }
      const held = lockOwner(path)
      if (held) throw new LockHeldError(held)
      let deadContent
      try {
        deadContent = readFileSync(path, 'utf8')
      } catch {
        continue
      }
      const stillHeld = lockOwner(path)
      if (stillHeld) throw new LockHeldError(stillHeld)
      clearDeadLock(path, deadContent)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  let released = false
  return {
    update(patch) {
      // A late update must not bring a released lock back.
      if (released) return
      owner = { ...owner, ...patch }
      writeFileDurably(path, JSON.stringify(owner))
    },
    release() {
      released = true
      rmSync(path, { force: true })
    },
  }
}

/**
 * Like `acquireLock`, but gives an owner that `mayWaitFor` accepts (by default: one that is already
 * stopping) time to finish.
 *
 * @param {string} path
 * @param {string} command
 * @param {{ waitMs: number, onWait?: (owner: LockOwner) => void, mayWaitFor?: (owner: LockOwner) => boolean, signal?: AbortSignal }} options
 * @returns {Promise<Lock>}
 * @throws {LockHeldError}
 */
export async function acquireLockPatiently(path, command, options) {
  const mayWaitFor = options.mayWaitFor ?? ((owner) => owner.state === 'stopping')
  const deadline = Date.now() + options.waitMs
  let announced = false
  for (;;) {
    try {
      return acquireLock(path, command)
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error
      if (!mayWaitFor(error.owner) || Date.now() > deadline) throw error
      if (!announced) options.onWait?.(error.owner)
      announced = true
    }
    await pause(RETRY_MS, options.signal)
  }
}
