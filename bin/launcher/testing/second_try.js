// @ts-check
import { shown } from '../base/paths.js'
import { sumOf } from './results.js'

/** Whatever fails more files than these has a reason of its own, which a second try would only hide. */
export const MOST_FILES = 3

const HEADING = 'PASSED ONLY AT THE SECOND TRY: A DEFECT, TO BE MENDED BEFORE ANYTHING ELSE'
const RULE = '!'.repeat(HEADING.length)

/** @typedef {import('./results.js').Results} Results */

/**
 * Runs the few files that failed once more, and believes them when each of their tests passes then:
 * a machine that others share decides about time. Whatever no file is known for, such as a process
 * that died, is not tried again.
 *
 * @param {Results} first
 * @param {(files: string[]) => Promise<Results>} runAgain runs each file alone, in a fresh process
 * @returns {Promise<Results>} what passed only now is in `secondTry` and counts as passed
 */
export async function withSecondTry(first, runAgain) {
  const failed = [...new Set(first.failures.map(({ file }) => file))]
  if (failed.length === 0 || failed.length > MOST_FILES || failed.includes('')) return first
  const second = await runAgain(failed.map(shown))
  const inAll = sumOf([first, second]).inAll
  const { passed, ran } = countsOf(first, failed)
  // A test that is skipped now, or not reached, has not passed.
  if (second.failed > 0 || second.passed < ran) {
    const again = second.failures.map((each) => ({
      ...each,
      title: `${each.title}, at the second try`,
    }))
    return { ...first, inAll, failures: [...first.failures, ...again] }
  }
  return {
    ...first,
    inAll,
    passed: first.passed - passed + second.passed,
    failed: 0,
    failures: [],
    secondTry: first.failures,
  }
}

/**
 * @param {Results} results
 * @param {string[]} files
 */
function countsOf({ took }, files) {
  const counts = files.flatMap((file) => took[file] ?? [])
  const passed = counts.reduce((sum, each) => sum + each.passed, 0)
  return { passed, ran: counts.reduce((sum, each) => sum + each.failed, passed) }
}

/**
 * The tests that passed only at the second try, each with its first error, under a heading that
 * nobody overlooks.
 *
 * @param {Results} sum
 * @returns {string[]} lines, none when there is no such test
 */
export function secondTryLines({ secondTry }) {
  if (secondTry.length === 0) return []
  const named = secondTry.flatMap(({ file, title, message }) => [
    '',
    `${title}  (${shown(file)})`,
    ...message.split('\n').map((line) => `    ${line}`),
  ])
  return [RULE, HEADING, RULE, ...named]
}
