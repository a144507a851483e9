import { glob, readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

/** Where forms of the console are declared: its own, and those on pages of other modules. */
const FORMS = ['modules/console/browser/actions/*.js', 'modules/*/pages/*.js']
const SCENARIOS = ['tests/browser/scenarios/*.ts']

/** The calls that the files declare as `operation: 'name'`, or as one of two by a condition. */
async function operationsIn(patterns: string[]): Promise<string[]> {
  const found = new Set<string>()
  for await (const file of glob(patterns, { cwd: app.makePath() })) {
    const text = await readFile(app.makePath(file), 'utf8')
    for (const [, declared] of text.matchAll(/^\s*operation: (.*'[a-zA-Z]+'),$/gm)) {
      const name = /'([a-zA-Z]+)'$/
      const [, either] = /\? '([a-zA-Z]+)'/.exec(declared!) ?? []
      for (const one of [either, name.exec(declared!)![1]]) if (one) found.add(one)
    }
  }
  return [...found].sort()
}

test.group('console | scenarios', () => {
  test('browser tests open, read in every look and send every form', async ({ assert }) => {
    const forms = await operationsIn(FORMS)
    assert.isAtLeast(forms.length, 30, 'expected to find the forms')
    const add = 'add a row to a file of tests/browser/scenarios for each form, and no others'
    assert.deepEqual(await operationsIn(SCENARIOS), forms, add)
  })
})
