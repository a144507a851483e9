import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import typescript from 'typescript'
import { changedFiles } from '../../../../bin/launcher/testing/changed_files.js'
import { dependentsIn } from '../../../../bin/launcher/testing/dependents.js'
import { secondsOf } from '../../../../bin/launcher/testing/spec_files.js'
import {
  distancesFrom,
  nearestFirst,
  withinBudget,
} from '../../../../bin/launcher/testing/touched_specs.js'

const PROJECT = {
  'modules/shop/core/price.ts': 'export const price = 1',
  'modules/shop/services/sell.ts': "import type { price } from '../core/price.ts'",
  'modules/shop/http/controllers/sales_controller.ts': "import '#modules/shop/services/sell'",
  'modules/shop/http/routes.ts':
    "const SalesController = () => import('./controllers/sales_controller.ts')\n" +
    "router\n  .post('/sales/:id/end', [SalesController, 'end'])",
  'tests/support/client.ts': "export const lazily = () => import('../../app/clock.js')",
  'tests/unit/shop/core/price.spec.ts': "import { price } from '#modules/shop/core/price'",
  'tests/functional/shop/sales.spec.ts': 'client.post(`/api/v1/sales/${sale.id}/end?now=1`)',
  'tests/functional/host/clock.spec.ts': "import { lazily } from '#tests/support/client'",
  'modules/shop/http/sale_schemas.ts': 'export const sale = {}',
  'tests/support/samples.ts': "import { apiRoutes } from '#app/http/openapi/document'",
  'tests/functional/auth/strangers.spec.ts': "import '#tests/support/samples'",
  'tests/functional/host/reference.spec.ts': "client.get('/openapi.json')",
  'tests/functional/host/tour.spec.ts': "app.makePath('README.md'), spawn('./bin/server.ts')",
  'tests/faults/shop/contracts.spec.ts': "forge(app.makePath('modules/shop/contracts'))",
}
const SPECS = Object.keys(PROJECT).filter((file) => file.endsWith('.spec.ts'))

function touchedBy(changed: string[]): Record<string, number> {
  const sources = Object.entries(PROJECT).map(([file, text]) => ({ file, text }))
  const importsOf = (text: string) =>
    typescript.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
  const distances = distancesFrom(changed, dependentsIn(sources, importsOf), SPECS)
  return Object.fromEntries([...distances].filter(([file]) => SPECS.includes(file)))
}

test.group('launcher | what a change touches', () => {
  test('{changed}')
    .with([
      {
        changed: 'modules/shop/core/price.ts',
        touched: {
          'tests/unit/shop/core/price.spec.ts': 1,
          'tests/functional/shop/sales.spec.ts': 3,
        },
      },
      {
        changed: 'modules/shop/services/sell.ts',
        touched: { 'tests/functional/shop/sales.spec.ts': 2 },
      },
      // Nothing that is declared for a route is named by the tests that go through all routes.
      {
        changed: 'modules/shop/http/sale_schemas.ts',
        touched: {
          'tests/functional/auth/strangers.spec.ts': 2,
          'tests/functional/host/reference.spec.ts': 1,
        },
      },
      { changed: 'tests/support/client.ts', touched: { 'tests/functional/host/clock.spec.ts': 1 } },
      { changed: 'README.md', touched: { 'tests/functional/host/tour.spec.ts': 1 } },
      { changed: 'bin/server.ts', touched: { 'tests/functional/host/tour.spec.ts': 1 } },
      {
        changed: 'modules/shop/contracts/pool/Exits.sol',
        touched: { 'tests/faults/shop/contracts.spec.ts': 1 },
      },
      // Deleted: what imports it is broken now.
      { changed: 'app/clock.ts', touched: { 'tests/functional/host/clock.spec.ts': 2 } },
      {
        changed: 'tests/unit/shop/core/price.spec.ts',
        touched: { 'tests/unit/shop/core/price.spec.ts': 0 },
      },
      // Nothing names a migration, so all tests of its module are near it.
      {
        changed: 'modules/shop/storage/migrations/0001_create_sales.ts',
        touched: {
          'tests/unit/shop/core/price.spec.ts': 1,
          'tests/functional/shop/sales.spec.ts': 1,
          'tests/faults/shop/contracts.spec.ts': 1,
        },
      },
      { changed: 'modules/shop/README.md', touched: {} },
    ])
    .run(({ assert }, { changed, touched }) => {
      assert.deepEqual(touchedBy([changed]), touched as Record<string, number>)
    })

  test('the nearest run first, then those of the same room, then the quick', ({ assert }) => {
    const [quick, slow] = ['tests/unit/shop/a.spec.ts', 'tests/functional/shop/b.spec.ts']
    const [foreign, far] = ['tests/unit/host/c.spec.ts', 'tests/unit/shop/d.spec.ts']
    const distances = new Map([quick, slow, foreign].map((file) => [file, 1])).set(far, 2)
    const specs = [far, foreign, slow, quick, 'tests/unit/shop/untouched.spec.ts']
    assert.deepEqual(nearestFirst(specs, distances, ['shop']), [quick, slow, foreign, far])
  })

  test('a full minute leaves the furthest out, never what changed itself', ({ assert }) => {
    const [near, far] = ['tests/functional/shop/a.spec.ts', 'tests/functional/shop/b.spec.ts']
    const distances = new Map([near, far].map((file, at) => [file, at + 1]))
    assert.deepEqual(withinBudget([near, far], distances, secondsOf(near)), [near])
    assert.deepEqual(withinBudget([near], new Map([[near, 0]]), 0), [near])
  })
})

test.group('launcher | what has changed', (group) => {
  let root: string
  group.each.setup(() => {
    root = mkdtempSync(join(tmpdir(), 'changed_'))
    return () => rmSync(root, { recursive: true })
  })

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: root,
    })

  function write(...files: string[]) {
    for (const file of files) {
      mkdirSync(join(root, dirname(file)), { recursive: true })
      writeFileSync(join(root, file), file + Math.random())
    }
  }

  function commit(...files: string[]) {
    write(...files)
    git('add', '.')
    git('commit', '-qm', 'more')
  }

  test('on a branch: all since the trunk, committed or not, new or deleted', ({ assert }) => {
    git('init', '-q', '-b', 'main')
    commit('same.ts', 'left.ts', 'edited.ts')
    git('checkout', '-qb', 'work')
    commit('committed.ts')
    git('checkout', '-q', 'main')
    commit('same.ts')
    git('checkout', '-q', 'work')
    write('edited.ts', 'a folder/new one.ts')
    rmSync(join(root, 'left.ts'))
    assert.deepEqual(changedFiles(root).files, [
      'a folder/new one.ts',
      'committed.ts',
      'edited.ts',
      'left.ts',
    ])
  })

  test('on the trunk: what is not committed', ({ assert }) => {
    git('init', '-q', '-b', 'main')
    commit('same.ts', 'edited.ts')
    assert.deepEqual(changedFiles(root).files, [])
    write('edited.ts')
    assert.deepEqual(changedFiles(root).files, ['edited.ts'])
  })

  test('without Git it says what to do instead', ({ assert }) => {
    assert.throws(() => changedFiles(root), /Name the spec files instead: npm test -- ledger/)
  })
})
