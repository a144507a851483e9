// @ts-check
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync } from 'node:fs'
import { readJson, writeFileDurably } from './files.js'
import { LaunchError } from './errors.js'
import { shown } from './paths.js'

/**
 * @typedef {ReturnType<typeof generateSecrets>} Secrets
 */

/** The secrets that an installation makes for itself. */
export function generateSecrets() {
  return {
    appKey: randomBytes(32).toString('base64url'),
    /** Password of the user that owns the tables. */
    databasePassword: randomBytes(24).toString('base64url'),
    /** Password of the user that server and worker connect as. */
    databaseRuntimePassword: randomBytes(24).toString('base64url'),
    redisPassword: randomBytes(24).toString('base64url'),
    operatorKey: `0x${randomBytes(32).toString('hex')}`,
  }
}

/**
 * Reads the installation's secrets, creating them on the first start.
 *
 * @param {string} path
 * @returns {Secrets}
 * @throws {LaunchError} when the file exists but cannot be read: new secrets would not open old data
 */
export function loadSecrets(path) {
  const existing = readJson(path)
  if (existing === undefined && existsSync(path)) {
    throw new LaunchError(
      `${shown(path)} is damaged. Restore it from a backup, or run "npm run reset" to start over without the data.`
    )
  }
  const secrets = { ...generateSecrets(), ...existing }
  if (JSON.stringify(secrets) !== JSON.stringify(existing)) {
    writeFileDurably(path, `${JSON.stringify(secrets, null, 2)}\n`)
  }
  chmodSync(path, 0o600)
  return secrets
}
