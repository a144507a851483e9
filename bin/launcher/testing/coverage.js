// @ts-check
import { existsSync, readdirSync } from 'node:fs'
import { withProjectBinaries } from '../base/node_runtime.js'
import { runToEnd } from '../base/run_command.js'

/** Sources whose coverage counts; tests and tools do not. */
const COUNTED = ['app/**', 'modules/**', 'providers/**', 'commands/**']

/**
 * Sums the coverage of all test processes up and prints it.
 *
 * @param {import('../services/prerequisites.js').Run} run
 * @param {string} node
 */
export async function printCoverage({ session, terminal, layout, settings }, node) {
  if (!existsSync(layout.coverage) || readdirSync(layout.coverage).length === 0) return
  /** @type {string[]} */
  const lines = []
  await terminal.step('Coverage', async (step) => {
    const { code } = await runToEnd(session, layout, {
      name: 'coverage',
      command: node,
      args: [
        'node_modules/c8/bin/c8.js',
        'report',
        '--temp-directory',
        layout.coverage,
        '--reporter=text-summary',
        '--all',
        ...COUNTED.map((pattern) => `--include=${pattern}`),
        '--exclude=**/tests/**',
        '--extension=.ts',
      ],
      env: withProjectBinaries(settings.childEnv({})),
      onLine: (line) => lines.push(line),
    })
    if (code !== 0) step.fail('could not be computed, see coverage.log')
  })
  const facts = lines.filter((line) => line.includes('%'))
  for (const line of facts) terminal.print(`    ${line.trim()}`)
}
