// @ts-check
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { LaunchError } from './errors.js'
import { PROJECT_ROOT } from './paths.js'

const NEEDED_MAJOR = 24

/**
 * The Node.js that runs the service: the one npm installed beside it, else the caller's.
 *
 * @returns {string} path of the binary
 * @throws {LaunchError} when neither is new enough
 */
export function nodeBinary() {
  const vendored = join(
    PROJECT_ROOT,
    `node_modules/node-${process.platform}-${process.arch}/bin/node`
  )
  if (existsSync(vendored)) return vendored
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) return process.execPath
  throw new LaunchError(
    `Node.js ${NEEDED_MAJOR} is needed and does not come with the dependencies on ${process.platform}-${process.arch}. ` +
      `Install Node.js ${NEEDED_MAJOR} (https://nodejs.org) and start again; on Linux x64 or arm64 run "npm ci" instead.`
  )
}

/**
 * Puts the project's programs first in the PATH, so that everything started with it finds the right
 * `node`, also through `#!/usr/bin/env node`.
 *
 * @param {Record<string, string>} env
 */
export function withProjectBinaries(env) {
  const binaries = join(PROJECT_ROOT, 'node_modules/.bin')
  return { ...env, PATH: `${binaries}${delimiter}${env.PATH ?? ''}` }
}

/** Arguments that run one of the project's TypeScript entry points. */
export function entryPoint(/** @type {string} */ file, /** @type {string[]} */ ...args) {
  return ['--import=./bin/typescript.js', file, ...args]
}
