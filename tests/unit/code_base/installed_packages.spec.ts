import { readFile } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'

interface Packages {
  packages: Record<string, { hasInstallScript?: boolean; resolved?: string }>
}

const read = (file: string) => readFile(app.makePath(file), 'utf8')

test.group('code base | installed packages', () => {
  test('no package runs a script of its own when it is installed', async ({ assert }) => {
    assert.include((await read('.npmrc')).split('\n'), 'ignore-scripts=true')
    const { packages } = JSON.parse(await read('package-lock.json')) as Packages
    const { allowScripts } = JSON.parse(await read('package.json')) as {
      allowScripts: Record<string, boolean>
    }
    const withScripts = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : []
    )
    // A new one is a decision: does the package work without, and why does it want to run?
    assert.deepEqual(withScripts, Object.keys(allowScripts))
    assert.notInclude(Object.values(allowScripts), true)
  })

  test('the lock file says where each package is, so that npm need not ask', async ({ assert }) => {
    const { packages } = JSON.parse(await read('package-lock.json')) as Packages
    const unknown = Object.entries(packages).flatMap(([path, { resolved }]) =>
      path === '' || resolved?.startsWith('https://registry.npmjs.org/') ? [] : [path]
    )
    assert.deepEqual(unknown, [], 'expected .npmrc to hold when the lock file was written')
  })
})
