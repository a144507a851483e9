// @ts-check
import { basename, join } from 'node:path'
import { existsSync, mkdirSync } from 'node:fs'
import { acquireLockPatiently } from './lock.js'
import { LaunchError } from './errors.js'
import { PROJECT_ROOT } from './paths.js'
import { readJson } from './files.js'
import { runOrFail } from './run_command.js'

const WAIT_FOR_OTHER_INSTALL_MS = 10 * 60_000

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean }} LockedPackage */

/**
 * Compares the lock file with npm's own record of what it installed. npm writes that record last,
 * so an interrupted installation never looks complete.
 *
 * @param {Record<string, LockedPackage> | undefined} locked `packages` of package-lock.json
 * @param {Record<string, LockedPackage> | undefined} installed `packages` of node_modules/.package-lock.json
 */
export function installationMatches(locked, installed) {
  if (!locked || !installed) return false
  const isWanted = Object.entries(locked).every(
    ([path, { version, optional, devOptional, peer }]) => {
      const found = installed[path]
      if (path === '') return true
      return found ? found.version === version : Boolean(optional || devOptional || peer)
    }
  )
  return isWanted && Object.keys(installed).every((path) => path in locked)
}

function isInstalled() {
  const locked = readJson(join(PROJECT_ROOT, 'package-lock.json'))
  const installed = readJson(join(PROJECT_ROOT, 'node_modules', '.package-lock.json'))
  return installationMatches(locked?.packages, installed?.packages)
}

/** npm as it called us, or the one on the PATH. */
export function npmCommand() {
  const npmCli = process.env.npm_execpath
  if (npmCli && basename(npmCli) === 'npm-cli.js' && existsSync(npmCli)) {
    return { command: process.execPath, args: [npmCli] }
  }
  return { command: 'npm', args: [] }
}

/**
 * Installs the npm packages when they are missing or differ from the lock file.
 *
 * @param {import('./session.js').Session} session
 * @param {import('./paths.js').Layout} layout
 * @param {import('./settings.js').Settings} settings
 * @param {import('./terminal.js').Step} step
 */
export async function ensureDependencies(session, layout, settings, step) {
  if (isInstalled()) return step.note('up to date')
  // Two commands of one clone with different data directories share node_modules.
  mkdirSync(join(PROJECT_ROOT, '.data'), { recursive: true, mode: 0o700 })
  const lock = await acquireLockPatiently(join(PROJECT_ROOT, '.data/npm-install.lock'), 'npm ci', {
    waitMs: WAIT_FOR_OTHER_INSTALL_MS,
    mayWaitFor: () => true,
    onWait: ({ pid }) => step.note(`waiting for the installation of process ${pid}`),
    signal: session.signal,
  })
  try {
    if (isInstalled()) return step.note('installed meanwhile')
    step.note('npm ci')
    const npm = npmCommand()
    const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
    await runOrFail(session, layout, {
      name: 'npm',
      command: npm.command,
      args: [...npm.args, ...options],
      env: settings.childEnv({}),
      tellingPart: 'start',
      whatFailed: 'npm ci failed (is the registry reachable? run "npm ci" to see it by itself)',
    })
    if (!isInstalled()) {
      throw new LaunchError(
        'npm ci ended well, but node_modules differs from package-lock.json. Run "npm install" and commit the lock file.'
      )
    }
    step.note('installed from package-lock.json')
  } finally {
    lock.release()
  }
}
