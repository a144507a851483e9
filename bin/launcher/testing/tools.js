// @ts-check
import { ensurePrograms } from '../services/packages.js'

/**
 * Tools that one spec file runs and the service does not need.
 *
 * @type {Array<{ spec: string, title: string } & import('../services/packages.js').Need>}
 */
export const TOOLS = [
  {
    spec: 'tests/faults/host/production.spec.ts',
    title: 'Backup tools',
    what: 'For the test that restores a backup the tools of MariaDB are',
    programs: ['mariadb-backup', 'mariadb-binlog'],
    otherwise: 'leave that test out by naming others',
  },
  {
    spec: 'tests/functional/host/watching.spec.ts',
    title: 'Alert rules',
    what: 'For the test of the alert rules promtool is',
    programs: ['promtool'],
    otherwise: 'leave that test out by naming others',
  },
]

/**
 * Makes sure that the tools of these spec files are installed: a test that is skipped proves nothing.
 *
 * @param {import('../services/prerequisites.js').Run} run
 * @param {string[]} files
 * @throws {import('../base/errors.js').LaunchError} naming the command to run when one cannot be installed
 */
export async function ensureTools(run, files) {
  for (const tool of TOOLS.filter(({ spec }) => files.includes(spec))) {
    await run.terminal.step(tool.title, (step) => ensurePrograms(run, tool, step))
  }
}
