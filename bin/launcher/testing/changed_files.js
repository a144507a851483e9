// @ts-check
import { spawnSync } from 'node:child_process'
import { LaunchError } from '../base/errors.js'
import { PROJECT_ROOT } from '../base/paths.js'

const TRUNKS = ['main', 'origin/main']

/**
 * The files that differ from the place where this branch left the trunk, committed or not; on the
 * trunk itself, the uncommitted changes.
 *
 * @param {string} [root] of the project
 * @returns {{ since: string, files: string[] }} paths relative to the project, of deleted files too
 * @throws {LaunchError} when Git cannot tell
 */
export function changedFiles(root = PROJECT_ROOT) {
  const git = (/** @type {string[]} */ ...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : null
  }
  const since = TRUNKS.map((trunk) => git('merge-base', 'HEAD', trunk)).find(Boolean) ?? 'HEAD'
  const differing = git('diff', '--name-only', '--no-renames', '--relative', '-z', since)
  const unknown = git('ls-files', '--others', '--exclude-standard', '-z')
  if (differing === null || unknown === null) {
    throw new LaunchError(
      'npm test -- --changed asks Git what has changed, and Git does not know this directory.\n' +
        'Name the spec files instead: npm test -- ledger'
    )
  }
  const files = `${differing}\0${unknown}`.split('\0').filter((file) => file !== '')
  return { since: since.slice(0, 10), files: [...new Set(files)].sort() }
}
