// @ts-check
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../base/errors.js'
import { lockOwner } from '../base/lock.js'
import { OWNED_ENTRIES, layoutOf, shown } from '../base/paths.js'
import { sweepLeftovers } from '../base/run_registry.js'
import { Settings } from '../base/settings.js'
import { Terminal } from '../base/terminal.js'
import { printFailure } from './run.js'

/** Installations that live inside the data directory. */
const NESTED = ['test', 'bench', 'fuzz', 'cluster']

/** @param {import('../base/paths.js').Layout[]} layouts */
function refuseWhileRunning(layouts) {
  for (const layout of layouts) {
    const owner = lockOwner(layout.lockFile)
    if (!owner) continue
    throw new LaunchError(
      `"${owner.command}" still runs on ${shown(layout.root)} (process ${owner.pid}). ` +
        `Stop it first: Ctrl-C in its terminal, or kill ${owner.pid}`
    )
  }
}

/**
 * Deletes the installation's data, but only what the launcher created: a data directory that was
 * set to a wrong place by mistake keeps everything else.
 */
export async function reset() {
  const terminal = new Terminal()
  try {
    const layout = layoutOf(Settings.load().get('DATA_DIR') ?? '.data')
    const layouts = [layout, ...NESTED.map((name) => layoutOf(join(layout.root, name)))]
    refuseWhileRunning(layouts)
    for (const { run } of layouts) {
      const swept = await sweepLeftovers(run)
      if (swept.length > 0) terminal.print(`Stopped what was left running: ${swept.join(', ')}`)
    }
    const present = existsSync(layout.root) ? readdirSync(layout.root) : []
    const owned = present.filter((name) => OWNED_ENTRIES.includes(name))
    for (const name of owned) {
      rmSync(join(layout.root, name), { recursive: true, force: true })
      terminal.print(`Removed ${shown(join(layout.root, name))}`)
    }
    const kept = present.filter((name) => !OWNED_ENTRIES.includes(name))
    if (kept.length > 0)
      terminal.print(`Kept in ${shown(layout.root)}, not ours: ${kept.join(', ')}`)
    terminal.print(
      owned.length > 0 ? 'The next start begins empty.' : 'There was nothing to remove.'
    )
  } catch (error) {
    printFailure(terminal, error)
    process.exit(1)
  }
}
