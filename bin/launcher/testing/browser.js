// @ts-check
import { LaunchError } from '../base/errors.js'
import { ensurePrograms, findProgram, isExecutable } from '../services/packages.js'

/** @type {import('../services/packages.js').Need} */
export const BROWSER_NEED = {
  what: 'For the browser tests Chromium is',
  // It draws the same pages as the whole browser for two fifths less of a processor.
  programs: ['chromium-headless-shell'],
  otherwise: 'set CHROMIUM_PATH to a Chromium that is there',
}

/**
 * The browser that a setting names in place of the system's.
 *
 * @param {import('../base/settings.js').Settings} settings
 * @returns {string | null} null: nobody chose one
 * @throws {LaunchError} when it is not there
 */
export function chosenBrowser(settings) {
  const chosen = settings.get('CHROMIUM_PATH')
  if (chosen === undefined) return null
  if (isExecutable(chosen)) return chosen
  throw new LaunchError(
    `CHROMIUM_PATH is ${chosen}, which is no program this user may run.\n` +
      'Correct it, or unset it to use the Chromium of the system.'
  )
}

/**
 * Makes sure that the tests have a browser. The service itself never needs one.
 *
 * @param {import('../services/prerequisites.js').Run} run
 * @returns {Promise<string>} its path
 * @throws {LaunchError} naming the command to run when it cannot be installed
 */
export function ensureBrowser(run) {
  return run.terminal.step('Browser', async (step) => {
    const chosen = chosenBrowser(run.settings)
    if (chosen !== null) {
      step.note(chosen)
      return chosen
    }
    try {
      await ensurePrograms(run, BROWSER_NEED, step)
    } catch (error) {
      const whole = findProgram('chromium')
      if (whole === null || !(error instanceof LaunchError)) throw error
      step.note(whole)
      return whole
    }
    return String(findProgram('chromium-headless-shell'))
  })
}
