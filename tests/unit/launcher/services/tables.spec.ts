import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { migrationsInFolders } from '../../../../bin/launcher/services/tables.js'

test.group('launcher | tables', (group) => {
  let root = ''

  group.each.setup(() => {
    root = mkdtempSync(join(tmpdir(), 'launcher-tables-'))
    return () => rmSync(root, { recursive: true })
  })

  test('a migration that a module in a folder gains is seen, with the lock file as it was', ({
    assert,
  }) => {
    const migrations = join(root, 'rewards', 'storage', 'migrations')
    const installed = join(root, 'rewards', 'node_modules', 'other', 'migrations')
    for (const directory of [migrations, installed, join(root, 'node_modules')])
      mkdirSync(directory, { recursive: true })
    symlinkSync('../rewards', join(root, 'node_modules', 'rewards'))
    const packages = {
      '': { name: 'root' },
      'node_modules/rewards': { resolved: 'rewards', link: true },
      'node_modules/from-registry': { resolved: 'https://registry.example/x.tgz' },
      'node_modules/not-installed': { resolved: 'file:gone', optional: true },
    }
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
    writeFileSync(join(migrations, '0001_first.js'), '')
    writeFileSync(join(installed, '0001_not_ours.js'), '')
    const place = 'node_modules/rewards/storage/migrations'
    assert.deepEqual(migrationsInFolders(root), [`${place}/0001_first.js`])
    writeFileSync(join(migrations, '0002_second.js'), '')
    const both = [`${place}/0001_first.js`, `${place}/0002_second.js`]
    assert.sameMembers(migrationsInFolders(root), both)
  })

  test('a project without a lock file has no such modules', ({ assert }) => {
    assert.deepEqual(migrationsInFolders(root), [])
  })
})
