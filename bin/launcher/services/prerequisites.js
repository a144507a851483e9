// @ts-check
import { ensureDependencies } from '../base/dependencies.js'
import { nodeBinary } from '../base/node_runtime.js'
import { ensurePrograms, storesNeed } from './packages.js'

/**
 * @typedef {object} Run everything the parts of one launcher run share
 * @property {import('../base/session.js').Session} session
 * @property {import('../base/terminal.js').Terminal} terminal
 * @property {import('../base/paths.js').Layout} layout
 * @property {import('../base/settings.js').Settings} settings
 */

/**
 * Prepares a new machine so that everything else can run. npm and the packages of the system are waited
 * for together: neither needs the other, and one mostly unpacks while the other one loads.
 *
 * @param {Run} run
 * @param {{ database: boolean, redis: boolean }} embedded which stores this run starts itself
 * @param {() => Promise<void>} [more] installs what else this run takes from the system
 * @returns {Promise<string>} the Node.js binary that runs the service
 */
export async function ensurePrerequisites(run, embedded, more = async () => {}) {
  const { session, terminal, layout, settings } = run
  const ofSystem = async () => {
    if (embedded.database || embedded.redis) {
      await terminal.step('System packages', (step) =>
        ensurePrograms(run, storesNeed(embedded), step)
      )
    }
    await more()
  }
  const ended = await Promise.allSettled([
    terminal.step('Dependencies', (step) => ensureDependencies(session, layout, settings, step)),
    ofSystem(),
  ])
  // Nobody stops npm half way because a package of the system is missing: the next start goes on there.
  for (const part of ended) if (part.status === 'rejected') throw part.reason
  return nodeBinary()
}
