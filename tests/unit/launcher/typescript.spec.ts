import { readFileSync } from 'node:fs'
import { test } from '@japa/runner'
import { LIMITS } from '#app/limits'

const LIMITS_FILE = new URL('../../../app/limits', import.meta.url).href

test.group('launcher | typescript', () => {
  test('a name that ends in .js stands for the .ts file, and is the same module', async ({
    assert,
  }) => {
    for (const name of [`${LIMITS_FILE}.js`, `${LIMITS_FILE}.ts`]) {
      const { LIMITS: found } = (await import(name)) as { LIMITS: unknown }
      assert.strictEqual(found, LIMITS)
    }
  })

  test('a short name stands for the same module as the long one', async ({ assert }) => {
    const names = ['#app/limits', '../../../app/limits.js', '../../../app/limits.ts']
    for (const name of names) {
      const { LIMITS: found } = (await import(name)) as { LIMITS: unknown }
      assert.strictEqual(found, LIMITS, name)
    }
  })

  test('a JavaScript file is found by its name', async ({ assert }) => {
    const { STAGE } = (await import('../../../bin/launcher/base/session.js')) as { STAGE: unknown }
    assert.isObject(STAGE)
  })

  test('an import that leads nowhere is told by the name that was written', async ({ assert }) => {
    await assert.rejects(() => import(`${LIMITS_FILE}_of_nobody.js`), /limits_of_nobody\.js/)
    const nowhere = ['#app/limits_of_nobody', '../../../app/limits_of_nobody.js']
    for (const name of nowhere) await assert.rejects(() => import(name), /limits_of_nobody\.js/)
    const outside = '#nobody/limits'
    await assert.rejects(() => import(outside), /#nobody\/limits/)
  })

  test('a decorated class says what it is made of', async ({ assert }) => {
    const { default: ReferenceController } = await import('#app/http/docs/reference_controller')
    const needs: unknown = Reflect.getMetadata('design:paramtypes', ReferenceController)
    assert.isArray(needs)
  })

  test('an error shows where it was written', ({ assert }) => {
    const { stack } = new Error('here')
    const line = Number(/typescript\.spec\.ts:(\d+):/.exec(stack!)?.[1])
    const lines = readFileSync(import.meta.filename, 'utf8').split('\n')
    assert.include(lines[line - 1], "new Error('here')")
  })
})
