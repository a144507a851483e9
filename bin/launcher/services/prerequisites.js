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
 * Prepares a new machine so that everything else can run.
 *
 * @param {Run} run
 * @param {{ database: boolean, redis: boolean }} embedded which stores this run starts itself
 * @returns {Promise<string>} the Node.js binary that runs the service
 */
export async function ensurePrerequisites(run, embedded) {
  const { session, terminal, layout, settings } = run
  await terminal.step('Dependencies', (step) => ensureDependencies(session, layout, settings, step))
  const node = nodeBinary()
  if (embedded.database || embedded.redis) {
    await terminal.step('System packages', (step) =>
      ensurePrograms(run, storesNeed(embedded), step)
    )
  }
  return node
}
